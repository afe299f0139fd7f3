import { expect } from 'vitest'
import { asOwner } from '../../../test/fixture.ts'
import { makers, test } from '../../../test/makers.ts'
import { notifyOverdueDocuments } from './notify-overdue-documents.ts'
import { setPendingDocuments } from './request-documents.ts'

const day = 86_400_000

test('owner and underwriter are notified once of overdue documents', async ({ a, as, db, now }) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
  const asked = [{ name: 'Bank statements', note: '' }]
  await setPendingDocuments(await as(underwriter), slv.id, { pendingDocuments: asked, statusComment: 'CANARY' })
  await db.deleteFrom('notification').execute()
  const told = () =>
    db.selectFrom('notification').select(['userId', 'actorId', 'action', 'entityId', 'description']).execute()
  const after = (days: number) => ({ db, now: new Date(now.getTime() + days * day) })

  // Asked on a Wednesday morning: five business days end with the next Wednesday.
  await notifyOverdueDocuments(after(7))
  expect(await told()).toEqual([])
  await notifyOverdueDocuments(after(8))
  await notifyOverdueDocuments(after(8))
  const expected = [slv.sellerId, underwriter.id].toSorted().map((userId) => ({
    userId,
    actorId: null,
    action: 'SELLER_PENDING',
    entityId: slv.id,
    description: `${slv.buyerLoan} · Marlow`,
  }))
  expect((await told()).toSorted((one, two) => (one.userId < two.userId ? -1 : 1))).toEqual(expected)

  const later = { slvId: slv.id, resubmitCount: 0, name: 'Payslip', note: '', askedAt: after(1).now }
  await db.insertInto('slvPendingDocument').values(later).execute()
  await notifyOverdueDocuments(after(8))
  expect(await told()).toHaveLength(2)
  await notifyOverdueDocuments(after(9))
  expect(await told()).toHaveLength(4)
})

test('nobody is notified of received documents, ended rounds, or SLVs in another status', async ({ a, db, now }) => {
  const late = new Date(now.getTime() + 30 * day)
  const ask = async (slvId: string, more: { receivedAt?: Date; resubmitCount?: number } = {}) => {
    const values = { slvId, resubmitCount: 0, name: 'Bank statements', note: '', askedAt: now, ...more }
    await db.insertInto('slvPendingDocument').values(values).execute()
  }
  await ask((await a.slv({ status: 'PENDING_DOCUMENTS' })).id, { receivedAt: now })
  await ask((await a.slv({ status: 'PENDING_DOCUMENTS', resubmitCount: 1 })).id)
  await ask((await a.slv({ status: 'WITHDRAW_PENDING' })).id)
  await notifyOverdueDocuments({ db, now: late })
  expect(await db.selectFrom('notification').select('id').execute()).toEqual([])
})

test('a failure on one SLV stops no other, and fails the run', async ({ committed, ownerUrl, now }) => {
  const made = makers(committed, now)
  const late = new Date(now.getTime() + 30 * day)
  const ids = []
  for (let count = 0; count < 3; count++) {
    const { id } = await made.slv({ status: 'PENDING_DOCUMENTS' })
    await committed
      .insertInto('slvPendingDocument')
      .values({ slvId: id, resubmitCount: 0, name: 'Bank statements', note: '', askedAt: now })
      .execute()
    ids.push(id)
  }
  const [broken, ...whole] = ids
  await asOwner(
    ownerUrl,
    `alter table slv_pending_document add constraint broken check (slv_id <> '${broken}' or overdue_told_at is null)`,
  )
  await expect(notifyOverdueDocuments({ db: committed, now: late })).rejects.toThrow('1 of 3 failed')
  const told = await committed.selectFrom('notification').select('entityId').distinct().orderBy('entityId').execute()
  expect(told.map(({ entityId }) => entityId)).toEqual(whole.toSorted())
})
