import { dayMs } from '@portal/contract/sla/calendar'
import type { Db } from '../lib/database/db.ts'
import { type FileStore, originalKey } from '../lib/files/files.ts'
import type { Logger } from '../lib/log.ts'

const atOnce = 500

type Deps = { db: Db; clock: () => Date; files: FileStore; log: Logger }

/** Deletes incomplete uploads of processes that died on this machine. */
export async function clearIncoming({
  clock,
  files,
  log,
}: Omit<Deps, 'db'>): Promise<void> {
  try {
    const cleared = await files.clear(new Date(clock().getTime() - dayMs))
    if (cleared > 0) log.info({ cleared }, 'incomplete uploads were deleted')
  } catch (err) {
    log.warn({ err }, 'incomplete uploads could not be deleted')
  }
}

/**
 * Deletes stored files without a row, because their transaction failed or their
 * draft was discarded.
 */
export async function sweepFiles({
  db,
  clock,
  files,
  log,
}: Deps): Promise<void> {
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
  if (swept > 0) log.info({ swept }, 'stored files without a row were deleted')
}

async function withoutRow(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const originals = [...new Set(keys.map(originalKey))]
  const known = await db
    .selectFrom('document')
    .select('storageKey as key')
    .where('storageKey', 'in', originals)
    .$castTo<{ key: string | null }>()
    .unionAll(
      db
        .selectFrom('tdoc')
        .select('imageKey as key')
        .where('imageKey', 'in', originals),
    )
    .unionAll(
      db
        .selectFrom('captureUpload')
        .select('fileKey as key')
        .where('fileKey', 'in', originals),
    )
    .execute()
  const kept = new Set(known.map(({ key }) => key))
  return keys.filter((key) => !kept.has(originalKey(key)))
}
