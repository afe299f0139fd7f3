import { createReadStream } from 'node:fs'
import type { Db } from '../lib/database/db.ts'
import { AppError, badRequest, conflict } from '../lib/errors.ts'
import { type FileStore, originalKey } from '../lib/files/files.ts'
import type { VirusScanner } from '../lib/files/virus-scanner.ts'
import type { Logger } from '../lib/log.ts'

type Deps = {
  db: Db
  clock: () => Date
  files: FileStore
  scanner: VirusScanner
}

/**
 * A file store that stores no infected file and returns none without a scan.
 * Rendered pages count as scanned with their original.
 */
export function scannedStore({ db, clock, files, scanner }: Deps): FileStore {
  const record = async (key: string, virus: string | null) => {
    const scan = { scannedAt: clock(), virus }
    await db
      .insertInto('fileScan')
      .values({ key, ...scan })
      .onConflict((known) => known.column('key').doUpdateSet(scan))
      .execute()
  }
  const findVirus = async (key: string) => {
    const scan = await db
      .selectFrom('fileScan')
      .select('virus')
      .where('key', '=', key)
      .executeTakeFirst()
    if (scan) return scan.virus
    const virus = await scanner.scan(await files.read(key))
    await record(key, virus)
    return virus
  }
  return {
    ...files,
    receive: async (content) => {
      const received = await files.receive(content)
      const keep = async (derivedKey?: string) => {
        if (derivedKey !== undefined) return received.keep(derivedKey)
        const virus = await scanner.scan(createReadStream(received.path))
        if (virus !== null) throw refusal(virus)
        const key = await received.keep()
        await record(key, null)
        return key
      }
      return { ...received, keep }
    },
    read: async (key, range) => {
      const virus = await findVirus(originalKey(key))
      if (virus !== null)
        throw conflict(
          `This file contains a virus (${virus}) and cannot be opened`,
        )
      return files.read(key, range)
    },
    remove: async (key) => {
      await files.remove(key)
      await db.deleteFrom('fileScan').where('key', '=', key).execute()
    },
  }
}

const refusal = (virus: string) => {
  const error = `This file contains a virus (${virus})`
  return badRequest([{ field: 'file', error }], error)
}

const batchSize = 500

/** Scans the files that were stored before the scanner was set up. */
export async function scanFiles({
  db,
  files,
  log,
}: Pick<Deps, 'db' | 'files'> & { log: Logger }): Promise<void> {
  let infected = 0
  let keys: string[] = []
  for await (const { key } of files.list()) {
    if (key === originalKey(key)) keys.push(key)
    if (keys.length < batchSize) continue
    infected += await scanBatch(db, files, keys)
    keys = []
  }
  if (keys.length > 0) infected += await scanBatch(db, files, keys)
  if (infected > 0)
    log.warn({ infected }, 'stored files contain a virus; no one can open them')
}

/** Scans the files that were never scanned, and counts the infected ones. */
async function scanBatch(
  db: Db,
  files: FileStore,
  keys: readonly string[],
): Promise<number> {
  const scanned = await db
    .selectFrom('fileScan')
    .select('key')
    .where('key', 'in', keys)
    .execute()
  const known = new Set(scanned.map(({ key }) => key))
  let infected = 0
  for (const key of keys.filter((one) => !known.has(one)))
    if (await isInfected(files, key)) infected++
  return infected
}

/** Opens a file, which scans it and is refused if it contains a virus. */
async function isInfected(files: FileStore, key: string): Promise<boolean> {
  try {
    const content = await files.read(key)
    content.destroy()
    return false
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return true
    throw error
  }
}
