import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import type { Logger } from '../lib/log.ts'

/** What is younger may still be on its way to its row. */
const dayMs = 86_400_000
const atOnce = 500

type House = { db: Db; clock: () => Date; files: FileStore; log: Logger }

/**
 * Takes away what was being received on this machine by a process that died. What it cannot take away it says; it is
 * tried again.
 */
export async function clearIncoming({ clock, files, log }: Omit<House, 'db'>): Promise<void> {
  try {
    const cleared = await files.clear(new Date(clock().getTime() - dayMs))
    if (cleared > 0) log.info({ cleared }, 'files that had not come whole were taken away')
  } catch (err) {
    log.warn({ err }, 'could not take away files that had not come whole')
  }
}

/** Takes away what no row tells of: its transaction failed, or its draft was given up. */
export async function sweepFiles({ db, clock, files, log }: House): Promise<void> {
  const before = new Date(clock().getTime() - dayMs)
  let swept = 0
  let keys: string[] = []
  const sweep = async () => {
    for (const key of await withoutRow(db, keys)) {
      await files.remove(key)
      swept++
    }
    keys = []
  }
  for await (const { key, keptAt } of files.list()) {
    if (keptAt < before) keys.push(key)
    if (keys.length === atOnce) await sweep()
  }
  await sweep()
  if (swept > 0) log.info({ swept }, 'files that belonged to nothing were taken away')
}

async function withoutRow(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const known = await db
    .selectFrom('document')
    .select('storageKey as key')
    .where('storageKey', 'in', keys)
    .$castTo<{ key: string | null }>()
    .unionAll(db.selectFrom('tdoc').select('imageKey as key').where('imageKey', 'in', keys))
    .unionAll(db.selectFrom('captureUpload').select('fileKey as key').where('fileKey', 'in', keys))
    .execute()
  const kept = new Set(known.map(({ key }) => key))
  return keys.filter((key) => !kept.has(key))
}
