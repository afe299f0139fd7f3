import { fileURLToPath } from 'node:url'
import type { FileStore } from './files.ts'
import { openDiskStore } from './files-disk.ts'

/** Opens the store at FILES_URL. Throws an error that names the setting. */
export async function openFiles(
  url: string,
  spoolFolder: string,
): Promise<FileStore> {
  try {
    if (url.startsWith('file:')) return await openDiskStore(fileURLToPath(url))
    const { openS3Store } = await import('./files-s3.ts')
    return await openS3Store(url, spoolFolder)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The location in FILES_URL can’t be used: ${why}`, {
      cause: error,
    })
  }
}
