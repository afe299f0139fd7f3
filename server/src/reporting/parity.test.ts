import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { slvsBehind } from '@portal/contract/reporting/target'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { slvStatuses } from '@portal/contract/slv/status'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/house.ts'
import { plainCapacity, plainSummary, readPlain } from '../../test/plain-figures.ts'
import { countCapacity } from './count-capacity.ts'
import { checkDownload } from './export-slvs.ts'
import { keepFigures } from './keep-figures.ts'
import { summariseSlvs } from './summarise-slvs.ts'

/** Instants at the edges of New York's days, months, years and clocks. */
const edges = [
  '2025-03-09T06:59:59.999Z', // the last second before the clocks go on
  '2025-03-09T07:00:00Z',
  '2025-11-02T05:30:00Z', // twice half past one
  '2025-11-02T06:30:00Z',
  '2025-12-01T04:59:59.999Z', // November in New York, December in UTC
  '2025-12-01T05:00:00Z',
  '2026-01-01T04:59:59.999Z',
  '2026-01-01T05:00:00Z',
  '2026-01-31T12:00:00Z',
  '2026-02-04T04:59:59Z', // a month before today
  '2026-02-04T05:00:00Z',
  '2026-02-17T05:00:00Z', // 15 days before today
  '2026-02-17T04:59:59Z',
  '2026-02-28T23:30:00Z',
  '2026-03-01T04:30:00Z',
  '2026-03-04T14:59:00Z',
]
const programs = ['DSCR Prime', 'DSCR Multi', 'Bank Statement 12', 'WVOE', 'Jumbo Prime', 'P&L Only', null]
const askedReasons = ['Credit Score', 'LTV / CLTV', 'DTI', 'DSCR', 'Other', 'Title / Vesting'] as const

/** Repeats with the same seed: no test depends on luck. */
const makeDice = (seed: number) => {
  let state = seed
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(roll() * values.length)]
    if (value === undefined) throw new Error('Nothing to pick from')
    return value
  }
  return { roll, pick }
}

const test = base.extend('crowd', async ({ a, db, as }) => {
  const { roll, pick } = makeDice(7)
  const bdd = await a.user({ role: 'BDD' })
  const companies = [await a.company('SELLER', bdd.id), await a.company(), await a.company()]
  // Two companies of one name are one seller to whoever filters by it.
  await db
    .updateTable('company')
    .set({ name: 'Twin, Inc.' })
    .where(
      'id',
      'in',
      companies.slice(1).map(({ id }) => id),
    )
    .execute()
  const sellers = []
  for (const company of companies) sellers.push(await a.seller(company.id))
  const underwriters = [
    await a.user({ role: 'UNDERWRITER', holds: ['viewSlvDepartment', 'manageSlr', 'manageTradeDesk'], name: 'Ada' }),
    await a.user({ role: 'UNDERWRITER', name: 'Ben' }),
    await a.user({ role: 'UNDERWRITER', name: 'Ben' }),
  ]
  for (let n = 0; n < 150; n++) {
    const type = pick(['PRE', 'PRE', 'POST'] as const)
    const has = <T>(value: T) => (roll() < 0.8 ? value : null)
    const { id } = await a.slv({
      status: pick(slvStatuses),
      type,
      postCloseReason: type === 'POST' ? 'Seller Error' : null,
      sellerId: pick(sellers).id,
      underwriterId: pick([null, ...underwriters])?.id ?? null,
      underwriterManagerId: pick([null, ...underwriters])?.id ?? null,
      tradeDeskId: pick([null, ...underwriters])?.id ?? null,
      resubmitCount: pick([0, 0, 1, 2]),
      date: new Date(pick(edges)),
      buyerNonAgencyProgram: pick(programs),
      state: pick(['CA', 'NY', 'TX', null]),
      occupancy: pick(['P', 'S', 'I', 'U', null]),
      loanAmount: has(pick([100_000, 480_000.01, 999_999_999.99, 0, 123_456.78])),
      creditScore: has(600 + Math.floor(roll() * 200)),
      ltv: has(Math.round(roll() * 9000) / 100),
      dti: has(Math.round(roll() * 5000) / 100),
      dscr: has(Math.round(roll() * 2000) / 1000),
      totalPostCloseReservesAmount: has(Math.round(roll() * 1e7) / 100),
      buyerDays: Math.floor(roll() * 12),
    })
    if (roll() < 0.1) await db.deleteFrom('slvRequest').where('slvId', '=', id).execute()
    for (let more = Math.floor(roll() * 3); more > 0; more--)
      await db
        .insertInto('slvRequest')
        .values({ slvId: id, position: 1 + more, reason: pick(askedReasons) })
        .execute()
  }
  const keeper = keepFigures(db)
  const [ada] = underwriters
  if (!ada) throw new Error('Ada is there')
  return {
    bdd,
    companies,
    underwriters,
    ctx: await as(ada),
    summarise: summariseSlvs(keeper),
    count: countCapacity(keeper),
  }
})

const some = <T extends string>(values: readonly T[], separator = ',') =>
  fc.option(
    fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join(separator)),
    { nil: undefined, freq: 3 },
  )
const given = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
const timeframe = fc.oneof(
  fc.constant({}),
  fc.constantFrom('LAST_15_DAYS', 'LAST_MONTH', 'BEGINNING_OF_TIME').map((name) => ({ timeframe: name })),
  fc
    .tuple(
      fc.constantFrom('2025-03-08', '2025-11-02', '2025-11-30', '2026-01-01'),
      fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-04'),
    )
    .map(([from, to]) => ({ timeframe: 'CUSTOM', from, to })),
)

