import { warningDays } from '@portal/contract/integration/model'
import { dayMs } from '@portal/contract/sla/calendar'
import { type Db, inTransaction } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import { formatDay, selectLiveKeys } from './end-orphaned-keys.ts'
import { findManagers } from './find-managers.ts'

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
 * Whether one of the key's warning times has passed since it was created, its
 * creator left, or the last warning.
 */
function isWarningDue(key: EndingKey, now: Date): boolean {
  const lastEvent = Math.max(
    key.createdAt.getTime(),
    key.orphanedAt?.getTime() ?? 0,
    key.warnedAt?.getTime() ?? 0,
  )
  return warningDays.some((days) => {
    const warnAt = key.expiresAt.getTime() - days * dayMs
    return lastEvent < warnAt && warnAt <= now.getTime()
  })
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
