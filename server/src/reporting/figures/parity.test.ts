import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { notGivenLabel } from '@portal/contract/reporting/definitions'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { type Summary, SummaryQuery } from '@portal/contract/reporting/summary'
import {
  type ListLink,
  linkToSlvs,
  linkToUnits,
  type Part,
} from '@portal/contract/reporting/target'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { test } from '../../../test/crowd.ts'
import { plainCapacity, plainSummary } from '../../../test/plain-figures.ts'
import {
  type PlainRow,
  plainRows,
  readPlain,
} from '../../../test/plain-rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { checkDownload } from '../exports/export-slvs.ts'

const some = <T extends string>(values: readonly T[], separator = ',') =>
  fc.option(
    fc
      .subarray([...values], { minLength: 1 })
      .map((chosen) => chosen.join(separator)),
    { nil: undefined, freq: 3 },
  )
const given = (query: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== undefined),
  )
const timeframe = fc.oneof(
  fc.constant({}),
  fc
    .constantFrom('LAST_15_DAYS', 'LAST_MONTH', 'BEGINNING_OF_TIME')
    .map((name) => ({ timeframe: name })),
  fc
    .tuple(
      fc.constantFrom('2025-03-08', '2025-11-02', '2025-11-30', '2026-01-01'),
      fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-04'),
    )
    .map(([from, to]) => ({ timeframe: 'CUSTOM', from, to })),
)

describe('every figure', () => {
  test('averages some values', async ({ crowd: { ctx, summarize } }) => {
    const { over } = await summarize(ctx, SummaryQuery.parse({}))
    for (const [name, count] of Object.entries(over))
      expect(
        count,
        `Give the column of ${name} values in server/test/crowd.ts`,
      ).toBeGreaterThan(0)
  })

  test('of the summary equals plain loops and the length of its list, for every filter', async ({
    crowd,
    db,
  }) => {
    const { ctx, underwriters, bdd, companies, summarize } = crowd
    const rows = await readPlain(db)
    const people = underwriters.map(({ id }) => id)
    const query = fc
      .tuple(
        fc.record({
          status: some(reportedStatuses),
          type: some(['PRE', 'POST']),
          sellers: some(
            [companies[0]?.name ?? '', 'Twin, Inc.', 'No One'],
            '!',
          ),
          bdds: some([bdd.id, people[0] ?? '']),
          underwriterIds: some(people),
          productCodes: some(['DSCR Prime', 'WVOE', 'None']),
          tableMode: fc.constantFrom(
            undefined,
            undefined,
            'ALL',
            'MY_OWN',
            'SLR',
            'TRADE_DESK',
          ),
          departmentTableMode: fc.constantFrom(undefined, 'ALL', 'TRANSFERRED'),
          topLimit: fc.constantFrom(undefined, '5', '10'),
        }),
        timeframe,
      )
      .map(([filter, time]) =>
        SummaryQuery.parse(given({ ...filter, ...time })),
      )
    await fc.assert(
      fc.asyncProperty(query, async (filter) => {
        const answer = await summarize(ctx, filter)
        const truth = plainSummary(rows, filter, ctx)
        expect(answer).toEqual({
          ...truth,
          names: expect.anything(),
          asOf: ctx.now.toISOString(),
        })
        const link = linkToSlvs(ctx.actor, filter, {}, '2026-03-04')
        const listed = link
          ? (
              await checkDownload(
                ctx,
                SlvListQuery.parse({ tableMode: 'ALL', ...link.search }),
              )
            ).count
          : 0
        expect(listed).toBe(answer.totalRequests)
      }),
      { numRuns: 100, seed: 5 },
    )
  })

  test('of the capacity table equals plain loops over the rows, for every filter', async ({
    crowd,
    db,
  }) => {
    const { ctx, underwriters, count } = crowd
    const rows = await readPlain(db)
    const query = fc
      .tuple(
        fc.record({
          countBy: fc.constantFrom(undefined, 'STATUS', 'MONTH'),
          statuses: some([
            'REVIEW_PENDING',
            'IN_REVIEW',
            'TRANSFERRED',
            'WITHDRAWALS',
            'COMPLETED',
          ]),
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
        ]) =>
          CapacityQuery.parse(
            given({ ...filter, uwcTimeframe, uwcFrom, uwcTo }),
          ),
      )
    await fc.assert(
      fc.asyncProperty(query, async (filter) => {
        const answer = await count(ctx, filter)
        const idle = answer.rows.filter(({ totalUnits }) => totalUnits === 0)
        const plain = plainCapacity(rows, filter, ctx)
        expect({
          ...answer,
          rows: answer.rows.filter((row) => !idle.includes(row)),
        }).toMatchObject(plain)
        expect(
          idle.every(({ underwriterId }) =>
            filter.uwcUnderwriterIds?.includes(underwriterId),
          ),
        ).toBe(true)
      }),
      { numRuns: 100, seed: 5 },
    )
  })
})

const today = '2026-03-04'

