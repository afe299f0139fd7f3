import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve as resolvePath } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import {
  type _Object,
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { sync } from '../lib/files/files-disk.ts'
import { openBucket } from '../lib/files/files-s3.ts'

/**
 * Where backups are stored. Names are paths with slashes. An object is complete
 * or missing, never partial.
 */
export type Storage = {
  /** The address without credentials. */
  target: string
  /** Returns the stored bytes. */
  put: (name: string, content: AsyncIterable<Uint8Array>) => Promise<number>
  /** Null if there is no such object. */
  get: (name: string) => Promise<Readable | null>
  /**
   * The names of the objects and folders in a folder, in order. With a time,
   * only objects stored before it.
   */
  list: (folder: string, before?: Date) => Promise<string[]>
  remove: (name: string) => Promise<void>
}

/** Opens a folder (a path or file://…) or a bucket (s3://…). */
export const openStorage = async (target: string): Promise<Storage> =>
  target.startsWith('s3:')
    ? openBucketStorage(target)
    : openFolderStorage(target)

/**
 * The address without credentials. Scheduled and manual backups to it have the
 * same one.
 */
export function describeTarget(address: string): string {
  if (address.startsWith('s3:')) {
    const { host, pathname } = new URL(address)
    return `s3://${host}/${pathname.replace(/^\/|\/$/g, '')}`
  }
  return address.startsWith('file:')
    ? fileURLToPath(address)
    : resolvePath(address)
}

const isAbsent = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function* counted(
  content: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
) {
  for await (const chunk of content) {
    count(chunk.length)
    yield chunk
  }
}

const partial = '.partial'

function openFolderStorage(target: string): Storage {
  const folder = describeTarget(target)
  return {
    target: folder,
    put: async (name, content) => {
      const path = join(folder, name)
      let size = 0
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const count = counted(content, (bytes) => (size += bytes))
      await pipeline(
        count,
        createWriteStream(path + partial, { mode: 0o600, flush: true }),
      )
      await rename(path + partial, path)
      await sync(dirname(path))
      return size
    },
    get: async (name) => {
      const stream = createReadStream(join(folder, name), {
        highWaterMark: 256 * 1024,
      })
      return new Promise((resolve, reject) => {
        stream.once('open', () => resolve(stream))
        stream.once('error', (error) => {
          if (isAbsent(error)) resolve(null)
          else reject(error)
        })
      })
    },
    list: async (name, before) => {
      const path = join(folder, name)
      const names = await listComplete(path)
      return before ? keepOlder(path, names, before) : names
    },
    remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
  }
}

/** The names in a folder, sorted, without those that are still written. */
async function listComplete(path: string): Promise<string[]> {
  try {
    const names = await readdir(path)
    return names.filter((name) => !name.endsWith(partial)).sort()
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

async function keepOlder(
  path: string,
  names: readonly string[],
  before: Date,
): Promise<string[]> {
  const entries = await Promise.all(
    names.map(async (name) => {
      const { mtime } = await stat(join(path, name))
      return { name, mtime }
    }),
  )
  return entries.filter(({ mtime }) => mtime < before).map(({ name }) => name)
}

async function openBucketStorage(target: string): Promise<Storage> {
  const { client, Bucket, prefix } = await openBucket(target)
  const toKey = (name: string) => (prefix ? `${prefix}/${name}` : name)
  return {
    target: describeTarget(target),
    put: async (name, content) => {
      let size = 0
      const Body = Readable.from(counted(content, (bytes) => (size += bytes)))
      // A bucket takes at most 10,000 parts: 160 GB.
      await new Upload({
        client,
        params: { Bucket, Key: toKey(name), Body },
        queueSize: 2,
        partSize: 16 << 20,
      }).done()
      return size
    },
    get: async (name) => {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key: toKey(name) }),
        )
        return Body instanceof Readable ? Body : null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    list: async (folder, before) => {
      const Prefix = toKey(`${folder}/`)
      const pages = paginateListObjectsV2(
        { client },
        { Bucket, Prefix, Delimiter: '/' },
      )
      const names: string[] = []
      for await (const { Contents = [], CommonPrefixes = [] } of pages) {
        const objects = before
          ? Contents.filter((object) => isOlder(object, before))
          : Contents
        names.push(...objects.map(({ Key = '' }) => Key.slice(Prefix.length)))
        // Folders have no time.
        if (before) continue
        for (const { Prefix: path = '' } of CommonPrefixes)
          names.push(path.slice(Prefix.length, -1))
      }
      return names.sort()
    },
    remove: async (name) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: toKey(name) }))
    },
  }
}

const isOlder = ({ LastModified }: _Object, before: Date) =>
  LastModified !== undefined && LastModified < before