describe('every figure', () => {
  test('is what plain loops over the rows count, for every filter, and what the lists and the workbook hold', async ({
    crowd,
    db,
  }) => {
    const { ctx, underwriters, bdd, companies, summarise } = crowd
    const rows = await readPlain(db)
    const people = underwriters.map(({ id }) => id)
    const query = fc
      .tuple(
        fc.record({
          status: some(reportedStatuses),
          type: some(['PRE', 'POST']),
          sellers: some([companies[0]?.name ?? '', 'Twin, Inc.', 'Nobody'], '!'),
          bdds: some([bdd.id, people[0] ?? '']),
          underwriterIds: some(people),
          productCodes: some(['DSCR Prime', 'WVOE', 'None']),
          tableMode: fc.constantFrom(undefined, undefined, 'ALL', 'MY_OWN', 'SLR', 'TRADE_DESK'),
          departmentTableMode: fc.constantFrom(undefined, 'ALL', 'TRANSFERRED'),
          topLimit: fc.constantFrom(undefined, '5', '10'),
        }),
        timeframe,
      )
      .map(([filter, time]) => SummaryQuery.parse(given({ ...filter, ...time })))
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const answer = await summarise(ctx, asked)
        expect(answer).toMatchObject(plainSummary(rows, asked, ctx))
        const behind = slvsBehind(ctx.actor, asked, {}, '2026-03-04')
        const listed = behind
          ? (await checkDownload(ctx, SlvListQuery.parse({ tableMode: 'ALL', ...behind.search }))).count
          : 0
        expect(listed).toBe(answer.totalRequests)
      }),
      { numRuns: 150, seed: 5 },
    )
  })

  test('of the capacity table is what plain loops count, and the parts of each add up', async ({ crowd, db }) => {
    const { ctx, underwriters, count } = crowd
    const rows = await readPlain(db)
    const query = fc
      .tuple(
        fc.record({
          countBy: fc.constantFrom(undefined, 'STATUS', 'MONTH'),
          statuses: some(['REVIEW_PENDING', 'IN_REVIEW', 'TRANSFERRED', 'WITHDRAWALS', 'COMPLETED']),
          uwcType: some(['PRE', 'POST']),
          uwcUnderwriterIds: some(underwriters.map(({ id }) => id)),
          months: some(['2025-11', '2025-12', '2026-01', '2026-03']),
        }),
        timeframe,
      )
      .map(
        ([filter, { timeframe: uwcTimeframe, from: uwcFrom, to: uwcTo }]: [
          Record<string, string | undefined>,
          Record<string, string>,
        ]) => CapacityQuery.parse(given({ ...filter, uwcTimeframe, uwcFrom, uwcTo })),
      )
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const answer = await count(ctx, asked)
        const idle = answer.rows.filter(({ totalUnits }) => totalUnits === 0)
        const plain = plainCapacity(rows, asked, ctx)
        expect({ ...answer, rows: answer.rows.filter((row) => !idle.includes(row)) }).toMatchObject(plain)
        expect(idle.every(({ underwriterId }) => asked.uwcUnderwriterIds?.includes(underwriterId))).toBe(true)
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        for (const line of [...answer.rows, answer.totals])
          expect(sum(line.countBy.map((cell) => cell.count))).toBe(line.totalUnits)
        expect(sum(answer.rows.map(({ totalUnits }) => totalUnits))).toBe(answer.totals.totalUnits)
      }),
      { numRuns: 150, seed: 5 },
    )
  })

  test('adds up: parts to totals, percentages to 100', async ({ crowd }) => {
    const { ctx, summarise } = crowd
    const hundredths = (values: number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0)
    for (const query of [{}, { type: 'POST' }, { timeframe: 'LAST_MONTH' }, { productCodes: 'WVOE', topLimit: '10' }]) {
      const told = await summarise(ctx, SummaryQuery.parse(query))
      const { pre, post } = told.prePostBreakdown
      expect(pre.count + post.count).toBe(told.totalRequests)
      expect(told.statusGroups.reduce((sum, { count }) => sum + count, 0)).toBe(told.totalRequests)
      expect(told.requestsOverTime.reduce((sum, { PRE, POST }) => sum + PRE + POST, 0)).toBe(told.totalRequests)
      expect(hundredths([pre.percentage, post.percentage])).toBe(10_000)
      expect(hundredths(told.statusGroups.map(({ percentage }) => percentage))).toBe(10_000)
      expect(hundredths(told.occupancyDistribution.map(({ value }) => value))).toBe(10_000)
      for (const list of ['topPrograms', 'topReasons', 'topSellers', 'topStates'] as const) {
        const { others, notGiven, over } = told.top[list]
        expect(hundredths([...told[list].map(({ value }) => value), others.value, notGiven.value])).toBe(10_000)
        expect(told[list].reduce((sum, { count }) => sum + count, others.count + notGiven.count)).toBe(over)
      }
    }
  })

  test('is nothing where nothing is found', async ({ crowd }) => {
    const told = await crowd.summarise(crowd.ctx, SummaryQuery.parse({ sellers: 'Nobody' }))
    expect(told).toMatchObject({
      totalRequests: 0,
      avgTurnTime: null,
      totalVolume: 0,
      requestsOverTime: [],
      topStates: [],
    })
    expect(told.prePostBreakdown.pre).toEqual({ count: 0, percentage: 0 })
  })
})
