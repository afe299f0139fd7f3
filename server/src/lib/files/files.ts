import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, unavailable } from '../errors.ts'

/** Bytes from `start` to `end`, both included. */
export type Range = { start: number; end: number }

/** A received file outside of the store, to be checked and then kept or dropped. */
export type Received = {
  path: string
  size: number
  sha256: Buffer
  /** Puts it into the store, safe from a power cut once this returns; its key, a new one unless given. */
  keep: (key?: string) => Promise<string>
  /** Deletes it, unless it was kept. */
  drop: () => Promise<void>
}

/** Where the bytes of documents are. Keys are ours; what is kept is never changed. */
export type FileStore = {
  /** Writes what comes, a piece at a time. Whatever goes wrong, nothing is left. Throws no_room when there is none. */
  receive: (content: AsyncIterable<Uint8Array>) => Promise<Received>
  /** Throws unavailable when there is no such file or no way to it. */
  read: (key: string, range?: Range) => Promise<Readable>
  remove: (key: string) => Promise<void>
  list: () => AsyncIterable<{ key: string; keptAt: Date }>
  /** Takes away what was received before and neither kept nor dropped: its process died. */
  clear: (before: Date) => Promise<number>
}

/** A key that says nothing of the file, spread over 256 folders. */
export const newKey = (): string => {
  const id = randomUUID()
  return `${id.slice(-2)}/${id}`
}

/** The key of a file that was made of another, such as a drawn page. It is removed once the other is gone. */
export const derivedKey = (original: string, part: number): string => `${original}.${part}`

/** The key of the file that a derived file was made of; of any other file its own. */
export const originalKey = (key: string): string => key.replace(/\.\d+$/, '')

export const isKey = (key: string) => /^[0-9a-f]{2}\/[0-9a-f-]{36}(\.\d{1,4})?$/.test(key)

/** The refusal that a failure of the store stands for. */
export function storeRefusal(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : error.name
  if (/^(ENOSPC|EDQUOT|EFBIG|XMinioStorageFull|QuotaExceeded.*|InsufficientStorage.*)$/.test(code))
    return new AppError('no_room', 'There is not enough space to store this file', { cause: error })
  return error
}

export const storeAway = (cause: unknown) => unavailable('File storage is unavailable. Try again.', cause)

/** Writes a stream to a new file in a folder and hashes it; no file when it fails. Its bytes need not be on the disk yet. */
export async function spool(folder: string, content: AsyncIterable<Uint8Array>) {
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

export async function writeWhole(handle: FileHandle, content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    hash.update(chunk)
    size += chunk.length
    await handle.appendFile(chunk)
  }
  return { size, sha256: hash.digest() }
}
