import { conditionWarnDays } from '@portal/contract/condition/model'
import { civil, dayMs } from '@portal/contract/sla/calendar'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { forEachItem } from '../../lib/jobs/jobs.ts'
import { notify } from '../../lib/notify.ts'
import { describeSlv, findRecipients, notifiedColumns } from '../notify.ts'

type When = { db: Db; now: Date }

/** Each kind of notification about a due day, which is sent once. */
const kinds = {
  CONDITIONS_DUE: 'dueSoonNotifiedAt',
  CONDITIONS_OVERDUE: 'overdueNotifiedAt',
} as const
type Kind = keyof typeof kinds

/** The last due day of a kind: yesterday if overdue. */
const lastDay = (kind: Kind, now: Date): string => {
  const days = kind === 'CONDITIONS_DUE' ? conditionWarnDays : -1
  return civil(new Date(now.getTime() + days * dayMs)).day
}

/** Open conditions of approvals in effect that weren't notified of. */
const findDue = (db: Db, kind: Kind, now: Date) =>
  db
    .selectFrom('slvCondition as c')
    .innerJoin('slv', (join) =>
      join
        .onRef('slv.id', '=', 'c.slvId')
        .onRef('slv.resubmitCount', '=', 'c.resubmitCount'),
    )
    .where('slv.status', '=', 'APPROVED')
    .where('c.status', '=', 'OPEN')
    .where('c.dueOn', '<=', lastDay(kind, now))
    .where(`c.${kinds[kind]}`, 'is', null)
    .where('c.overdueNotifiedAt', 'is', null)

/**
 * Notifies owners of conditions that are due soon, and owners and underwriters
 * of those that are overdue: once each, together per SLV.
 */
export async function notifyDueConditions({ db, now }: When): Promise<void> {
  for (const kind of ['CONDITIONS_OVERDUE', 'CONDITIONS_DUE'] as const) {
    const due = await findDue(db, kind, now)
      .select('c.slvId')
      .distinct()
      .orderBy('c.slvId')
      .execute()
    await forEachItem(new Set(due.map(({ slvId }) => slvId)), (slvId) =>
      inTransaction(db, (tx) => notifyOne({ db: tx, now }, slvId, kind)),
    )
  }
}

async function notifyOne({ db, now }: When, slvId: string, kind: Kind) {
  const slv = await db
    .selectFrom('slv')
    .select(notifiedColumns)
    .where('id', '=', slvId)
    .forUpdate()
    .executeTakeFirst()
  // Queried again under the lock: another node may have notified.
  const conditions = await findDue(db, kind, now)
    .select('c.id')
    .where('slv.id', '=', slvId)
    .execute()
  if (!slv || conditions.length === 0) return
  await db
    .updateTable('slvCondition')
    .set({ [kinds[kind]]: now })
    .where(
      'id',
      'in',
      conditions.map(({ id }) => id),
    )
    .execute()
  const system = { db, now, actor: null }
  const underwriters =
    kind === 'CONDITIONS_OVERDUE'
      ? await findRecipients(system, 'underwriter', slv)
      : []
  await notify(system, {
    action: kind,
    entityId: slvId,
    to: [slv.sellerId, ...underwriters],
    description: describeSlv(slv),
  })
}
