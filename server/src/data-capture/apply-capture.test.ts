import { Readable } from 'node:stream'
import { captureLimits } from '@portal/contract/data-capture/model'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect } from 'vitest'
import { test as base, captureHeader } from '../../test/capture.ts'
import { loanOf } from '../../test/makers.ts'
import { inTheStore } from '../../test/upload.ts'
import { sweepFiles } from '../document/sweep-files.ts'
import { applyCapture, type CaptureDeps } from './apply-capture.ts'

const more = { isLast: false }
const csvOf = (...rows: string[]) => [captureHeader, ...rows].join('\n')

const test = base
  .extend(
    'apply',
    ({ deps }) =>
      (id: string, change: Partial<CaptureDeps> = {}, limitMs?: number) =>
        applyCapture({ ...deps, ...change }, id, more, limitMs),
  )
  .extend(
    'countTdocs',
    ({ committed }) =>
      async () =>
        (await committed.selectFrom('tdoc').select('id').execute()).length,
  )

describe('a data-capture file', () => {
  test('answers known Tdocs, creates others, lists rejects', async ({
    committed,
    made,
    vendor,
    apply,
    aTdoc,
  }) => {
    const { companyId: vendorId } = vendor.reviewer
    const known = await aTdoc({
      vendorId,
      buyerLoanNumber: '7001',
      imageFileName: 'Known.pdf',
    })
    const complete = await aTdoc({
      vendorId,
      buyerLoanNumber: '7001',
      imageFileName: 'done.pdf',
      status: 'COMPLETE',
    })
    const others = await aTdoc({
      vendorId: (await made.company('TPR_VENDOR')).id,
      imageFileName: 'others.pdf',
    })
    const sent = await vendor.upload(
      'Answers.csv',
      csvOf(
        '7001,known.PDF,Received,03/10/2026,It came',
        '8001,new.pdf,NOT_RECEIVED,,',
        '9999,unknown.pdf,Received,11/30/2026,=cmd()',
        '8001,others.pdf,Received,,',
        '7001,done.pdf,Received,,',
        '8888,known.pdf,Received,,',
        '8002,bad.pdf,perhaps,,',
      ),
    )
    expect(sent).toMatchObject({
      status: 200,
      body: { state: 'PROCESSING', rows: null, fileName: 'Answers.csv' },
    })
    expect(await made.jobsOf('apply-capture')).toEqual([
      { uploadId: sent.body.id },
    ])

    await apply(sent.body.id)
    expect(await vendor.table()).toMatchObject({
      total: 1,
      items: [
        {
          state: 'PARTLY_APPLIED',
          rows: 7,
          applied: 2,
          rejected: 5,
          problem: null,
        },
      ],
    })
    const answer = {
      status: 'REVIEW_PENDING',
      tprResponse: 'RECEIVED',
      tprEstimatedDateOfReview: '2026-03-10',
    }
    expect((await vendor.get(`/v1/tdocs/${known.id}`)).body).toMatchObject(
      answer,
    )
    const created = {
      buyerLoanNumber: '8001',
      tprResponse: 'NOT_RECEIVED',
      createdById: vendor.reviewer.id,
    }
    expect(
      await committed
        .selectFrom('tdoc')
        .selectAll()
        .where('imageFileName', '=', 'new.pdf')
        .execute(),
    ).toMatchObject([{ type: 'AUTOMATIC', vendorId, ...created }])
    for (const { id, version } of [complete, others])
      expect(
        await committed
          .selectFrom('tdoc')
          .select('version')
          .where('id', '=', id)
          .execute(),
      ).toEqual([{ version }])

    const rejects = await vendor.get(
      `/v1/data-capture-tpr/${sent.body.id}/rejects`,
    )
    expect(rejects.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(rejects.headers.get('content-disposition')).toContain(
      'Answers rejects.csv',
    )
    const [titles, ...lines] = rejects.text.trim().split('\r\n')
    expect(titles).toContain(`${captureHeader},Row,Reason`)
    expect(lines.map((line) => line.replace(/^.*?,(\d+,)/, '$1'))).toEqual([
      expect.stringContaining('LoanDock does not have this loan'),
      expect.stringContaining('This image file name is already in use'),
      expect.stringContaining('The Tdoc is now Complete'),
      expect.stringContaining('This image is already listed in row 2'),
      expect.stringContaining('The response is not one of'),
    ])
    // The cells are as the sender wrote them, and a formula is text.
    expect(lines[0]).toMatch(
      /^9999,unknown\.pdf,Received,11\/30\/2026,"'=cmd\(\)"/,
    )
  })

  test('creates Tdocs only on request', async ({
    committed,
    made,
    vendor,
    apply,
    withLoans,
    countTdocs,
    aTdoc,
  }) => {
    const { id: otherVendor } = await made.company('TPR_VENDOR')
    await aTdoc({
      vendorId: vendor.reviewer.companyId,
      buyerLoanNumber: '7001',
      imageFileName: 'known.pdf',
    })
    await aTdoc({
      vendorId: otherVendor,
      buyerLoanNumber: '8001',
      imageFileName: 'others.pdf',
    })
    const rows = [
      '7001,known.pdf,Received,,',
      '8001,new.pdf,Received,,',
      '8001,others.pdf,Received,,',
    ]
    const send = async (
      createTdocs: boolean,
      change: Partial<CaptureDeps> = {},
    ) => {
      const { body } = await vendor.upload(
        'Answers.csv',
        csvOf(...rows),
        {},
        createTdocs,
      )
      await apply(body.id, change)
      const results = committed
        .selectFrom('captureRow')
        .select('reason')
        .where('uploadId', '=', body.id)
      return (await results.orderBy('rowNumber').execute()).map(
        ({ reason }) => reason,
      )
    }
    const unknown = 'Your company has no Tdoc with this image file name'
    const noLoanDock = withLoans(() =>
      Promise.reject(new Error('LoanDock must not be called')),
    )
    expect(await send(false, noLoanDock)).toEqual([null, unknown, unknown])
    expect(await countTdocs()).toBe(2)
    expect(await send(true)).toEqual([
      null,
      null,
      'This image file name is already in use',
    ])
    expect(await countTdocs()).toBe(3)
  })

  test('can name a loan by the seller’s number, also again', async ({
    vendor,
    applyRows,
    deps,
    withLoans,
  }) => {
    const loan = loanOf('T1', { loanNumber: '8001', kind: 'TPR' })
    const byBoth = withLoans(async (number) =>
      number === 'ACME-1' ? loan : deps.loanDock.findLoan(number),
    )
    for (const number of ['ACME-1', 'ACME-1', '8001', '8002'])
      await applyRows([`${number},a.pdf,Received,,`], byBoth)
    const states = (await vendor.table()).items.map(({ state }) => state)
    expect(states).toEqual(['REJECTED', 'APPLIED', 'APPLIED', 'APPLIED'])
  })

  test('is applied once, even after a kill', async ({
    committed,
    vendor,
    deps,
    apply,
    withLoans,
    countTdocs,
  }) => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => `8${index},image ${index}.pdf,Received,,"said ${index}"`,
    )
    const { body } = await vendor.upload('Answers.csv', csvOf(...rows))
    let calls = 0
    const killed = withLoans(async (number) => {
      calls++
      if (calls > 105) throw new Error('out of memory')
      return deps.loanDock.findLoan(number)
    })
    await expect(apply(body.id, killed)).rejects.toThrow(/out of memory/)
    expect(await vendor.table()).toMatchObject({
      items: [{ state: 'PROCESSING', rows: 120, applied: 100 }],
    })
    await Promise.all([apply(body.id), apply(body.id)])
    await apply(body.id)
    expect(await vendor.table()).toMatchObject({
      items: [{ state: 'APPLIED', rows: 120, applied: 120, rejected: 0 }],
    })
    expect(await countTdocs()).toBe(120)
    const responses = committed
      .selectFrom('tdocHistory')
      .select('tdocId')
      .where('action', '=', 'set-response')
    expect(await responses.execute()).toHaveLength(120)
  })

  test('is continued by the next job after the time limit', async ({
    made,
    vendor,
    apply,
  }) => {
    const { body } = await vendor.upload(
      'Answers.csv',
      csvOf('8001,a.pdf,Received,,'),
    )
    await apply(body.id, {}, -1)
    expect((await vendor.table()).items).toMatchObject([
      { state: 'PROCESSING', applied: 0 },
    ])
    expect(await made.jobsOf('apply-capture')).toHaveLength(1)
    await apply(body.id)
    expect((await vendor.table()).items).toMatchObject([
      { state: 'APPLIED', applied: 1 },
    ])
  })

  test('is not applied if the sender was deactivated', async ({
    committed,
    vendor,
    apply,
    countTdocs,
  }) => {
    const { body } = await vendor.upload(
      'Answers.csv',
      csvOf('8001,a.pdf,Received,,'),
    )
    await committed
      .updateTable('appUser')
      .set({ status: 'INACTIVE' })
      .where('id', '=', vendor.reviewer.id)
      .execute()
    await apply(body.id)
    expect(
      await committed.selectFrom('captureUpload').select('state').execute(),
    ).toEqual([{ state: 'REJECTED' }])
    expect(await countTdocs()).toBe(0)
  })

  test('can be a workbook; other types and wrong titles are refused', async ({
    vendor,
    apply,
  }) => {
    const rows = [captureHeader.split(','), [8001, 'a.pdf', 'received', 46085]]
    const book = new Uint8Array(
      await writeXlsx({ sheets: [{ name: 'A', rows }] }),
    )
    const sent = await vendor.upload('Answers.xlsx', book)
    await apply(sent.body.id)
    expect((await vendor.table()).items).toMatchObject([
      { state: 'APPLIED', applied: 1 },
    ])
    const wrong = await vendor.upload('Wrong titles.csv', 'Loan,Image\n1,2')
    await apply(wrong.body.id)
    const problem = expect.stringContaining('an unknown column "Loan"')
    expect((await vendor.table()).items[0]).toMatchObject({
      state: 'REJECTED',
      problem,
    })
    for (const [name, content, status] of [
      ['Answers.xlsx', 'a,b', 400],
      ['Answers.pdf', '%PDF-1.7', 400],
      ['Answers.csv', book, 400],
      ['Answers.csv', '', 400],
      ['Answers.csv', new Uint8Array(captureLimits.bytes + 1).fill(65), 413],
    ] as const)
      expect((await vendor.upload(name, content)).status).toBe(status)
    expect((await vendor.table()).total).toBe(2)
  })
})

