import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import {
  copiedName,
  findStoredFiles,
  inParallel,
  type StoredFile,
} from './copy-files.ts'
import { BackupError, openObject } from './encrypt.ts'
import type { Storage } from './open-storage.ts'

type Deps = {
  db: Db
  files: FileStore
  storage: Storage
  key: string | undefined
}
type Restored = { total: number; restored: number; problems: string[] }

/**
 * Restores the files of all rows in the restored database and compares their
 * SHA-256 with the rows. Keeps files that the store already has with the right
 * content. Lists those that can't be restored.
 */
export async function restoreFiles(deps: Deps): Promise<Restored> {
  const stored = await findStoredFiles(deps.db)
  const problems: string[] = []
  let restored = 0
  await inParallel(iterate(stored), async (file) => {
    if (await isIntact(deps.files, file)) return
    const problem = await restoreFile(deps, file)
    if (problem) problems.push(problem)
    else restored++
  })
  return { total: stored.length, restored, problems }
}

async function* iterate<T>(items: readonly T[]) {
  yield* items
}

async function isIntact(
  files: FileStore,
  { key, sha256 }: StoredFile,
): Promise<boolean> {
  const content: Readable | null = await files.read(key).catch(() => null)
  if (!content) return false
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest().equals(sha256)
}

/** Returns why the file can't be restored, or null. */
async function restoreFile(
  { files, ...source }: Deps,
  { key, sha256 }: StoredFile,
): Promise<string | null> {
  try {
    const received = await files.receive(
      await openObject(source, copiedName(key)),
    )
    if (!received.sha256.equals(sha256)) {
      await received.drop()
      return `${copiedName(key)} in the backup differs from the uploaded file`
    }
    await received.keep(key)
    return null
  } catch (error) {
    if (error instanceof BackupError) return error.message
    throw error
  }
}
