import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../lib/files.ts'
import type { TableReader } from './read-apart.ts'
import type { Read } from './read-capture.ts'

type Stored = { fileKey: string; fileName: string; fileType: 'CSV' | 'XLSX' }

/** The rows of a data-capture file that is in the store; small enough to be whole in memory. */
export async function readStored(
  { files, tables }: { files: FileStore; tables: TableReader },
  { fileKey, fileName, fileType }: Stored,
): Promise<Read> {
  const bytes = await buffer(await files.read(fileKey))
  return tables.read({ of: 'CAPTURE', type: fileType, name: fileName, bytes })
}
