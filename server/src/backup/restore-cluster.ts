import { createWriteStream } from 'node:fs'
import {
  chown,
  type FileHandle,
  mkdir,
  open,
  writeFile,
} from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { hashing, type Signer } from './check-signature.ts'
import { BackupError, openObject } from './encrypt.ts'
import {
  type Backup,
  clusterName,
  type Manifest,
  manifestFields,
  manifestName,
  signatureName,
  type WalPart,
  walFields,
} from './find-backups.ts'
import type { Storage } from './open-storage.ts'
import type { RestorePlan } from './plan-restore.ts'

type Source = {
  storage: Storage
  key: string | undefined
  signer: Pick<Signer, 'check'>
}
type Owner = { uid: number; gid: number }

/**
 * Writes a data folder that PostgreSQL recovers when it starts. `owner` becomes
 * the owner of its files. Throws BackupError for what is missing, damaged or
 * not signed by the portal.
 */
export async function restoreCluster(
  source: Source,
  plan: RestorePlan,
  folder: string,
  owner: Owner,
): Promise<void> {
  const give = (path: string) => chown(path, owner.uid, owner.gid)
  const { id, signature, ...manifest } = plan.backup
  source.signer.check(
    manifestName(id),
    signature,
    ...manifestFields(id, manifest),
  )
  const cluster = await openHashed(source, clusterName(id))
  await extractTar(cluster.content, folder, give)
  const { clusterSha256 } = manifest
  if (clusterSha256 !== undefined && cluster.digest() !== clusterSha256)
    throw new BackupError(`${clusterName(id)} in the backup was altered`)
  for (const part of plan.wal)
    await restoreWal(source, { folder, backup: plan.backup, part, give })
  const signal = join(folder, 'recovery.signal')
  await writeFile(signal, '')
  await give(signal)
}

type Give = (path: string) => Promise<void>

type WalTask = { folder: string; backup: Backup; part: WalPart; give: Give }

async function restoreWal(
  source: Source,
  { folder, backup, part, give }: WalTask,
): Promise<void> {
  const wal = await openHashed(source, part.name)
  await writeWal(wal.content, folder, backup, part, give)
  const stored = await source.storage.get(signatureName(part.name))
  const signature = stored ? await text(stored) : undefined
  source.signer.check(
    part.name,
    signature,
    ...walFields(part.name, wal.digest()),
  )
}

/**
 * Opens an object, and returns the SHA-256 of what is stored once its content
 * was read.
 */
async function openHashed({ storage, key }: Source, name: string) {
  let digest = () => ''
  const hashedStorage: Storage = {
    ...storage,
    get: async (stored) => {
      const content = await storage.get(stored)
      if (!content) return null
      const hashed = hashing(content)
      digest = hashed.digest
      return Readable.from(hashed.content, { objectMode: false })
    },
  }
  const content = await openObject({ storage: hashedStorage, key }, name)
  return { content, digest }
}

async function extractTar(
  content: AsyncIterable<Buffer>,
  folder: string,
  give: Give,
): Promise<void> {
  const entries = extract()
  const reading = pipeline(content, entries)
  reading.catch(() => undefined) // awaited below; the loop ends with the same error
  for await (const entry of entries) {
    const { name, type } = entry.header
    const path = join(folder, name)
    if (!`${path}${sep}`.startsWith(`${folder}${sep}`))
      throw new BackupError(
        `The backup contains a file outside its folder: ${name}`,
      )
    if (type === 'directory')
      await mkdir(path, { recursive: true, mode: 0o700 })
    else await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    entry.resume()
    await give(path)
  }
  await reading
}

const hex = (value: bigint | number) =>
  value.toString(16).toUpperCase().padStart(8, '0')

/** The name of the WAL file in which PostgreSQL expects a position. */
function segmentName(
  { timeline, walSegmentSize }: Manifest,
  position: bigint,
): string {
  const number = position / BigInt(walSegmentSize)
  const perHigh = 0x1_0000_0000n / BigInt(walSegmentSize)
  return hex(timeline) + hex(number / perHigh) + hex(number % perHigh)
}

async function writeWal(
  content: AsyncIterable<Buffer>,
  folder: string,
  backup: Manifest,
  part: WalPart,
  give: Give,
) {
  const size = BigInt(backup.walSegmentSize)
  let position = part.from
  let segment: FileHandle | undefined
  try {
    for await (const chunk of content) {
      let rest = chunk
      while (rest.length > 0) {
        const offset = Number(position % size)
        if (!segment || offset === 0) {
          await segment?.close()
          const path = join(folder, 'pg_wal', segmentName(backup, position))
          segment = await openSegment(path, backup.walSegmentSize)
          await give(path)
        }
        const length = Math.min(rest.length, backup.walSegmentSize - offset)
        await segment.write(rest, 0, length, offset)
        rest = rest.subarray(length)
        position += BigInt(length)
      }
    }
  } finally {
    await segment?.close()
  }
  if (position !== part.to)
    throw new BackupError(`${part.name} in the backup is damaged`)
}

/** Segments have their full size; the last one is filled up with zeros. */
async function openSegment(path: string, size: number): Promise<FileHandle> {
  const file = await open(path, 'r+').catch(() => open(path, 'wx+', 0o600))
  await file.truncate(size)
  return file
}
