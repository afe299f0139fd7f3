import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { Logger } from '../lib/log.ts'
import { encrypt, endingFor } from './encrypt.ts'
import type { Storage } from './open-storage.ts'

/** A file that a row refers to. */
export type StoredFile = { key: string; sha256: Buffer }

export const copiedName = (key: string) => `files/${key}`

/** A row is committed at most this long after its id was generated. */
const margin = '10 minutes'

/**
 * Of a document whose file was not erased. In backups of release 1.0.0, an
 * erased one has a placeholder.
 */
const hasFile = sql`storage_key is not null and storage_key not like 'erased/%'`

/**
 * Finds the files of all rows, or of those added since a time. Leaves out
 * rendered pages, which can be rendered again.
 */
export async function findStoredFiles(
  db: Db,
  since?: Date,
): Promise<StoredFile[]> {
  // Ids grow with time, so the primary key finds new rows. In a subselect, so
  // that it is computed once.
  const isNew = since
    ? sql`id >= (select uuidv7(${since}::timestamptz - clock_timestamp() - ${margin}::interval))`
    : sql`true`
  const { rows } = await sql<StoredFile>`
    select storage_key as key, sha256 from document where ${hasFile} and ${isNew}
    union all select image_key, image_sha256 from tdoc where image_key is not null and ${isNew}
    union all select file_key, file_sha256 from capture_upload where ${isNew}`.execute(
    db,
  )
  return rows
}

type Deps = {
  files: FileStore
  storage: Storage
  key: string | undefined
  log: Logger
}

/**
 * Copies the files that the backup doesn't have yet. Files that the store has
 * lost are logged and skipped.
 */
export async function copyFiles(
  deps: Deps,
  stored: readonly StoredFile[],
): Promise<void> {
  const { files, storage, key: backupKey, log } = deps
  const ending = endingFor(backupKey)
  await inParallel(findMissing(storage, stored, ending), async (key) => {
    const content = await files.read(key).catch((error) => {
      if (!isLost(error)) throw error
      log.warn(
        { key },
        'a file is missing from the file store and can’t be backed up',
      )
      return null
    })
    if (content)
      await storage.put(
        copiedName(key) + ending,
        await encrypt(content, backupKey),
      )
  })
}

/** The keys of the files that the backup doesn't have, folder by folder. */
async function* findMissing(
  storage: Storage,
  stored: readonly StoredFile[],
  ending: string,
) {
  const byFolder = Map.groupBy(stored, ({ key }) =>
    key.slice(0, key.indexOf('/')),
  )
  for (const [folder, inFolder] of byFolder) {
    const copied = new Set(await storage.list(`files/${folder}`))
    for (const { key } of inFolder) {
      const name = key.slice(folder.length + 1) + ending
      if (!copied.has(name)) yield key
    }
  }
}

/** Whether the store has no such file, as opposed to being unreachable. */
function isLost(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return (
    cause.name === 'NoSuchKey' || ('code' in cause && cause.code === 'ENOENT')
  )
}

const parallel = 8

/**
 * Processes several items at a time. Starts no more items after the first
 * failure.
 */
export async function inParallel<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const take = async () => {
    for await (const item of items) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: parallel }, take))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}
