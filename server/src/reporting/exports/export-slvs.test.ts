import { buffer } from 'node:stream/consumers'
import { slaOn } from '@portal/contract/slv/clocks'
import { SlvFilter, SlvListQuery } from '@portal/contract/slv/list-query'
import { slvStatuses, slvStatusLabels } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import type { z } from 'zod'
import { answerVariances } from '../../../test/actions.ts'
import { test as base } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import { readWorkbook } from '../../../test/workbook.ts'
import {
  answerCondition,
  updateCondition,
} from '../../condition/change-conditions.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { unzipped } from '../../lib/files/zip.ts'
import { listSlvs } from '../../slv/list/list.ts'
import { makeFinalDecision } from '../../slv/review/decide.ts'
import { exportSlvs } from './export-slvs.ts'
import { describeFilters } from './filters.ts'
import { listRows } from './list-rows.ts'

const test = base.extend(
  'linesOf',
  ({ as }) =>
    async (asker: Actor, query: Record<string, string>) => {
      const lines = await describeFilters(
        await as(asker),
        SlvListQuery.parse({ tableMode: 'ALL', ...query }),
        'Harbor',
      )
      return new Map(lines)
    },
)

type Sent = z.input<typeof SlvListQuery>
const all = { tableMode: 'ALL' } as const

const bytesOf = async (ctx: Ctx, query: Sent = {}, most = 1000) =>
  buffer(
    await exportSlvs(ctx, SlvListQuery.parse(query), {
      brandName: 'Harbor',
      most,
    }),
  )

const read = async (ctx: Ctx, query: Sent = {}) =>
  readWorkbook(await bytesOf(ctx, query))

test('the workbook has the rows of the list in its order, for every filter, sort and role', async ({
  a,
  as,
}) => {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const seller = await a.seller(company.id, 'myCompanyView')
  const underwriter = await a.underwriter('viewSlvDepartment', 'manageSlr')
  for (const [index, status] of slvStatuses.entries())
    await a.slv({
      status,
      sellerId: seller.id,
      underwriterId: index % 2 ? underwriter.id : null,
      loanAmount: 300_000 + (index % 3) * 1000,
      borrowerLastName: index % 4 ? 'Marlow' : `Zhang ${index}`,
      ...(index % 5 === 0 && { type: 'POST', postCloseReason: 'Seller Error' }),
    })
  await a.slv({ borrowerLastName: 'Foreign' })

  const cases: [Actor, Sent][] = [
    [underwriter, { ...all, sortBy: 'loanAmount', sortType: 'desc' }],
    [
      underwriter,
      {
        ...all,
        sortBy: 'groupSlaStatus',
        status: 'REVIEW,SLR_REVIEW,APPROVED',
      },
    ],
    [underwriter, { ...all, search: 'zhang', sortBy: 'borrowerLastName' }],
    [underwriter, { ...all, departmentTableMode: 'TRANSFERRED' }],
    [underwriter, { ...all, type: 'POST', sellers: `${company.name}!` }],
    [underwriter, { tableMode: 'SLR' }],
    [underwriter, {}],
    [seller, { sortBy: 'status' }],
    [seller, { tableMode: 'MY_COMPANY', status: 'REVIEW' }],
    [bdd, { sortBy: 'buyerLoan', sortType: 'desc' }],
  ]
  for (const [actor, query] of cases) {
    const ctx = await as(actor)
    const { items, total } = await listSlvs(
      ctx,
      SlvListQuery.parse({ ...query, size: 100 }),
    )
    const { rows, about } = await read(ctx, query)
    expect(total).toBeGreaterThan(0)
    const shown = rows.map((row) => [
      row['Harbor Loan Number'],
      row.Status,
      row.Amount,
      row['Turn Time (Days)'],
    ])
    const statusOf = ({ statusInEffect, status }: (typeof items)[number]) =>
      slvStatusLabels[statusInEffect ?? status]
    expect(shown).toEqual(
      items.map((item) => [
        item.buyerLoan,
        statusOf(item),
        item.loanAmount,
        item.turnTime,
      ]),
    )
    expect(about.get('SLVs')).toBe(String(total))
  }
})

