import { expect } from 'vitest'
import { test } from '../../test/capture.ts'
import { findRows } from '../../test/rows.ts'

const oneRow = '8001,a.pdf,Received,,'
const unknown =
  'LoanDock does not have this loan, or it is not assigned to your company'

test('a new image needs a loan of review, or one of the vendor’s Tdocs', async ({
  vendor,
  applyRows,
  aTdoc,
  committed,
}) => {
  const why = () =>
    committed
      .selectFrom('captureRow')
      .select(['uploadId', 'reason'])
      .orderBy('rowNumber')
      .execute()
  const first = await applyRows([
    oneRow,
    '6001,b.pdf,Received,,',
    '9001,c.pdf,Received,,',
  ])
  expect(await why()).toEqual(
    [null, unknown, unknown].map((reason) => ({ uploadId: first, reason })),
  )
  await aTdoc({ vendorId: vendor.reviewer.companyId, buyerLoanNumber: '6001' })
  await applyRows(['6001,b.pdf,Received,,'])
  expect((await vendor.table()).items[0]).toMatchObject({ state: 'APPLIED' })
})

test('a new image is received and answered at the time of the upload', async ({
  applyRows,
  now,
  committed,
}) => {
  const later = new Date(now.getTime() + 3 * 86_400_000)
  await applyRows(['8001,a.pdf,Not Reviewed,,'], { clock: () => later })
  const [tdoc] = await committed.selectFrom('tdoc').selectAll().execute()
  expect(tdoc).toMatchObject({
    tdocReceivedDate: now,
    tprResponseDate: now,
    clockParty: 'TPR',
  })
  const ledger = committed
    .selectFrom('tdocInterval')
    .select(['party', 'openedAt', 'closedAt'])
    .orderBy('id')
  expect(await ledger.execute()).toEqual([
    { party: 'BUYER', openedAt: now, closedAt: now },
    { party: 'TPR', openedAt: now, closedAt: null },
  ])
  expect(
    await committed.selectFrom('tdocHistory').select('at').distinct().execute(),
  ).toEqual([{ at: later }])
})

test('up to twenty answers are notified one by one, more together', async ({
  vendor,
  applyRows,
  aTdoc,
  made,
  committed,
}) => {
  const [ben, carl] = [
    await made.user({ role: 'UNDERWRITER' }),
    await made.user({ role: 'UNDERWRITER' }),
  ]
  const rows: string[] = []
  for (const assignedUnderwriterId of [
    ...Array.from({ length: 21 }, () => ben.id),
    carl.id,
    carl.id,
  ]) {
    const tdoc = await aTdoc({
      vendorId: vendor.reviewer.companyId,
      assignedUnderwriterId,
    })
    rows.push(`${tdoc.buyerLoanNumber},${tdoc.imageFileName},Received,,`)
  }
  await applyRows(rows)
  expect(
    await findRows(committed, 'notification', { userId: carl.id }),
  ).toHaveLength(2)
  const description = `${vendor.reviewer.name} · Answers.csv · 23 rows`
  expect(
    await findRows(committed, 'notification', { userId: ben.id }),
  ).toMatchObject([{ entityId: null, description }])
})

test('a rejected row does not claim its image, an applied one does', async ({
  vendor,
  applyRows,
  aTdoc,
  committed,
}) => {
  await aTdoc({
    vendorId: vendor.reviewer.companyId,
    buyerLoanNumber: '7001',
    imageFileName: 'a.pdf',
  })
  await applyRows([
    '7002,a.pdf,Received,,',
    '7001,A.pdf,Not Received,,',
    '7001,a.pdf,Received,,',
    '9001,new.pdf,Received,,',
    '8001,new.pdf,Received,,',
  ])
  const rows = await committed
    .selectFrom('captureRow')
    .select('reason')
    .orderBy('rowNumber')
    .execute()
  expect(rows.map(({ reason }) => reason)).toEqual([
    'This image belongs to another loan',
    null,
    'This image is already listed in row 3',
    'This image belongs to another loan',
    null,
  ])
  const tdocs = await committed
    .selectFrom('tdoc')
    .select(['imageFileName', 'tprResponse'])
    .orderBy('id')
    .execute()
  expect(tdocs).toEqual([
    { imageFileName: 'a.pdf', tprResponse: 'NOT_RECEIVED' },
    { imageFileName: 'new.pdf', tprResponse: 'RECEIVED' },
  ])
})

test('a rejected row of an earlier batch does not claim its image either', async ({
  vendor,
  applyRows,
  aTdoc,
  committed,
}) => {
  await aTdoc({
    vendorId: vendor.reviewer.companyId,
    buyerLoanNumber: '7001',
    imageFileName: 'a.pdf',
  })
  const others = Array.from({ length: 100 }, (_, n) => `9001,${n}.pdf,,,`)
  await applyRows([
    '7002,a.pdf,Received,,',
    ...others,
    '7001,a.pdf,Received,,',
    ...others.map((row) => row.replace('.pdf', 'b.pdf')),
    '7001,a.pdf,Not Received,,',
  ])
  const rows = await committed
    .selectFrom('captureRow')
    .select(['rowNumber', 'reason'])
    .where('rowNumber', 'in', [2, 103, 204])
    .orderBy('rowNumber')
    .execute()
  expect(rows.map(({ reason }) => reason)).toEqual([
    'This image belongs to another loan',
    null,
    'This image is already listed in row 103',
  ])
})
