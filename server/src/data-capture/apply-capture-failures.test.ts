import { describe, expect } from 'vitest'
import { captureHeader, test } from '../../test/capture.ts'
import { findRow, setRows } from '../../test/rows.ts'
import { AppError } from '../lib/errors.ts'
import { UnreadableAnswer } from '../lib/integrations/loan-dock.ts'
import { applyCapture } from './apply-capture.ts'
import { requeueLostUploads } from './end-upload.ts'

const oneRow = '8001,a.pdf,Received,,'
const rowsUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => `8${at},image ${at}.pdf,Received,,`)

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
