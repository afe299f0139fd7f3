import { buffer } from 'node:stream/consumers'
import { captureLimits } from '@portal/contract/data-capture/model'
import { type Sender, systemSender } from '../lib/concurrency/fair-queue.ts'
import { openThreads } from '../lib/concurrency/threads.ts'
import { refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import { refuse } from '../lib/files/refusal.ts'
import type { Order, Read } from './read-capture.ts'

export type TableReader = ReturnType<typeof openTableReader>

/** Reads tables on a worker thread, within limits of time and memory. */
export function openTableReader({
  limitMs = captureLimits.seconds * 1000,
  memoryMb = 512,
} = {}) {
  const threads = openThreads<Order, Read>({
    file: new URL('./read-capture.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 100,
    message: 'Too many files are being read. Try again later.',
    limitMs,
    memoryMb,
  })
  return {
    /**
     * The rows of a table. Throws a refusal (400) that says what is wrong with
     * the file.
     */
    read: (order: Order, sender: Sender = systemSender): Promise<Read> => {
      const slow = () => refuse(order.name, 'took too long to read')
      const large = () => refuse(order.name, 'needs too much memory to read')
      return threads.run(
        order,
        (overrun) => (overrun === 'time' ? slow() : large()),
        sender,
      )
    },
    stop: threads.stop,
  }
}

export const refusalText = (error: unknown): string => {
  const refusal = refusalOf(error)
  if (refusal?.code !== 'bad_request') throw error
  return refusal.message
}

type StoredTable = {
  fileKey: string
  fileName: string
  fileType: 'CSV' | 'XLSX'
}

export const readStoredTable = async (
  { files, tables }: { files: FileStore; tables: TableReader },
  { fileKey, fileName, fileType }: StoredTable,
): Promise<Read> =>
  tables.read({
    of: 'CAPTURE',
    type: fileType,
    name: fileName,
    bytes: await buffer(await files.read(fileKey)),
  })
