import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { slvsBehind } from '@portal/contract/reporting/target'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { test } from '../../test/crowd.ts'
import { plainCapacity, plainSummary } from '../../test/plain-figures.ts'
import { readPlain } from '../../test/plain-rows.ts'
import { checkDownload } from './export-slvs.ts'

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
        const truth = plainSummary(rows, asked, ctx)
        expect(answer).toEqual({ ...truth, names: expect.anything(), asOf: ctx.now.toISOString() })
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
