import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { BackupError } from './encrypt.ts'
import type { Storage } from './open-storage.ts'

/**
 * Written last, so that a backup without it is incomplete. Contains nothing
 * secret.
 */
const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.coerce.date(),
  /** The earliest time that can be restored from it. */
  consistentAt: z.coerce.date(),
  systemId: z.string(),
  timeline: z.int(),
  walSegmentSize: z.int(),
  postgresVersion: z.string(),
  isEmbedded: z.boolean(),
  bytes: z.int(),
  files: z.int(),
  /** Where its WAL begins. Absent in backups from before they were signed. */
  walFrom: z.string().optional(),
  /** Of the stored copy of the database. */
  clusterSha256: z.string().optional(),
  signature: z.string().optional(),
})
export type Manifest = z.output<typeof Manifest>

const Unsigned = Manifest.omit({ signature: true })

/** What the signature of a manifest covers. */
export const manifestFields = (
  id: string,
  manifest: Omit<Manifest, 'signature'>,
): string[] => ['manifest', id, JSON.stringify(Unsigned.parse(manifest))]
export type Backup = Manifest & { id: string }

/**
 * A stored piece of WAL. Everything committed before `coveredTo` is in it or in
 * those before it.
 */
export type WalPart = {
  name: string
  from: bigint
  to: bigint
  coveredTo: Date
}

export const backupsFolder = 'backups'
export const backupFolder = (id: string) => `${backupsFolder}/${id}`
export const manifestName = (id: string) => `${backupFolder(id)}/manifest.json`
export const clusterName = (id: string) => `${backupFolder(id)}/cluster.tar`
/**
 * Not encrypted, because keys of files are random, and old files are found
 * without the identity.
 */
export const fileListName = (id: string) => `${backupFolder(id)}/files.zst`
export const walFolder = (id: string) => `${backupFolder(id)}/wal`

/** Ids sort by time. */
export const backupId = (startedAt: Date) =>
  startedAt.toISOString().replaceAll(':', '-')
export const parseStart = (id: string) =>
  new Date(id.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** Null if the backup is incomplete. */
async function readBackup(
  storage: Storage,
  id: string,
): Promise<Backup | null> {
  const content = await storage.get(manifestName(id))
  if (!content) return null
  try {
    return { id, ...Manifest.parse(JSON.parse(await text(content))) }
  } catch (cause) {
    throw new BackupError(`${manifestName(id)} in the backup is damaged`, {
      cause,
    })
  }
}

/** All complete backups, oldest first. */
export async function listBackups(storage: Storage): Promise<Backup[]> {
  const ids = await storage.list(backupsFolder)
  const found = await Promise.all(ids.map((id) => readBackup(storage, id)))
  return found.filter((backup) => backup !== null)
}

export async function findNewestBackup(
  storage: Storage,
): Promise<Backup | null> {
  for (const id of (await storage.list(backupsFolder)).reverse()) {
    const backup = await readBackup(storage, id)
    if (backup) return backup
  }
  return null
}

/** The object with the signature of a piece of WAL. */
export const signatureName = (name: string) => `${name}.sig`

/**
 * What the signature of a piece of WAL covers: its name has its backup, its
 * positions and its time.
 */
export const walFields = (name: string, sha256: string): string[] => [
  'wal',
  name,
  sha256,
]

export const formatPosition = (position: bigint) => position.toString(16)

const hex = (position: bigint) => position.toString(16).padStart(16, '0')

export const walName = (
  id: string,
  { from, to, coveredTo }: Omit<WalPart, 'name'>,
  ending: string,
) => `${walFolder(id)}/${hex(from)}-${hex(to)}-${coveredTo.getTime()}${ending}`

/**
 * Whether a piece of WAL has its signature: a node may have stopped before it
 * wrote one, or be of an earlier release.
 */
export async function isSigned(
  storage: Storage,
  id: string,
  { name }: WalPart,
): Promise<boolean> {
  const names = await storage.list(walFolder(id))
  return names.some((one) => `${walFolder(id)}/${one}` === signatureName(name))
}

/** The WAL that was archived after a backup, in order. */
export async function listWal(
  storage: Storage,
  id: string,
): Promise<WalPart[]> {
  return (await storage.list(walFolder(id))).flatMap((name) => {
    const [, from, to, time] =
      /^([0-9a-f]{16})-([0-9a-f]{16})-(\d+)\./.exec(name) ?? []
    if (time === undefined || name.endsWith('.sig')) return []
    const part = {
      from: BigInt(`0x${from}`),
      to: BigInt(`0x${to}`),
      coveredTo: new Date(Number(time)),
    }
    return [{ name: `${walFolder(id)}/${name}`, ...part }]
  })
}
