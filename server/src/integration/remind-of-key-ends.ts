import { warningDays } from '@portal/contract/integration/model'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import { formatDay, selectLiveKeys } from './end-orphaned-keys.ts'
import { findManagers } from './find-managers.ts'

const dayMs = 86_400_000

/** Keys that expire soon and that no other replaced. */
const findEnding = (db: Db, now: Date) =>
  selectLiveKeys(db, now)
    .select(['apiKey.createdAt', 'apiKey.orphanedAt', 'apiKey.warnedAt'])
    .where(
      'apiKey.expiresAt',
      '<=',
      new Date(now.getTime() + Math.max(...warningDays) * dayMs),
    )
    .where('apiKey.replacedById', 'is', null)
    .execute()

type EndingKey = Awaited<ReturnType<typeof findEnding>>[number]

/**
 * Whether a warning is due: the latest of its times has passed, and nothing was
 * sent since. A time that had passed when the key was created, or when its
 * creator left, doesn't count.
 */
function isWarningDue(
  {
    createdAt,
    expiresAt,
    orphanedAt,
    warnedAt,
  }: Pick<EndingKey, 'createdAt' | 'expiresAt' | 'orphanedAt' | 'warnedAt'>,
  now: Date,
): boolean {
  const known = [createdAt, orphanedAt, warnedAt].flatMap((at) =>
    at ? [at.getTime()] : [],
  )
  const since = Math.max(...known)
  return warningDays
    .map((days) => expiresAt.getTime() - days * dayMs)
    .some((at) => since < at && at <= now.getTime())
}

/** Notifies a company's managers 14 days and 2 days before a key expires. */
export async function remindOfKeyEnds({
  db,
  now,
}: {
  db: Db
  now: Date
}): Promise<void> {
  for (const key of await findEnding(db, now))
    if (isWarningDue(key, now))
      await inTransaction(db, (tx) => warn(tx, key, now))
}

async function warn(db: Db, key: EndingKey, now: Date): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('apiKey')
    .set({ warnedAt: now })
    .where('id', '=', key.id)
    .where('warnedAt', 'is not distinct from', key.warnedAt)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await notify(
    { db, now, actor: null },
    {
      action: 'API_KEY_ENDS',
      entityId: key.serviceId,
      to: await findManagers(db, key.companyId),
      description: `The key ${key.shown}… of ${key.serviceName} expires on ${formatDay(key.expiresAt)}. Rotate it in Settings > Integrations.`,
    },
  )
}
