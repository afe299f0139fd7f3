import { type Db, inTransaction } from '../../lib/database/db.ts'
import { forEachItem } from '../../lib/jobs/jobs.ts'
import { notify } from '../../lib/notify.ts'
import { loadSla } from '../../lib/sla.ts'
import { describeSlv, findRecipients, notifiedColumns } from '../notify.ts'
import { isUnsentIn } from './find-missing.ts'

type When = { db: Db; now: Date }

/**
 * Documents of current rounds that are missing or were not sent, and for which
 * no overdue notification was sent.
 */
const findUnnotified = (db: Db) =>
  db
    .selectFrom('slvPendingDocument')
    .innerJoin('slv', (join) =>
      join
        .onRef('slv.id', '=', 'slvPendingDocument.slvId')
        .onRef('slv.resubmitCount', '=', 'slvPendingDocument.resubmitCount'),
    )
    .where('slv.status', '=', 'PENDING_DOCUMENTS')
    .where(isUnsentIn('slvPendingDocument'))
    .where('slvPendingDocument.overdueToldAt', 'is', null)

/**
 * Notifies owner and underwriter of requested documents that are past their
 * SLA: once per document, together per SLV.
 */
export async function notifyOverdueDocuments({ db, now }: When): Promise<void> {
  const { days, targets } = await loadSla(db)
  const today = days.ordinalAt(now)
  const isLate = ({ askedAt }: { askedAt: Date }) =>
    today - days.receivedOrdinal(askedAt) > targets.sellerDocuments.targetDays

  const asked = await findUnnotified(db)
    .select(['slvPendingDocument.slvId', 'slvPendingDocument.askedAt'])
    .orderBy('slvPendingDocument.slvId')
    .execute()
  const late = new Set(asked.filter(isLate).map(({ slvId }) => slvId))
  await forEachItem(late, (slvId) =>
    inTransaction(db, (tx) => notifyOne({ db: tx, now }, slvId, isLate)),
  )
}

async function notifyOne(
  { db, now }: When,
  slvId: string,
  isLate: (asked: { askedAt: Date }) => boolean,
) {
  const slv = await db
    .selectFrom('slv')
    .select(notifiedColumns)
    .where('id', '=', slvId)
    .forUpdate()
    .executeTakeFirst()
  // Queried again under the lock: another node may have notified, or a file
  // arrived.
  const documents = await findUnnotified(db)
    .select(['slvPendingDocument.id', 'slvPendingDocument.askedAt'])
    .where('slv.id', '=', slvId)
    .execute()
  const ids = documents.filter(isLate).map(({ id }) => id)
  if (!slv || ids.length === 0) return
  await db
    .updateTable('slvPendingDocument')
    .set({ overdueToldAt: now })
    .where('id', 'in', ids)
    .execute()
  const system = { db, now, actor: null }
  const underwriters = await findRecipients(system, 'underwriter', slv)
  await notify(system, {
    action: 'SELLER_PENDING',
    entityId: slvId,
    to: [slv.sellerId, ...underwriters],
    description: describeSlv(slv),
  })
}
