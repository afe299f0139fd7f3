import { buffer } from 'node:stream/consumers'
import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { tdocStatusLabels } from '@portal/contract/tdoc/model'
import { expect } from 'vitest'
import { test as base } from '../../../test/tdoc-makers.ts'
import { readWorkbook } from '../../../test/workbook.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { unzipped } from '../../lib/files/zip.ts'
import { listTdocs } from '../../tdoc/list/list.ts'
import { checkTdocDownload, exportTdocs } from './export-slvs.ts'

const bytesOf = async (ctx: Ctx, query: object, most = 1000) =>
  buffer(
    await exportTdocs(ctx, TdocListQuery.parse(query), {
      brandName: 'Harbor',
      most,
    }),
  )

const read = async (ctx: Ctx, query: object = {}) =>
  readWorkbook(await bytesOf(ctx, query))

/** Twelve Tdocs, with an underwriter and a reviewer who see them. */
const test = base
  .extend('ann', ({ a }) =>
    a.user({
      role: 'UNDERWRITER',
      name: 'Ann',
      holds: ['managePurchasedTdocs'],
    }),
  )
  .extend('reviewer', ({ a }) => a.user({ role: 'TPR' }))
  .extend('twelve', async ({ aTdoc, ann, reviewer }) => {
    for (let n = 0; n < 12; n++)
      await aTdoc({
        status: n % 3 ? 'NEW' : 'COMPLETE',
        sellerName: n % 2 ? 'ACME, Inc.' : 'Birch',
        borrowerLastName: `Marlow ${n % 4}`,
        currentLdStatus: 'Clear to Close',
        vendorId: n % 4 ? reviewer.companyId : null,
        loanKind: n % 6 ? 'ACTIVE' : 'PURCHASED',
        assignedUnderwriterId: n % 2 ? ann.id : null,
      })
  })

test('the Tdoc workbook has the rows of the table in the same order', async ({
  as,
  ann,
  reviewer,
  twelve: _,
}) => {
  const staff = await as(ann)
  const vendor = await as(reviewer)
  const cases: [Ctx, object][] = [
    [staff, {}],
    [staff, { sortBy: 'borrowerLastName', sortType: 'desc', page: 2, size: 1 }],
    [staff, { sellers: 'ACME, Inc.!', borrowers: 'Marlow 1!Marlow 3' }],
    [
      staff,
      {
        search: 'marlow',
        status: 'NEW',
        filterBy: 'assignedUnderwriter',
        filterByValue: ann.id,
      },
    ],
    [
      staff,
      { tableMode: 'PURCHASED_POST_PURCHASED', loanStatuses: 'Clear to Close' },
    ],
    [vendor, {}],
    [vendor, { search: 'ma' }],
  ]
  for (const [ctx, query] of cases) {
    const { items, total } = await listTdocs(
      ctx,
      TdocListQuery.parse({ ...query, page: 1, size: 100 }),
    )
    const { rows, about } = await read(ctx, query)
    expect(total).toBeGreaterThan(0)
    expect(
      rows.map((row) => [
        row['Harbor Loan Number'],
        row['Image File Name'],
        row.Status,
      ]),
    ).toEqual(
      items.map((item) => [
        item.buyerLoanNumber,
        item.imageFileName,
        tdocStatusLabels[item.status],
      ]),
    )
    expect(about.get('Tdocs')).toBe(String(total))
    expect(await checkTdocDownload(ctx, TdocListQuery.parse(query))).toEqual({
      count: total,
      most: 100_000,
    })
  }
})

test('the Tdoc workbook says what it was filtered by, and names no one of the buyer to a vendor', async ({
  as,
  ann,
  reviewer,
  twelve: _,
}) => {
  const byAnn = { filterBy: 'assignedUnderwriter', filterByValue: ann.id }
  const { about } = await read(await as(ann), {
    ...byAnn,
    search: 'marlow',
    status: 'NEW',
    loanNumbers: '',
  })
  expect(Object.fromEntries(about)).toMatchObject({
    Report: 'Harbor Tdocs',
    Table: 'Active',
    Search: 'marlow',
    Status: 'New',
    'Assigned Underwriter': ann.name,
    'Sorted by': 'SLA Status, ascending',
    'Downloaded by': ann.name,
  })
  const ofVendor = await read(await as(reviewer), byAnn)
  expect(ofVendor.about.get('Assigned Underwriter')).toBe('1 chosen')
})

test('a Tdoc workbook of too many rows, or of another person’s table, is refused', async ({
  a,
  as,
  ann,
  twelve: _,
}) => {
  await expect(bytesOf(await as(ann), {}, 5)).rejects.toMatchObject({
    statusCode: 400,
    message: /at most 5 Tdocs/,
  })
  const purchased = bytesOf(await as(await a.underwriter()), {
    tableMode: 'PURCHASED_POST_PURCHASED',
  })
  await expect(purchased).rejects.toMatchObject({ statusCode: 403 })
})

test('text in the Tdoc workbook is never a formula, and dates are in New York time', async ({
  a,
  as,
  aTdoc,
}) => {
  const evil = '=HYPERLINK("http://x")'
  const ctx = await as(await a.underwriter())
  await aTdoc({
    buyerLoanNumber: evil,
    sellerName: evil,
    borrowerLastName: '+1',
    productCode: '@SUM(A1)',
    currentLdStatus: '-1',
    // 8 PM of the day before in New York.
    tdocReceivedDate: new Date('2026-02-03T01:00:00Z'),
    tprEstimatedDateOfReview: '2026-03-10',
  })
  const { rows } = await read(ctx)
  expect(rows).toMatchObject([
    {
      'Harbor Loan Number': evil,
      'Seller Name': evil,
      'Borrower Last Name': '+1',
      'Tdoc Received Date/Time': new Date('2026-02-02T20:00:00Z'),
      'TPR Estimated Date of Review': new Date('2026-03-10T00:00:00Z'),
      'Review Category Progress': '0 of 0',
    },
  ])
  for (const [path, xml] of await unzipped(await bytesOf(ctx, {})))
    if (path.includes('worksheets')) expect(xml).not.toMatch(/<f[ >]|t="str"/)
})
