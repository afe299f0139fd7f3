import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import {
  type FileStore,
  isKey,
  newKey,
  spool,
  storeAway,
  storeRefusal,
} from './files.ts'
import { clearBefore } from './files-disk.ts'

/**
 * Connects to the bucket of an address such as
 * `s3://key:secret@bucket/prefix?region=…&endpoint=…`.
 */
export async function openBucket(address: string) {
  const {
    host: Bucket,
    pathname,
    searchParams,
    username,
    password,
  } = new URL(address)
  const endpoint = searchParams.get('endpoint')
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Servers other than Amazon's address buckets by path.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(username && {
      credentials: {
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: decodeURIComponent(password),
      },
    }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 60_000 },
  })
  await client.send(new HeadBucketCommand({ Bucket }))
  return { client, Bucket, prefix: pathname.replace(/^\/|\/$/g, '') }
}

type Bucket = Awaited<ReturnType<typeof openBucket>>

/**
 * Files in a bucket of an S3-compatible store. A file is received in a local
 * folder until it is checked, so the bucket never has a refused file.
 */
export async function openS3Store(
  address: string,
  folder: string,
): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const bucket = await openBucket(address)
  return {
    receive: async (content) => {
      const received = await spool(folder, content)
      return {
        ...received,
        keep: (key = newKey()) => put(bucket, received.path, key),
        drop: () => rm(received.path, { force: true }),
      }
    },

    read: async (key, range) => {
      const command = new GetObjectCommand({
        Bucket: bucket.Bucket,
        Key: getName(bucket, key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      const { Body } = await bucket.client.send(command).catch((error) => {
        throw storeAway(error)
      })
      return Body as Readable
    },

    remove: async (key) => {
      const command = new DeleteObjectCommand({
        Bucket: bucket.Bucket,
        Key: getName(bucket, key),
      })
      await bucket.client.send(command).catch((error) => {
        throw storeAway(error)
      })
    },

    list: () => list(bucket),
    clear: (before) => clearBefore(folder, before),
  }
}

function getName({ prefix }: Bucket, key: string): string {
  if (!isKey(key)) throw storeAway(`${key} is not a valid key`)
  return prefix ? `${prefix}/${key}` : key
}

/** Moves a local file to the bucket. */
async function put(bucket: Bucket, path: string, key: string): Promise<string> {
  const { client, Bucket } = bucket
  const params = {
    Bucket,
    Key: getName(bucket, key),
    Body: createReadStream(path),
    ContentType: 'application/octet-stream',
  }
  await new Upload({ client, params, queueSize: 2, partSize: 8 << 20 })
    .done()
    .catch((error) => {
      const refusal = storeRefusal(error)
      throw refusal === error ? storeAway(error) : refusal
    })
  await rm(path, { force: true })
  return key
}

async function* list({ client, Bucket, prefix }: Bucket) {
  const folder = prefix ? `${prefix}/` : ''
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: folder })
  for await (const { Contents = [] } of pages)
    for (const { Key = '', LastModified } of Contents) {
      const key = Key.slice(folder.length)
      if (isKey(key) && LastModified) yield { key, keptAt: LastModified }
    }
}