test('an unchanged table of uploads is a 304', async ({ vendor }) => {
  const get = async (headers = {}) =>
    vendor.get('/v1/data-capture-tpr/table', headers)
  await vendor.upload('Answers.csv', csvOf('8001,a.pdf,Received,,'))
  const known = { 'if-none-match': (await get()).headers.get('etag') ?? '' }
  expect((await get(known)).status).toBe(304)
  await vendor.upload('More.csv', csvOf('8002,b.pdf,Received,,'))
  expect((await get(known)).status).toBe(200)
})

test('the templates can be uploaded as they are', async ({ vendor, apply }) => {
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes, status } = await vendor.bytes(
      `/v1/data-capture-tpr/template?format=${format}`,
    )
    expect(status).toBe(200)
    const sent = await vendor.upload(
      `Template.${format}`,
      new Uint8Array(bytes),
    )
    await apply(sent.body.id)
    expect((await vendor.table()).items[0]).toMatchObject({
      state: 'REJECTED',
      rows: 2,
      rejected: 2,
      problem: null,
    })
  }
})

test('files of uploads and images of Tdocs are not swept', async ({
  committed,
  vendor,
  deps,
  store,
  aTdoc,
}) => {
  await vendor.upload('Answers.csv', csvOf('8001,a.pdf,Received,,'))
  const keep = async (text: string) =>
    (await store.files.receive(Readable.from([Buffer.from(text)]))).keep()
  const imageKey = await keep('an image')
  await aTdoc({
    imageKey,
    imageType: 'PDF',
    imageSize: 8,
    imageSha256: Buffer.alloc(32),
  })
  await keep('without a row')
  await sweepFiles({ ...deps, clock: () => new Date('2040-01-01T00:00:00Z') })
  const { fileKey } = await committed
    .selectFrom('captureUpload')
    .select('fileKey')
    .executeTakeFirstOrThrow()
  const kept = (await inTheStore(store.folder)).map(({ name }) => name)
  expect(kept.toSorted()).toEqual(
    [fileKey, imageKey].map((key) => key.split('/')[1]).toSorted(),
  )
})
