import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { dayMs } from '@portal/contract/sla/calendar'
import { openObject } from './encrypt.ts'
import {
  backupFolder,
  backupsFolder,
  fileListName,
  listBackups,
  manifestName,
  parseStart,
  walFolder,
} from './find-backups.ts'
import type { Storage } from './open-storage.ts'

/**
 * Deletes backups that aren't needed to restore to a time in the last
 * `keepDays` days, with their WAL and files, and incomplete ones. Keeps the
 * newest backup.
 */
export async function sweepBackups(
  storage: Storage,
  keepDays: number,
  now: Date,
): Promise<void> {
  const end = new Date(now.getTime() - keepDays * dayMs)
  const backups = await listBackups(storage)
  const kept = backups.filter((_, index) => {
    const next = backups[index + 1]
    return next === undefined || next.consistentAt > end
  })
  const keptIds = new Set(kept.map(({ id }) => id))
  const complete = new Set(backups.map(({ id }) => id))
  // An incomplete one may be the running backup.
  const mayRun = (id: string) =>
    !complete.has(id) && parseStart(id).getTime() > now.getTime() - dayMs
  for (const id of await storage.list(backupsFolder))
    if (!keptIds.has(id) && !mayRun(id)) await removeBackup(storage, id)
  if (kept[0]) await removeFiles(storage, kept[0])
}

async function removeBackup(storage: Storage, id: string): Promise<void> {
  // The manifest first, so that an interrupted deletion leaves no backup that
  // looks complete.
  await storage.remove(manifestName(id))
  for (const folder of [walFolder(id), backupFolder(id)])
    for (const name of await storage.list(folder))
      await storage.remove(`${folder}/${name}`)
  await storage.remove(backupFolder(id))
}

/**
 * Deletes files that were stored before the oldest backup and no longer had a
 * row when it began.
 */
async function removeFiles(
  storage: Storage,
  oldest: { id: string; startedAt: Date },
): Promise<void> {
  const list = await openObject(
    { storage, key: undefined },
    fileListName(oldest.id),
  )
  const listed = new Set((await text(Readable.from(list))).split('\n'))
  // A day allows for clock differences and for files whose row wasn't committed
  // yet.
  const before = new Date(oldest.startedAt.getTime() - dayMs)
  for (const folder of await storage.list('files'))
    for (const file of await storage.list(`files/${folder}`, before))
      if (!listed.has(`${folder}/${file.split('.zst')[0]}`))
        await storage.remove(`files/${folder}/${file}`)
}