test('the workbook has typed cells: days of New York, money, shares, integers, signed points', async ({
  a,
  as,
}) => {
  const underwriter = await a.underwriter('viewSlvDepartment')
  await a.slv({
    status: 'APPROVED',
    // 8 PM of the day before in New York.
    date: new Date('2026-02-03T01:00:00Z'),
    decisionDate: new Date('2026-02-04T15:00:00Z'),
    loanAmount: 480_000.5,
    ltv: 64.52,
    priceAdjustment: -12.5,
    goodUntil: '2026-03-14',
    underwriterId: underwriter.id,
  })
  const { rows } = await read(await as(underwriter), all)
  expect(rows).toMatchObject([
    {
      Requested: new Date('2026-02-02T00:00:00Z'),
      Decided: new Date('2026-02-04T00:00:00Z'),
      Amount: 480_000.5,
      LTV: 0.6452,
      FICO: 655,
      DTI: 0.435,
      'Price Adjustment (bps)': -12.5,
      'Good Until': new Date('2026-03-14T00:00:00Z'),
      'Days Left': 10,
      Variances: 1,
      'Distance from Guideline': 'FICO 655 against ≥ 660: 5 points short',
    },
  ])
  const sheet =
    (await unzipped(await bytesOf(await as(underwriter), all))).get(
      'xl/worksheets/sheet1.xml',
    ) ?? ''
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toMatch(/<autoFilter ref="A1:[A-Z]+2"\/>/)
  expect(sheet).toContain('customWidth="true"')
})

test('the workbook has the conditions of approvals, and an answered one is not due', async ({
  a,
  as,
  db,
}) => {
  const [seller, underwriter] = [await a.seller(), await a.underwriter('myOwn')]
  const slv = await a.slv({
    sellerId: seller.id,
    companyId: seller.companyId,
    underwriterId: underwriter.id,
  })
  await answerVariances({ db }, slv.id)
  const [staffCtx, sellerCtx] = [await as(underwriter), await as(seller)]
  const prior = { timing: 'PRIOR_TO_FUNDING', libraryId: null } as const
  const { conditions = [] } = await makeFinalDecision(staffCtx, slv.id, {
    decision: 'APPROVED',
    decisionComment: 'Call before funding',
    conditions: [
      { ...prior, text: 'Two months of statements', dueOn: '2026-03-10' },
      { ...prior, text: 'Final title policy', dueOn: '2026-03-20' },
      { ...prior, text: 'Letter of explanation', dueOn: '2026-03-05' },
    ],
  })
  const [statements, title, letter] = conditions.map((condition) => ({
    id: slv.id,
    conditionId: condition.id,
  }))
  if (!statements || !title || !letter) throw new Error('There are no three')
  const comment = [
    'Two months of statements (prior to funding, by 03/10/2026)',
    'Final title policy (prior to funding, by 03/20/2026)',
    'Letter of explanation (prior to funding, by 03/05/2026)',
    'Call before funding',
  ].join('\n')
  const expectCells = async (cells: (string | number | null)[]) => {
    for (const ctx of [sellerCtx, staffCtx]) {
      const [row] = (await read(ctx)).rows
      const due = row?.['Conditions Due']
      expect([
        row?.['Open Conditions'],
        due instanceof Date ? due.toISOString() : due,
        row?.['Decision Subject To'],
      ]).toEqual(cells)
    }
  }
  await expectCells([3, '2026-03-05T00:00:00.000Z', comment])

  await updateCondition(staffCtx, letter, { status: 'MET' })
  await expectCells([2, '2026-03-10T00:00:00.000Z', comment])
  await answerCondition(sellerCtx, statements, { message: 'All pages' })
  await expectCells([2, '2026-03-20T00:00:00.000Z', comment])
  await updateCondition(staffCtx, title, {
    status: 'WAIVED',
    reason: 'Not needed',
  })
  await expectCells([1, null, comment])
  await setRows(db, 'slv', { id: slv.id }, { status: 'DECLINED' })
  await expectCells([null, null, 'Call before funding'])
})

test('the workbook of SLR or the trade desk has the clock of that review, as its list shows it', async ({
  a,
  as,
}) => {
  const reviewer = await a.underwriter(
    'manageSlr',
    'manageTradeDesk',
    'viewSlvDepartment',
  )
  const ctx = await as(reviewer)
  const days = {
    roundDays: 9,
    slrDays: 3,
    tdDays: 4,
    underwriterManagerId: reviewer.id,
    tradeDeskId: reviewer.id,
  }
  for (const status of [
    'SLR_REVIEW',
    'SLR_COMPLETED',
    'TD_REVIEW',
    'TD_COMPLETED',
  ] as const)
    await a.slv({ status, ...days })
  for (const [tableMode, clock, head] of [
    ['SLR', 'SLR', 'SLR SLA (Days)'],
    ['TRADE_DESK', 'TD', 'TD SLA (Days)'],
  ] as const) {
    const { items } = await listSlvs(
      ctx,
      SlvListQuery.parse({ tableMode, sortBy: 'status' }),
    )
    const { rows } = await read(ctx, { tableMode, sortBy: 'status' })
    expect(rows.map((row) => row[head] ?? null)).toEqual(
      items.map((slv) => slaOn(clock, slv)?.days ?? null),
    )
    expect(rows.map((row) => row[head] ?? null)).toContain(null)
    expect(rows[0]).toHaveProperty('SLA (Days)')
  }
  const { rows } = await read(ctx, all)
  expect(
    Object.keys(rows[0] ?? {}).filter((head) => head.includes('SLA')),
  ).toEqual(['SLA (Days)'])
})

