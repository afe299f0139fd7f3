import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, unavailable } from '../errors.ts'

/** Bytes from `start` to `end`, both included. */
export type Range = { start: number; end: number }

/**
 * A received file outside of the store, to be checked and then stored or
 * deleted.
 */
export type Received = {
  path: string
  size: number
  sha256: Buffer
  /**
   * Stores it safe from a power cut and returns its key, a new one unless
   * given.
   */
  keep: (key?: string) => Promise<string>
  drop: () => Promise<void>
}

/** The contents of documents. A stored file never changes. */
export type FileStore = {
  /** Receives a stream. Leaves nothing if it fails. Throws no_room. */
  receive: (content: AsyncIterable<Uint8Array>) => Promise<Received>
  /**
   * Throws unavailable if the file is missing or the store can't be reached.
   */
  read: (key: string, range?: Range) => Promise<Readable>
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<{ key: string; keptAt: Date }>
  /** Deletes files that a crashed process received. */
  clear: (before: Date) => Promise<number>
}

/** A random key, spread over 256 folders. */
export const newKey = (): string => {
  const id = randomUUID()
  return `${id.slice(-2)}/${id}`
}

/**
 * The key of a file derived from another, such as a rendered page. It is
 * removed once the other is gone.
 */
export const derivedKey = (original: string, part: number): string =>
  `${original}.${part}`

/** The key of the original of a derived file; otherwise the key itself. */
export const originalKey = (key: string): string => key.replace(/\.\d+$/, '')

export const isKey = (key: string) =>
  /^[0-9a-f]{2}\/[0-9a-f-]{36}(\.\d{1,4})?$/.test(key)

export function storeRefusal(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : error.name
  if (
    /^(ENOSPC|EDQUOT|EFBIG|XMinioStorageFull|QuotaExceeded.*|InsufficientStorage.*)$/.test(
      code,
    )
  )
    return new AppError(
      'no_room',
      'There is not enough space to store this file',
      { cause: error },
    )
  return error
}

export const storeAway = (cause: unknown) =>
  unavailable('File storage is unavailable. Try again.', cause)

/**
 * Writes a stream to a new file in a folder and hashes it; leaves no file if it
 * fails.
 */
export async function spool(
  folder: string,
  content: AsyncIterable<Uint8Array>,
) {
  const path = join(folder, randomUUID())
  try {
    const handle = await open(path, 'wx', 0o600)
    try {
      return { path, ...(await writeWhole(handle, content)) }
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(path, { force: true })
    throw storeRefusal(error)
  }
}

export async function writeWhole(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array>,
) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    await handle.appendFile(chunk)
  }
  return { size, sha256: hash.digest() }
}
