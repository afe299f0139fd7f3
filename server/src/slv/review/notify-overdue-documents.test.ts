import { expect } from 'vitest'
import { asOwner } from '../../../test/fixture.ts'
import { test as base, makers } from '../../../test/makers.ts'
import { addRow, findRows } from '../../../test/rows.ts'
import { notifyOverdueDocuments } from './notify-overdue-documents.ts'
import { setPendingDocuments } from './request-documents.ts'

const day = 86_400_000
const statements = { resubmitCount: 0, name: 'Bank statements', note: '' }

const test = base.extend(
  'requestOn',
  ({ db, now }) =>
    (slvId: string, change = {}) => {
      return addRow(db, 'slvPendingDocument', {
        ...statements,
        slvId,
        askedAt: now,
        ...change,
      })
    },
)

test('owner and underwriter are notified once of overdue documents', async ({
  a,
  as,
  db,
  now,
  requestOn,
}) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
  const pendingDocuments = [{ name: 'Bank statements', note: '' }]
  await setPendingDocuments(await as(underwriter), slv.id, {
    pendingDocuments,
    statusComment: 'CANARY',
  })
  await db.deleteFrom('notification').execute()
  const notified = async () =>
    (await findRows(db, 'notification')).toSorted((one, two) =>
      one.userId < two.userId ? -1 : 1,
    )
  const after = (days: number) => ({
    db,
    now: new Date(now.getTime() + days * day),
  })

  // Requested on a Wednesday morning: five business days end with the next
  // Wednesday.
  await notifyOverdueDocuments(after(7))
  expect(await notified()).toEqual([])
  await notifyOverdueDocuments(after(8))
  await notifyOverdueDocuments(after(8))
  const expected = [slv.sellerId, underwriter.id].toSorted().map((userId) => ({
    userId,
    actorId: null,
    action: 'SELLER_PENDING',
    entityId: slv.id,
    description: `${slv.buyerLoan} · Marlow`,
  }))
  expect(await notified()).toMatchObject(expected)

  await requestOn(slv.id, { askedAt: after(1).now })
  await notifyOverdueDocuments(after(8))
  expect(await notified()).toHaveLength(2)
  await notifyOverdueDocuments(after(9))
  expect(await notified()).toHaveLength(4)
})

test('answered documents are overdue until they are sent', async ({
  a,
  db,
  now,
  requestOn,
}) => {
  const { id } = await a.slv({ status: 'PENDING_DOCUMENTS' })
  await requestOn(id, { receivedAt: now })
  await notifyOverdueDocuments({ db, now: new Date(now.getTime() + 30 * day) })
  const notified = await findRows(db, 'notification', { entityId: id })
  expect(notified.map(({ action }) => action)).toContain('SELLER_PENDING')
})

test('no one is notified of documents of earlier requests, ended rounds, or other statuses', async ({
  a,
  db,
  now,
  requestOn,
}) => {
  const again = await a.slv({ status: 'PENDING_DOCUMENTS' })
  const yesterday = new Date(now.getTime() - day)
  await requestOn(again.id, { askedAt: yesterday, receivedAt: yesterday })
  await requestOn(again.id, { receivedAt: now, overdueToldAt: now })
  await requestOn(
    (await a.slv({ status: 'PENDING_DOCUMENTS', resubmitCount: 1 })).id,
  )
  await requestOn((await a.slv({ status: 'WITHDRAW_PENDING' })).id)
  await notifyOverdueDocuments({ db, now: new Date(now.getTime() + 30 * day) })
  expect(await findRows(db, 'notification')).toEqual([])
})

test('a failure on one SLV stops no other, and fails the run', async ({
  committed,
  ownerUrl,
  now,
}) => {
  const made = makers(committed, now)
  const late = new Date(now.getTime() + 30 * day)
  const ids = []
  for (let count = 0; count < 3; count++) {
    const { id } = await made.slv({ status: 'PENDING_DOCUMENTS' })
    await addRow(committed, 'slvPendingDocument', {
      ...statements,
      slvId: id,
      askedAt: now,
    })
    ids.push(id)
  }
  const [broken, ...whole] = ids
  await asOwner(
    ownerUrl,
    `alter table slv_pending_document add constraint broken check (slv_id <> '${broken}' or overdue_told_at is null)`,
  )
  await expect(
    notifyOverdueDocuments({ db: committed, now: late }),
  ).rejects.toThrow('1 of 3 failed')
  const notified = new Set(
    (await findRows(committed, 'notification')).map(({ entityId }) => entityId),
  )
  expect(notified).toEqual(new Set(whole))
})
