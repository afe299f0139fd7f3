import { previewLimits } from '@portal/contract/data-capture/model'
import fc from 'fast-check'
import { expect } from 'vitest'
import { test as base, captureHeader } from '../../test/capture.ts'
import { ctxFor } from '../../test/makers.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { applyCapture } from './apply-capture.ts'
import { createPreview } from './create-preview.ts'
import { readTable } from './read-capture.ts'
import { uploadCapture } from './upload-file.ts'

const previewPath = '/v1/data-capture-tpr/preview'
const csvOf = (...rows: string[]) => [captureHeader, ...rows].join('\n')
const sha256 = Buffer.alloc(32, 1)

const test = base
  .extend('preview', ({ vendor }) => async (...rows: string[]) => {
    const answer = await vendor.sendFile(
      previewPath,
      'Answers.csv',
      csvOf(...rows),
    )
    return answer
  })
  .extend(
    'uploadPreviewed',
    ({ vendor }) =>
      (id: string, rows: readonly string[], createTdocs = false) =>
        vendor.sendFile(
          `/v1/data-capture-tpr/upload-file?preview=${id}&createTdocs=${createTdocs}`,
          'Answers.csv',
          csvOf(...rows),
        ),
  )
  /** Previews rows with the LoanDock of the tests, at a time. */
  .extend('previewAt', ({ vendor, deps, committed }) => {
    return async (rows: readonly string[], at: Date, rowsPerDay = 1000) => {
      const ctx = await ctxFor(committed, vendor.reviewer, at)
      const name = 'Answers.csv'
      const bytes = new TextEncoder().encode(csvOf(...rows))
      const order = { of: 'CAPTURE', type: 'CSV', name, bytes } as const
      const table = await readTable(order)
      const file = { name, sha256, table }
      return createPreview(ctx, deps.loanDock, file, rowsPerDay)
    }
  })

