import { createHash, randomUUID } from 'node:crypto'
import type { StatsFs } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentFile } from '../src/document/upload-document.ts'
import { newKey } from '../src/lib/files/files.ts'
import { openDiskStore } from '../src/lib/files/files-disk.ts'

/** The facts of a stored file, without any file in the store. */
export const keptFile = (name = 'Bank statements.pdf'): DocumentFile => ({
  key: newKey(),
  name,
  type: 'PDF',
  size: 1234,
  sha256: createHash('sha256').update(randomUUID()).digest(),
})

/**
 * /dev/shm if it has 4 GB free, because copying a database there takes a third
 * of the time; otherwise the temp folder.
 */
export async function memoryFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail = 0, bsize = 0 } = await statfs(memory).catch(
    () => ({}) as Partial<StatsFs>,
  )
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir()
}

/** A folder, and how to delete it. */
export async function temporaryFolder(base = tmpdir()) {
  const folder = await mkdtemp(join(base, 'portal-test-files-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A fixture: a folder that is deleted afterward. */
export async function withFolder(
  {},
  { onCleanup }: { onCleanup: (end: () => Promise<void>) => void },
) {
  const { folder, remove } = await temporaryFolder()
  onCleanup(remove)
  return folder
}

/** A store on this machine's disk. */
export async function temporaryStore() {
  const { folder, remove } = await temporaryFolder()
  return { folder, remove, files: await openDiskStore(folder) }
}