/** Every figure with a list, and how many SLVs it counts. */
const partsOf = (
  summary: Summary,
  rows: readonly PlainRow[],
): [Part, number][] => [
  [{}, summary.totalRequests],
  ...reportedStatuses.map((status): [Part, number] => [
    { status },
    summary.statusPercentages[status],
  ]),
  ...summary.statusGroups.flatMap(
    ({ group, count, PRE, POST }): [Part, number][] => [
      [{ group }, count],
      [{ group, type: 'PRE' }, PRE],
      [{ group, type: 'POST' }, POST],
    ],
  ),
  [{ type: 'PRE' }, summary.prePostBreakdown.pre.count],
  [{ type: 'POST' }, summary.prePostBreakdown.post.count],
  ...summary.requestsOverTime.flatMap(
    ({ date: month, PRE, POST }): [Part, number][] => [
      [{ month }, PRE + POST],
      [{ month, type: 'PRE' }, PRE],
      [{ month, type: 'POST' }, POST],
    ],
  ),
  ...summary.topSellers.map(({ label: seller, count }): [Part, number] => [
    { seller },
    count,
  ]),
  ...summary.topPrograms.map(({ label: program, count }): [Part, number] => [
    { program },
    count,
  ]),
  ...summary.topStates.map(({ label: state, count }): [Part, number] => [
    { state },
    count,
  ]),
  // A variance has a reason; a list shows the requests with such a variance.
  ...[...new Set(rows.flatMap((row) => row.reasons))].map(
    (reason): [Part, number] => [
      { reason },
      rows.filter((row) => row.reasons.includes(reason)).length,
    ],
  ),
  ...summary.occupancyDistribution.map(
    ({ label: occupancy, count }): [Part, number] => [{ occupancy }, count],
  ),
  ...summary.loanAmountByProgram.map(
    ({ label: program, count }): [Part, number] => [
      { program, has: 'loanAmount' },
      count,
    ],
  ),
  [{ has: 'loanAmount' }, summary.over.avgLoanAmount],
  [{ has: 'creditScore' }, summary.over.avgCreditScore],
  [{ has: 'ltv' }, summary.over.avgLtv],
  [{ has: 'dti' }, summary.over.avgDti],
  [{ has: 'dscr' }, summary.over.avgDscr],
  [{ has: 'reserves' }, summary.over.avgPostCloseReserves],
  [{ isDecided: true }, summary.over.avgTurnTime],
  [{ isDecided: true, type: 'PRE' }, summary.over.avgPreTurnTime],
  [{ isDecided: true, type: 'POST' }, summary.over.avgPostTurnTime],
]

const listed = async (ctx: Ctx, { search }: ListLink) =>
  (
    await checkDownload(
      ctx,
      SlvListQuery.parse({ tableMode: 'ALL', ...search }),
    )
  ).count

/** Whether no address can express it. */
const hasNoList = ({ program, state, occupancy, seller }: Part) =>
  [program, state, occupancy].includes(notGivenLabel) ||
  seller?.includes('!') === true

const filters = [
  {},
  { topLimit: '10', timeframe: 'LAST_MONTH' },
  { departmentTableMode: 'TRANSFERRED', type: 'PRE' },
  {
    tableMode: 'MY_OWN',
    timeframe: 'CUSTOM',
    from: '2025-11-02',
    to: '2026-02-28',
  },
  { tableMode: 'SLR', status: 'SLR_PENDING,SLR_REVIEW,APPROVED' },
  {
    status: 'APPROVED,DECLINED,REVIEW',
    sellers: 'Twin, Inc.',
    productCodes: 'WVOE,DSCR Prime',
  },
]
const capacityFilters = [
  {},
  { countBy: 'MONTH', months: '2025-11,2025-12,2026-03', uwcType: 'PRE' },
  { months: '2025-12,2026-01', statuses: 'COMPLETED,IN_REVIEW' },
  {
    uwcTimeframe: 'CUSTOM',
    uwcFrom: '2025-11-03',
    uwcTo: '2026-02-10',
    countBy: 'MONTH',
  },
]

describe('the list of a figure has as many SLVs as it counts', () => {
  test('for each part of each breakdown', async ({
    crowd: { ctx, summarize },
    db,
  }) => {
    const rows = await readPlain(db)
    for (const filter of filters) {
      const query = SummaryQuery.parse(filter)
      const summary = await summarize(ctx, query)
      for (const [part, count] of partsOf(
        summary,
        plainRows(rows, query, ctx),
      )) {
        const link = linkToSlvs(ctx.actor, query, part, today)
        if (link === null)
          expect(
            count === 0 || hasNoList(part),
            JSON.stringify([filter, part]),
          ).toBe(true)
        else
          expect([filter, part, await listed(ctx, link)]).toEqual([
            filter,
            part,
            count,
          ])
      }
    }
  })

  test('for each cell of the capacity table', async ({
    crowd: { ctx, count: capacity },
  }) => {
    for (const filter of capacityFilters) {
      const query = CapacityQuery.parse(filter)
      const summary = await capacity(ctx, query)
      // A list shows one range of days.
      const hasGaps = query.months?.length === 3
      const expectUnits = async (
        part: Parameters<typeof linkToUnits>[2],
        count: number,
      ) => {
        const link = linkToUnits(ctx.actor, query, part, today)
        if (link === null)
          expect(
            count === 0 || (hasGaps && !part.month),
            JSON.stringify([filter, part]),
          ).toBe(true)
        else
          expect([filter, part, await listed(ctx, link)]).toEqual([
            filter,
            part,
            count,
          ])
      }
      expect(summary.rows).toHaveLength(3)
      await expectUnits({}, summary.totals.totalUnits + summary.unassigned)
      for (const { underwriterId, totalUnits, over, countBy } of summary.rows) {
        await expectUnits({ underwriterId }, totalUnits)
        await expectUnits(
          { underwriterId, has: 'loanAmount' },
          over.avgLoanAmount,
        )
        await expectUnits({ underwriterId, isDecided: true }, over.avgTurntime)
        for (const cell of countBy) {
          const column =
            'month' in cell ? { month: cell.month } : { group: cell.status }
          await expectUnits({ underwriterId, ...column }, cell.count)
        }
      }
    }
  })
})
