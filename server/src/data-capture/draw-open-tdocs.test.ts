import { buffer } from 'node:stream/consumers'
import { imageFileName } from '@portal/contract/tdoc/api'
import { tprResponseLabels, tprResponses } from '@portal/contract/tdoc/model'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { captureHeader, test } from '../../test/capture.ts'
import { ctxFor } from '../../test/makers.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { applyCapture } from './apply-capture.ts'
import { drawOpenTdocs } from './draw-open-tdocs.ts'
import { drawTable } from './draw-table.ts'
import { readTable } from './read-capture.ts'

const formats = ['csv', 'xlsx'] as const

const cellsOf = async (format: 'csv' | 'xlsx', bytes: Uint8Array) => {
  const type = format === 'csv' ? 'CSV' : 'XLSX'
  const read = await readTable({ of: 'CAPTURE', type, name: 'a', bytes })
  const lines = read.batches.flatMap((batch) => JSON.parse(batch))
  return lines.map(({ cells }) => cells)
}

test('a table reads as it was drawn, whatever the image names and comments', async () => {
  const anyName = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((name) => imageFileName.safeParse(name).data ?? 'a.pdf')
  const riskyName = fc
    .tuple(fc.constantFrom("'=", '=', "''+", '-', '@', "'"), anyName)
    .map(([start, name]) => imageFileName.safeParse(start + name).data ?? '=')
  const row = fc
    .record({
      name: fc.oneof(anyName, riskyName),
      comment: fc.oneof(anyName, riskyName),
      response: fc.constantFrom(...tprResponses),
    })
    .map(({ name, comment, response }) => [
      '7001',
      name,
      tprResponseLabels[response],
      '03/04/2026',
      comment,
    ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...formats),
      async (rows, format) => {
        const drawn = drawTable({
          format,
          name: 'Open Tdocs',
          brandName: 'Harbor',
          batches: [rows],
          about: [],
        })
        expect(await cellsOf(format, await buffer(drawn))).toEqual(rows)
      },
    ),
    { numRuns: 60 },
  )
})

test('reviewers download their open Tdocs, and the file has no effect until it is changed', async ({
  vendor,
  deps,
  aTdoc,
  made,
  committed,
  now,
}) => {
  const { companyId: vendorId } = vendor.reviewer
  const ben = await made.user({ role: 'UNDERWRITER' })
  const pending = { status: 'REVIEW_PENDING', vendorId } as const
  const given = (imageFileName: string, change = {}) =>
    aTdoc({ vendorId, buyerLoanNumber: '7001', imageFileName, ...change })
  await given('=new.pdf')
  await given("'=answered.pdf", {
    ...pending,
    tprResponse: 'NOT_REVIEWED',
    tprEstimatedDateOfReview: '2026-04-01',
  })
  const returned = await given('Returned.pdf', {
    ...pending,
    tprResponse: 'RECEIVED',
    tprEstimatedDateOfReview: '2026-04-02',
  })
  const later = new Date(now.getTime() + 60_000)
  await setStatus(await ctxFor(committed, ben, later), [returned.id], 'NEW')
  await given('Complete.pdf', { status: 'COMPLETE' })
  await given('Escalation.pdf', {
    type: 'ESCALATION',
    originalTdocId: returned.id,
  })
  await aTdoc({
    vendorId: (await made.company('TPR_VENDOR')).id,
    imageFileName: 'Theirs.pdf',
  })

  const counted = ['tdocHistory', 'comment', 'notification'] as const
  const count = async () => {
    const rows = counted.map((table) => findRows(committed, table))
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  const before = await count()
  const ctx = await ctxFor(committed, vendor.reviewer, later)
  for (const format of formats) {
    const bytes = await buffer(drawOpenTdocs(ctx, format, 'Harbor'))
    expect(await cellsOf(format, bytes)).toEqual([
      // These two wait for the reviewer.
      ['7001', "'=answered.pdf", 'Not Reviewed', '04/01/2026', ''],
      ['7001', 'Returned.pdf', '', '04/02/2026', ''],
      ['7001', '=new.pdf', '', '', ''],
    ])
    const { body } = await vendor.upload(
      `Open Tdocs.${format}`,
      new Uint8Array(bytes),
    )
    await applyCapture(deps, body.id, { isLast: false })
    expect(await findRow(committed, 'captureUpload', { id: body.id })).toEqual(
      expect.objectContaining({
        state: 'APPLIED',
        appliedCount: 3,
        problem: null,
      }),
    )
  }
  expect(await count()).toEqual(before)
})

test('the workbook offers the responses as a list, the CSV has no formulas', async ({
  vendor,
  aTdoc,
  committed,
  now,
}) => {
  await aTdoc({
    vendorId: vendor.reviewer.companyId,
    buyerLoanNumber: '7001',
    imageFileName: '=1+1.pdf',
  })
  const { text, headers } = await vendor.get('/v1/tdocs/template?format=csv')
  expect(headers.get('content-disposition')).toContain('Open Tdocs.csv')
  expect(text.replace('\ufeff', '')).toBe(
    `${captureHeader}\r\n7001,"'=1+1.pdf",,,\r\n`,
  )
  const ctx = await ctxFor(committed, vendor.reviewer, now)
  const bytes = await buffer(drawOpenTdocs(ctx, 'xlsx', 'Harbor'))
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]?.dataValidations).toMatchObject([
    {
      type: 'list',
      values: Object.values(tprResponseLabels),
      range: 'C2:C1048576',
    },
  ])
})
