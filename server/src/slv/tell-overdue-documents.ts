import { type Db, inTransaction } from '../lib/db.ts'
import { forEachOf } from '../lib/each.ts'
import { notify } from '../notification/notify.ts'
import { loadSla } from '../sla/load.ts'
import { describeSlv, peopleAt } from './notify.ts'

type When = { db: Db; now: Date }

/** Documents that are awaited in the present round, and whose lateness was told to nobody yet. */
const untold = (db: Db) =>
  db
    .selectFrom('slvPendingDocument')
    .innerJoin('slv', (join) =>
      join
        .onRef('slv.id', '=', 'slvPendingDocument.slvId')
        .onRef('slv.resubmitCount', '=', 'slvPendingDocument.resubmitCount'),
    )
    .where('slv.status', '=', 'PENDING_DOCUMENTS')
    .where('slvPendingDocument.receivedAt', 'is', null)
    .where('slvPendingDocument.overdueToldAt', 'is', null)

/**
 * Tells owner and underwriter of asked documents that are past their SLA, once for each document; those of one SLV that
 * are late together are told together, and one SLV where it fails holds up no other. Run every hour.
 */
export async function tellOverdueDocuments({ db, now }: When): Promise<void> {
  const { days, targets } = await loadSla(db)
  const today = days.ordinalAt(now)
  const isLate = ({ askedAt }: { askedAt: Date }) =>
    today - days.receivedOrdinal(askedAt) > targets.sellerDocuments.targetDays

  const asked = await untold(db)
    .select(['slvPendingDocument.slvId', 'slvPendingDocument.askedAt'])
    .orderBy('slvPendingDocument.slvId')
    .execute()
  const late = new Set(asked.filter(isLate).map(({ slvId }) => slvId))
  await forEachOf(late, (slvId) => inTransaction(db, (tx) => tellOf({ db: tx, now }, slvId, isLate)))
}

async function tellOf({ db, now }: When, slvId: string, isLate: (asked: { askedAt: Date }) => boolean) {
  const slv = await db
    .selectFrom('slv')
    .select([
      ...(['id', 'status', 'sellerId', 'underwriterId', 'underwriterManagerId', 'tradeDeskId'] as const),
      ...(['buyerLoan', 'sellerLoan', 'borrowerLastName'] as const),
    ])
    .where('id', '=', slvId)
    .forUpdate()
    .executeTakeFirst()
  // What came, or was told by another node, before the lock was ours is no longer among them.
  const documents = await untold(db)
    .select(['slvPendingDocument.id', 'slvPendingDocument.askedAt'])
    .where('slv.id', '=', slvId)
    .execute()
  const ids = documents.filter(isLate).map(({ id }) => id)
  if (!slv || ids.length === 0) return
  await db.updateTable('slvPendingDocument').set({ overdueToldAt: now }).where('id', 'in', ids).execute()
  const nobody = { db, now, actor: null }
  const underwriters = await peopleAt(nobody, 'underwriter', slv)
  const to = [slv.sellerId, ...underwriters]
  await notify(nobody, { action: 'SELLER_PENDING', entityId: slvId, to, description: describeSlv(slv) })
}
