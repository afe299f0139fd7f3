import { addDays, civil } from '@portal/contract/sla/calendar'
import { expiryNoticeDays } from '@portal/contract/slv/decision/validity'
import { expressionBuilder } from 'kysely'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { forEachItem } from '../../lib/jobs/jobs.ts'
import { notify } from '../../lib/notify.ts'
import { describeSlv, findRecipients, notifiedColumns } from '../notify.ts'

type When = { db: Db; now: Date }

/**
 * Approvals that expire soon, and of whose last day no one was notified yet.
 */
const needsNotice = (now: Date) => {
  const today = civil(now).day
  const eb = expressionBuilder<DB, 'slv'>()
  return eb.and([
    eb('slv.status', '=', 'APPROVED'),
    eb('slv.goodUntil', '>=', today),
    eb('slv.goodUntil', '<=', addDays(today, expiryNoticeDays)),
    eb('slv.expiryToldFor', 'is distinct from', eb.ref('slv.goodUntil')),
  ])
}

/**
 * Notifies owner and underwriter of approvals that expire within five days:
 * once for each last day.
 */
export async function notifyExpiringApprovals({
  db,
  now,
}: When): Promise<void> {
  const expiring = await db
    .selectFrom('slv')
    .select('id')
    .where(needsNotice(now))
    .orderBy('id')
    .execute()
  const ids = expiring.map(({ id }) => id)
  await forEachItem(ids, (id) =>
    inTransaction(db, (tx) => notifyOne({ db: tx, now }, id)),
  )
}

async function notifyOne({ db, now }: When, id: string) {
  // Another node may have notified meanwhile, or the decision was reopened.
  const slv = await db
    .updateTable('slv')
    .set((eb) => ({ expiryToldFor: eb.ref('goodUntil') }))
    .where('id', '=', id)
    .where(needsNotice(now))
    .returning(notifiedColumns)
    .executeTakeFirst()
  if (!slv) return
  const system = { db, now, actor: null }
  const underwriters = await findRecipients(system, 'underwriter', slv)
  await notify(system, {
    action: 'APPROVAL_EXPIRES',
    entityId: id,
    to: [slv.sellerId, ...underwriters],
    description: describeSlv(slv),
  })
}