test('a preview says what each row would do, and changes nothing', async ({
  vendor,
  preview,
  aTdoc,
  made,
  committed,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const loan = { vendorId, buyerLoanNumber: '7001' }
  const answered = {
    status: 'REVIEW_PENDING',
    tprResponse: 'NOT_REVIEWED',
    tprEstimatedDateOfReview: '2026-04-01',
  } as const
  await aTdoc({ ...loan, imageFileName: 'a.pdf', ...answered })
  await aTdoc({ ...loan, imageFileName: 'b.pdf', ...answered })
  await aTdoc({ ...loan, imageFileName: 'done.pdf', status: 'COMPLETE' })
  await aTdoc({
    vendorId: (await made.company('TPR_VENDOR')).id,
    buyerLoanNumber: '7001',
    imageFileName: 'theirs.pdf',
  })
  const counted = [
    'tdocHistory',
    'comment',
    'notification',
    'captureUpload',
  ] as const
  const count = async () => {
    const rows = counted.map((table) => findRows(committed, table))
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  const before = await count()

  const { status, body } = await preview(
    '7001,a.pdf,Received,2026-04-02,It came',
    '7001,b.pdf,Not Reviewed,04/01/2026,',
    '7001,done.pdf,Received,,',
    ',c.pdf,perhaps,soon,',
    '7001,a.pdf,Bypassed,,',
  )

  expect(status).toBe(200)
  expect(body).toMatchObject({
    fileName: 'Answers.csv',
    counts: { UPDATED: 1, NEW: 0, UNCHANGED: 1, REJECTED: 3 },
    rows: [
      {
        rowNumber: 2,
        effect: 'UPDATED',
        changes: [
          { column: 'tprResponse', before: 'NOT_REVIEWED', after: 'RECEIVED' },
          {
            column: 'tprEstimatedDateOfReview',
            before: '2026-04-01',
            after: '2026-04-02',
          },
          { column: 'comment', before: null, after: 'It came' },
        ],
      },
      { effect: 'UNCHANGED', changes: [], problems: [] },
      {
        effect: 'REJECTED',
        problems: [{ column: null, error: 'The Tdoc is now Complete' }],
      },
      {
        effect: 'REJECTED',
        problems: [
          { column: 'buyerLoanNumber', error: 'The loan number is missing' },
          { column: 'tprResponse' },
          { column: 'tprEstimatedDateOfReview' },
        ],
      },
      {
        effect: 'REJECTED',
        problems: [{ error: 'This image is already listed in row 2' }],
      },
    ],
  })
  expect(await count()).toEqual(before)
})

test('a preview is applied once, by its person, with its file', async ({
  vendor,
  preview,
  uploadPreviewed,
  portal,
  deps,
  aTdoc,
  made,
  committed,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
  const tdoc = await aTdoc({ vendorId, ...image })
  const rows = ['7001,a.pdf,Received,,']
  const { body } = await preview(...rows)
  const colleague = await made.user({ role: 'TPR', companyId: vendorId })
  const theirs = await portal.as(colleague)
  const ended = { status: 409, body: { code: 'conflict' } }

  const path = `/v1/data-capture-tpr/upload-file?preview=${body.id}`
  expect(
    await theirs.upload(path, 'Answers.csv', csvOf(...rows)),
  ).toMatchObject(ended)
  expect(
    await uploadPreviewed(body.id, ['7001,a.pdf,Bypassed,,']),
  ).toMatchObject({ status: 409, body: { error: /The file changed/ } })
  const applied = await uploadPreviewed(body.id, rows)
  expect(applied.status).toBe(200)
  await applyCapture(deps, applied.body.id, { isLast: false })
  expect(await findRow(committed, 'tdoc', { id: tdoc.id })).toMatchObject({
    tprResponse: 'RECEIVED',
  })
  expect(await uploadPreviewed(body.id, rows)).toMatchObject(ended)
})

test('a preview ends after 30 minutes, and a new one replaces it', async ({
  previewAt,
  uploadPreviewed,
  committed,
  now,
}) => {
  const minutesAgo = (minutes: number) =>
    new Date(now.getTime() - minutes * 60_000)
  const { id } = await previewAt([',,,,x'], minutesAgo(previewLimits.minutes))
  const message = /This preview has expired or was already applied/
  expect((await uploadPreviewed(id, [',,,,x'])).text).toMatch(message)
  const first = await previewAt([',,,,x'], minutesAgo(1))
  await previewAt([',,,,x'], now)
  expect((await uploadPreviewed(first.id, [',,,,x'])).text).toMatch(message)
  expect(await findRows(committed, 'capturePreview')).toHaveLength(1)
})

test('a preview whose Tdocs changed is refused, and names the rows', async ({
  vendor,
  preview,
  uploadPreviewed,
  aTdoc,
  committed,
  now,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const loan = { vendorId, buyerLoanNumber: '7001' }
  const first = await aTdoc({ ...loan, imageFileName: 'a.pdf' })
  await aTdoc({ ...loan, imageFileName: 'b.pdf' })
  const rows = ['7001,a.pdf,Received,,', '7001,b.pdf,Received,,']
  const { body } = await preview(...rows)
  const ctx = await ctxFor(committed, vendor.reviewer, now)
  await setResponse(ctx, first.id, { tprResponse: 'BY_PASSED' })

  const refused = await uploadPreviewed(body.id, rows)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error:
        'One row changed after the preview. Check the new preview, then apply it.',
      details: [
        { field: 'rows.2', error: 'Row 2, a.pdf: Response is now Bypassed' },
      ],
    },
  })
  expect(await findRows(committed, 'captureUpload')).toEqual([])
  const again = await preview(...rows)
  expect((await uploadPreviewed(again.body.id, rows)).status).toBe(200)
})

test('a Tdoc that changes between the upload and its job is not answered', async ({
  vendor,
  preview,
  uploadPreviewed,
  deps,
  aTdoc,
  committed,
  now,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
  const tdoc = await aTdoc({ vendorId, ...image })
  const rows = ['7001,a.pdf,Received,,']
  const { body } = await preview(...rows)
  const upload = await uploadPreviewed(body.id, rows)
  const ctx = await ctxFor(committed, vendor.reviewer, now)
  await setResponse(ctx, tdoc.id, { tprResponse: 'BY_PASSED' })
  await applyCapture(deps, upload.body.id, { isLast: false })
  expect(await findRow(committed, 'captureRow')).toMatchObject({
    reason: 'The Tdoc changed after the preview',
  })
  expect(await findRow(committed, 'tdoc', { id: tdoc.id })).toMatchObject({
    tprResponse: 'BY_PASSED',
  })
})

test('files that are too long for a preview say so, and a person has a limit per day', async ({
  previewAt,
  now,
}) => {
  const many = Array.from(
    { length: previewLimits.rows + 1 },
    (_, n) => `7001,${n}.pdf,Received,,`,
  )
  await expect(previewAt(many, now)).rejects.toMatchObject({
    code: 'bad_request',
    details: [{ field: 'rows' }],
  })
  const unknown = many.slice(0, previewLimits.loans + 1)
  const loans = unknown.map((row, n) => row.replace('7001', `9${n}`))
  await expect(previewAt(loans, now)).rejects.toMatchObject({
    details: [{ field: 'rows' }],
  })
  const bad = [',,,,x', ',,,,y']
  await previewAt(bad, now, 3)
  await expect(previewAt(bad, now, 3)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  const tomorrow = new Date(now.getTime() + 86_400_000)
  expect((await previewAt(bad, tomorrow, 3)).counts.REJECTED).toBe(2)
})

test('applying does what the preview said, whatever the file and the Tdocs', async ({
  vendor,
  previewAt,
  deps,
  aTdoc,
  committed,
  now,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const cell = (...values: string[]) => fc.constantFrom(...values)
  const row = fc
    .tuple(
      cell('7001', '8001', '6001', '9001', ''),
      cell('new.pdf', 'New.pdf', 'asked.pdf', 'answered.pdf', 'done.pdf', '?'),
      cell('Received', 'Not Reviewed', '', 'perhaps'),
      cell('', '2026-04-01', 'soon'),
      cell('', 'It came'),
    )
    .map((cells) => cells.join(','))
  const rows = fc.array(row, { minLength: 1, maxLength: 12 })
  let run = 0
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (file, createTdocs) => {
      run++
      const given = (name: string, change = {}) =>
        aTdoc({
          vendorId,
          buyerLoanNumber: '7001',
          imageFileName: `${run}${name}`,
          ...change,
        })
      await given('asked.pdf')
      await given('done.pdf', { status: 'COMPLETE' })
      await given('answered.pdf', {
        status: 'REVIEW_PENDING',
        tprResponse: 'RECEIVED',
        tprEstimatedDateOfReview: '2026-04-01',
      })
      const ownRows = file.map((line) => line.replace(',', `,${run}`))
      const preview = await previewAt(ownRows, now, 100_000)
      const stored = await deps.files.receive(
        ReadableStream.from([Buffer.from(csvOf(...ownRows))]),
      )
      const ctx = await ctxFor(committed, vendor.reviewer, now)
      const { id } = await uploadCapture(
        ctx,
        {
          key: await stored.keep(),
          name: 'Answers.csv',
          size: stored.size,
          sha256,
          type: 'CSV',
        },
        { createTdocs, preview: preview.id },
      )
      await applyCapture(deps, id, { isLast: false })
      const results = await committed
        .selectFrom('captureRow')
        .select(['rowNumber', 'reason'])
        .where('uploadId', '=', id)
        .orderBy('rowNumber')
        .execute()
      const isApplied = results.map(({ reason }) => reason === null)
      const wasPromised = preview.rows.map(
        ({ effect }) =>
          effect !== 'REJECTED' && (effect !== 'NEW' || createTdocs),
      )
      expect(isApplied).toEqual(wasPromised)
    }),
    { numRuns: 25 },
  )
})