test('the workbook keeps formulas and markup as text in every field that people write', async ({
  a,
  as,
  db,
}) => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '=HYPERLINK("http://x")',
    "'=1",
    '<f>1</f>&"',
    '_x000D_',
    'Żółć 北 🏠',
  ]
  const labels = {
    buyerLoan: 'Harbor Loan Number',
    sellerLoan: 'Seller Loan',
    borrowerLastName: 'Borrower',
    buyerNonAgencyProgram: 'Program',
    buyerNonAgencyProductName: 'Product',
    decisionComment: 'Decision Subject To',
  }
  const underwriter = await a.user({
    role: 'UNDERWRITER',
    holds: ['viewSlvDepartment'],
    name: '=1+1',
  })
  const ctx = await as(underwriter)
  for (const text of texts) {
    const { id } = await a.company()
    const name = `${text} ${id}`
    await setRows(db, 'company', { id }, { name })
    const sellerId = (await a.seller(id)).id
    const written = Object.fromEntries(
      Object.keys(labels).map((column) => [column, text]),
    )
    await a.slv({
      status: 'APPROVED',
      sellerId,
      underwriterId: underwriter.id,
      ...written,
    })
    const row = (await read(ctx, all)).rows.find(
      ({ Seller }) => Seller === name,
    )
    for (const label of Object.values(labels))
      expect(row?.[label], label).toBe(text)
  }
  const { about } = await read(ctx, { ...all, sellers: '=1+1!+1' })
  expect(about.get('Sellers')).toBe('=1+1, +1')
  for (const [path, xml] of await unzipped(await bytesOf(ctx, all)))
    if (path.includes('worksheets')) expect(xml).not.toMatch(/<f[ >]|t="str"/)
})

test('the workbook has no internal column for a seller', async ({ a, as }) => {
  const { head } = await read(await as(await a.seller()))
  expect(head.join()).not.toMatch(/SLR|Trade Desk|SLA|Last Change/)
  expect(
    (await read(await as(await a.underwriter('viewSlvDepartment')), all)).head,
  ).toContain('SLR Reviewer')
})

test('the workbook names its filters, who downloaded it and when', async ({
  a,
  as,
}) => {
  const underwriter = await a.underwriter('viewSlvDepartment')
  const colleague = await a.underwriter()
  await a.slv({ underwriterId: colleague.id, status: 'REVIEW' })
  const query = {
    ...all,
    status: 'REVIEW,APPROVED',
    underwriterIds: colleague.id,
    timeframe: 'CUSTOM',
    from: '2026-01-02',
    overdue: 'false',
    sortBy: 'ltv',
  } as const
  const { about } = await read(await as(underwriter), query)
  expect(Object.fromEntries(about)).toMatchObject({
    Report: 'Harbor SLVs',
    SLVs: '1',
    List: 'Department, All',
    Status: 'In Review, Approved',
    Underwriters: colleague.name,
    Timeframe: 'Custom Date Range',
    From: '01/02/2026',
    Overdue: 'Only not overdue',
    'Sorted by': 'LTV, ascending',
    'Downloaded by': underwriter.name,
    'Downloaded at': 'Mar 4, 2026, 10:00 AM (New York)',
  })
  // A seller can't look up names by id.
  const seller = await a.seller()
  const ofSeller = await read(await as(seller), {
    underwriterIds: colleague.id,
  })
  expect(ofSeller.about.get('Underwriters')).toBe('1 chosen')
})

test('the workbook is refused if the list is, or if it would be too long', async ({
  a,
  as,
}) => {
  const seller = await as(await a.seller())
  await expect(bytesOf(seller, all)).rejects.toMatchObject({ statusCode: 403 })
  for (const query of [
    { sortBy: 'groupSlaStatus' },
    { status: 'SLR_REVIEW' },
  ] as const)
    await expect(bytesOf(seller, query)).rejects.toMatchObject({
      statusCode: 400,
    })
  const owner = await a.seller()
  for (let count = 0; count < 2; count++) await a.slv({ sellerId: owner.id })
  await expect(bytesOf(await as(owner), {}, 1)).rejects.toMatchObject({
    statusCode: 400,
    message:
      'A workbook can have at most 1 SLVs. Narrow the list with a filter.',
  })
})

