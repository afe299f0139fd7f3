import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { linkToSlvs } from '@portal/contract/reporting/target'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { test } from '../../../test/crowd.ts'
import { plainCapacity, plainSummary } from '../../../test/plain-figures.ts'
import { readPlain } from '../../../test/plain-rows.ts'
import { checkDownload } from '../exports/export-slvs.ts'

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
  test('of the summary equals plain loops and the length of its list, for every filter', async ({ crowd, db }) => {
    const { ctx, underwriters, bdd, companies, summarize } = crowd
    const rows = await readPlain(db)
    const people = underwriters.map(({ id }) => id)
    const query = fc
      .tuple(
        fc.record({
          status: some(reportedStatuses),
          type: some(['PRE', 'POST']),
          sellers: some([companies[0]?.name ?? '', 'Twin, Inc.', 'No One'], '!'),
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
      fc.asyncProperty(query, async (filter) => {
        const answer = await summarize(ctx, filter)
        const truth = plainSummary(rows, filter, ctx)
        expect(answer).toEqual({ ...truth, names: expect.anything(), asOf: ctx.now.toISOString() })
        const link = linkToSlvs(ctx.actor, filter, {}, '2026-03-04')
        const listed = link
          ? (await checkDownload(ctx, SlvListQuery.parse({ tableMode: 'ALL', ...link.search }))).count
          : 0
        expect(listed).toBe(answer.totalRequests)
      }),
      { numRuns: 100, seed: 5 },
    )
  })

  test('of the capacity table equals plain loops over the rows, for every filter', async ({ crowd, db }) => {
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
      fc.asyncProperty(query, async (filter) => {
        const answer = await count(ctx, filter)
        const idle = answer.rows.filter(({ totalUnits }) => totalUnits === 0)
        const plain = plainCapacity(rows, filter, ctx)
        expect({ ...answer, rows: answer.rows.filter((row) => !idle.includes(row)) }).toMatchObject(plain)
        expect(idle.every(({ underwriterId }) => filter.uwcUnderwriterIds?.includes(underwriterId))).toBe(true)
      }),
      { numRuns: 100, seed: 5 },
    )
  })
})
