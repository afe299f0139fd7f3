import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  type FileStore,
  isKey,
  newKey,
  spool,
  storeAway,
  storeRefusal,
} from './files.ts'

/**
 * Writes a file, or what a folder lists, to the disk, safe from a power cut.
 */
export async function sync(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Files in a folder of this machine: received in `incoming`, renamed into one
 * of 256 folders.
 */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    if (!isKey(key)) throw storeAway(`${key} is not a valid key`)
    return join(folder, key)
  }

  return {
    receive: async (content) => {
      const received = await spool(incoming, content)
      const { path } = received
      const keep = async (key = newKey()) => {
        const target = pathOf(key)
        try {
          await sync(path)
          if (await mkdir(dirname(target), { recursive: true, mode: 0o700 }))
            await sync(folder)
          await rename(path, target)
          await sync(dirname(target))
          return key
        } catch (error) {
          await rm(target, { force: true })
          throw storeRefusal(error)
        }
      }
      return { ...received, keep, drop: () => rm(path, { force: true }) }
    },

    read: async (key, range) => {
      const handle = await open(pathOf(key), 'r').catch((error) => {
        throw storeAway(error)
      })
      return createReadStream('', {
        fd: handle,
        highWaterMark: 256 * 1024,
        ...range,
      })
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    list: async function* () {
      for await (const path of filesBelow(folder)) {
        const key = `${basename(dirname(path))}/${basename(path)}`
        const found = isKey(key) && (await stat(path).catch(() => null))
        if (found) yield { key, keptAt: found.mtime }
      }
    },

    clear: (before) => clearBefore(incoming, before),
  }
}

export async function clearBefore(
  folder: string,
  before: Date,
): Promise<number> {
  let cleared = 0
  for await (const { name } of await opendir(folder)) {
    const found = await stat(join(folder, name)).catch(() => null)
    if (!found || found.mtime >= before) continue
    await rm(join(folder, name), { force: true })
    cleared++
  }
  return cleared
}

async function* filesBelow(folder: string): AsyncIterable<string> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}