test('the workbook leaves out SLVs that are no longer visible, and ends with its client', async ({
  a,
  as,
  db,
}) => {
  const underwriter = await a.underwriter()
  const ctx = await as(underwriter)
  const own = () => a.slv({ underwriterId: underwriter.id })
  const [kept, gone] = [await own(), await own()]
  await setRows(db, 'slv', { id: gone.id }, { underwriterId: null })
  const { slvs, order } = await listRows(ctx, [gone.id, kept.id], true)
  expect([slvs.buyerLoan, order]).toEqual([[kept.buyerLoan], [0]])

  const bytes = await exportSlvs(ctx, SlvListQuery.parse({}), {
    brandName: 'Harbor',
  })
  await bytes.next()
  expect(await bytes.return(undefined)).toMatchObject({ done: true })
  expect(await bytes.next()).toMatchObject({ done: true })
})

test("only the buyer's people in a filter are named", async ({
  a,
  linesOf,
}) => {
  const asker = await a.underwriter('viewSlvDepartment')
  const underwriter = await a.underwriter()
  const [bdd, ubdd] = [
    await a.user({ role: 'BDD', name: 'Ann' }),
    await a.user({ role: 'UBDD', name: 'Ben' }),
  ]
  const others = [await a.user({ role: 'TPR' }), await a.seller()]
  const everyone = [underwriter, bdd, ubdd, ...others]
    .map(({ id }) => id)
    .join()
  const lines = await linesOf(asker, {
    underwriterIds: everyone,
    bdds: everyone,
  })
  const named = ['Ann Tester', 'Ben Tester', underwriter.name].sort().join(', ')
  const withRest = `${named} and 2 more`
  expect([lines.get('Underwriters'), lines.get('BDDs')]).toEqual([
    withRest,
    withRest,
  ])
  const known = await linesOf(asker, { underwriterIds: `${bdd.id},${ubdd.id}` })
  expect(known.get('Underwriters')).toBe('Ann Tester, Ben Tester')
  for (const { id } of others) {
    const one = await linesOf(asker, { underwriterIds: id, bdds: id })
    expect([one.get('Underwriters'), one.get('BDDs')]).toEqual([
      '1 chosen',
      '1 chosen',
    ])
  }
})

test('every filter is described', async ({ a, linesOf }) => {
  const asker = await a.underwriter('viewSlvDepartment')
  const all = {
    tableMode: 'ALL',
    departmentTableMode: 'TRANSFERRED',
    search: 'Marlow',
    status: 'REVIEW',
    sellers: 'Birch',
    ownerIds: asker.id,
    bdds: asker.id,
    underwriterIds: asker.id,
    productCodes: 'WVOE',
    type: 'POST',
    timeframe: 'CUSTOM',
    from: '2026-01-01',
    to: '2026-01-31',
    overdue: 'true',
    states: 'CA,NY',
    occupancies: 'S',
    reasons: 'DTI',
    conditions: 'OPEN',
    has: 'dscr,reserves',
    due: 'OVERDUE,TODAY',
    decidedSince: '2026-01-05',
    like: 'CREDIT_SCORE:10:20:0195c2d4-7b1e-7c3a-9f00-1234567890ab',
    loanAmount: '300000..500000',
    creditScore: '..660',
    ltv: '70..',
    slrReviewerIds: asker.id,
    tradeDeskIds: asker.id,
    part: 'OPEN',
    figuresChanged: 'true',
    expired: 'true',
  }
  expect(
    Object.keys(all).sort(),
    'Give each filter a value in `all` above',
  ).toEqual(
    // Underwriters don't have it.
    Object.keys(SlvFilter.shape)
      .filter((key) => key !== 'needsYou')
      .sort(),
  )
  const without = await linesOf(asker, {})
  const lines = await linesOf(asker, all)
  expect(lines.get('List')).not.toBe(without.get('List'))
  // The list and its sort are always described; the three keys of the list
  // share a line.
  expect(lines.size - without.size).toBe(Object.keys(all).length - 3)
  expect(lines.get('List')).toBe('Department, Transferred, To do')
  expect(lines.get('State')).toBe('CA, NY')
  expect(lines.get('Occupancy')).toBe('Second Home')
  expect(lines.get('Has a value for')).toBe('DSCR, Reserves')
  expect(lines.get('Loan Amount')).toBe('$300,000 – $500,000')
  expect(lines.get('FICO')).toBe('up to 660')
  expect(lines.get('Due')).toBe('Overdue, Due today')
  expect(lines.get('Decided since')).toBe('01/05/2026')
  expect(lines.get('Expired')).toBe('Yes')
})
