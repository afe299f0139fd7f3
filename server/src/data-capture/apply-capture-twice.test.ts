import { describe, expect } from 'vitest'
import { test as base, captureHeader } from '../../test/capture.ts'
import { ctxFor } from '../../test/makers.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import { AppError } from '../lib/errors.ts'
import { UnreadableAnswer } from '../lib/integrations/loan-dock.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { applyCapture } from './apply-capture.ts'
import { requeueLostUploads } from './end-upload.ts'

/** A vendor's upload of these rows. */
const test = base.extend(
  'upload',
  ({ vendor }) =>
    async (...rows: string[]) => {
      return (
        await vendor.upload('Answers.csv', [captureHeader, ...rows].join('\n'))
      ).body
    },
)
const oneRow = '8001,a.pdf,Received,,'
const unknown =
  'LoanDock does not have this loan, or it is not assigned to your company'
const rowsUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `8${at},image ${at}.pdf,Received,,`)

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

describe('a file that is sent twice', () => {
  const counted = [
    'tdocHistory',
    'comment',
    'notification',
    'tdocInterval',
  ] as const

  test('writes and notifies nothing the second time', async ({
    vendor,
    applyRows,
    aTdoc,
    made,
    committed,
  }) => {
    const ben = await made.user({ role: 'UNDERWRITER' })
    const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
    await aTdoc({
      vendorId: vendor.reviewer.companyId,
      ...image,
      assignedUnderwriterId: ben.id,
    })
    const rows = [
      '7001,a.pdf,Received,2026-04-01,It came',
      '8001,b.pdf,Not Reviewed,,Page two',
    ]
    await applyRows(rows)
    const counts = () =>
      Promise.all(
        counted.map(async (table) => (await findRows(committed, table)).length),
      )
    const before = await counts()
    await applyRows(rows)
    expect(await counts()).toEqual(before)
    expect((await vendor.table()).items).toMatchObject([
      { applied: 2 },
      { applied: 2 },
    ])
    await applyRows([rows[0]?.replace('It came', 'It came again') ?? ''])
    expect(await counts()).not.toEqual(before)
  })

  test('does not answer a Tdoc that was returned since', async ({
    vendor,
    upload,
    deps,
    aTdoc,
    made,
    committed,
    now,
  }) => {
    const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
    const answered = {
      status: 'REVIEW_PENDING',
      tprResponse: 'RECEIVED',
    } as const
    const tdoc = await aTdoc({
      vendorId: vendor.reviewer.companyId,
      ...image,
      ...answered,
    })
    const { id } = await upload('7001,a.pdf,Received,,')
    const later = new Date(now.getTime() + 60_000)
    const ben = await made.user({ role: 'UNDERWRITER' })
    await setStatus(await ctxFor(committed, ben, later), [tdoc.id], 'NEW')
    await applyCapture(deps, id, { isLast: false })
    const reason = 'The Tdoc was returned after this file was uploaded'
    expect(await findRow(committed, 'captureRow')).toMatchObject({ reason })
  })
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

describe('a file that can’t be completed', () => {
  test('waits for LoanDock, then continues', async ({
    vendor,
    upload,
    deps,
    withLoans,
    made,
    committed,
  }) => {
    const { id } = await upload(oneRow)
    await committed.deleteFrom('pgboss.job' as never).execute()
    const away = withLoans(() =>
      Promise.reject(
        new AppError('loan_dock_failed', 'LoanDock cannot be reached'),
      ),
    )
    await applyCapture({ ...deps, ...away }, id, { isLast: true })
    expect((await vendor.table()).items).toMatchObject([
      {
        state: 'PROCESSING',
        problem: expect.stringContaining('LoanDock cannot be reached'),
      },
    ])
    expect(await made.jobsOf('apply-capture')).toEqual([
      { uploadId: id, unread: 0 },
    ])
    await applyCapture(deps, id, { isLast: true })
    expect((await vendor.table()).items).toMatchObject([
      { state: 'APPLIED', problem: null },
    ])
  })

  test('rejects a row if LoanDock’s response stays unreadable', async ({
    vendor,
    upload,
    deps,
    withLoans,
  }) => {
    const { id } = await upload(...rowsUpTo(2))
    const unreadable = withLoans(async (number) => {
      if (number === '80') throw new UnreadableAnswer()
      return deps.loanDock.findLoan(number)
    })
    await applyCapture({ ...deps, ...unreadable }, id, {
      isLast: true,
      unread: 9,
    })
    expect((await vendor.table()).items).toMatchObject([
      { state: 'PROCESSING' },
    ])
    await applyCapture({ ...deps, ...unreadable }, id, {
      isLast: true,
      unread: 10,
    })
    expect((await vendor.table()).items).toMatchObject([
      { state: 'PARTLY_APPLIED', applied: 1, rejected: 1 },
    ])
  })

  test('rejects the rows that were not reached', async ({
    vendor,
    upload,
    deps,
    committed,
    withLoans,
  }) => {
    const { id } = await upload(...rowsUpTo(110))
    const failing = withLoans(async (number) => {
      if (number === '8105') throw new Error('out of memory')
      return deps.loanDock.findLoan(number)
    })
    await applyCapture({ ...deps, ...failing }, id, { isLast: true })
    expect((await vendor.table()).items).toMatchObject([
      { state: 'FAILED', rows: 110, applied: 100, rejected: 10 },
    ])
    const reason = 'Processing failed before this row. Upload it again.'
    const cells = ['8109', 'image 109.pdf', 'Received', '', '']
    expect(
      await findRow(committed, 'captureRow', { rowNumber: 111 }),
    ).toMatchObject({ reason, cells })
  })

  test('stops when the sender loses their rights', async ({
    vendor,
    upload,
    deps,
    committed,
    withLoans,
  }) => {
    const { id } = await upload(...rowsUpTo(110))
    const deactivating = withLoans(async (number) => {
      if (number === '8105')
        await setRows(
          committed,
          'appUser',
          { id: vendor.reviewer.id },
          { status: 'INACTIVE' },
        )
      return deps.loanDock.findLoan(number)
    })
    await applyCapture({ ...deps, ...deactivating }, id, { isLast: false })
    const problem = 'The user who uploaded this file no longer has permission'
    const ended = {
      state: 'PARTLY_APPLIED',
      appliedCount: 100,
      rejectedCount: 10,
      problem,
    }
    expect(await findRow(committed, 'captureUpload', { id })).toMatchObject(
      ended,
    )
  })

  test('is queued again if its job is lost', async ({
    upload,
    deps,
    committed,
    made,
    now,
  }) => {
    const { id } = await upload(oneRow)
    const requeue = (hours: number) =>
      requeueLostUploads({
        ...deps,
        clock: () => new Date(now.getTime() + hours * 3_600_000),
      })
    await committed.deleteFrom('pgboss.job' as never).execute()
    await requeue(0.5)
    expect(await made.jobsOf('apply-capture')).toEqual([])
    await requeue(2)
    await requeue(2)
    expect(await made.jobsOf('apply-capture')).toEqual([{ uploadId: id }])
  })
})

test('a vendor has a daily limit of rows', async ({
  vendor,
  applyRows,
  committed,
}) => {
  await applyRows(rowsUpTo(2), { rowsPerDay: 3 })
  await applyRows(rowsUpTo(2), { rowsPerDay: 3 })
  expect((await vendor.table()).items).toMatchObject([
    {
      state: 'REJECTED',
      rows: null,
      problem: expect.stringContaining('limit of 3 rows in 24 hours'),
    },
    { state: 'APPLIED', rows: 2 },
  ])
  await setRows(
    committed,
    'captureUpload',
    { state: 'APPLIED' },
    { rowCount: 200_000, appliedCount: 200_000 },
  )
  expect(
    (await vendor.upload('Answers.csv', `${captureHeader}\n${oneRow}`)).status,
  ).toBe(429)
})
