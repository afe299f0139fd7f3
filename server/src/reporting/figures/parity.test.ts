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
const today = '2026-03-04'

/** How many SLVs are in the list that a link opens. */
async function countListed(ctx: Ctx, { search }: ListLink): Promise<number> {
  const query = SlvListQuery.parse({ tableMode: 'ALL', ...search })
  const { count } = await checkDownload(ctx, query)
  return count
}

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
        const link = linkToSlvs(ctx.actor, filter, {}, today)
        const listed = link ? await countListed(ctx, link) : 0
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

/** Every figure with a list, and how many SLVs it counts. */
function listParts(summary: Summary, rows: readonly PlainRow[]) {
  const { over, prePostBreakdown } = summary
  const parts: [Part, number][] = [
    [{}, summary.totalRequests],
    [{ type: 'PRE' }, prePostBreakdown.pre.count],
    [{ type: 'POST' }, prePostBreakdown.post.count],
    [{ has: 'loanAmount' }, over.avgLoanAmount],
    [{ has: 'creditScore' }, over.avgCreditScore],
    [{ has: 'ltv' }, over.avgLtv],
    [{ has: 'dti' }, over.avgDti],
    [{ has: 'dscr' }, over.avgDscr],
    [{ has: 'reserves' }, over.avgPostCloseReserves],
    [{ isDecided: true }, over.avgTurnTime],
    [{ isDecided: true, type: 'PRE' }, over.avgPreTurnTime],
    [{ isDecided: true, type: 'POST' }, over.avgPostTurnTime],
  ]
  for (const status of reportedStatuses)
    parts.push([{ status }, summary.statusPercentages[status]])
  for (const { group, count, PRE, POST } of summary.statusGroups) {
    parts.push([{ group }, count])
    parts.push([{ group, type: 'PRE' }, PRE])
    parts.push([{ group, type: 'POST' }, POST])
  }
  for (const { date: month, PRE, POST } of summary.requestsOverTime) {
    parts.push([{ month }, PRE + POST])
    parts.push([{ month, type: 'PRE' }, PRE])
    parts.push([{ month, type: 'POST' }, POST])
  }
  for (const { label: seller, count } of summary.topSellers)
    parts.push([{ seller }, count])
  for (const { label: program, count } of summary.topPrograms)
    parts.push([{ program }, count])
  for (const { label: state, count } of summary.topStates)
    parts.push([{ state }, count])
  for (const { label: occupancy, count } of summary.occupancyDistribution)
    parts.push([{ occupancy }, count])
  for (const { label: program, count } of summary.loanAmountByProgram)
    parts.push([{ program, has: 'loanAmount' }, count])
  // A variance has a reason; a list shows the requests with such a variance.
  for (const reason of new Set(rows.flatMap((row) => row.reasons))) {
    const requests = rows.filter((row) => row.reasons.includes(reason))
    parts.push([{ reason }, requests.length])
  }
  return parts
}

/** Whether no address can express it. */
const hasNoList = ({ program, state, occupancy, seller }: Part) =>
  [program, state, occupancy].includes(notGivenLabel) ||
  seller?.includes('!') === true

type Figure = { count: number; mayLackList: boolean; label: string }

/** Expects that the list of a figure has as many SLVs as it counts. */
async function expectList(
  ctx: Ctx,
  link: ListLink | null,
  { count, mayLackList, label }: Figure,
) {
  if (link) expect(await countListed(ctx, link), label).toBe(count)
  else expect(count === 0 || mayLackList, label).toBe(true)
}

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
      const parts = listParts(summary, plainRows(rows, query, ctx))
      for (const [part, count] of parts)
        await expectList(ctx, linkToSlvs(ctx.actor, query, part, today), {
          count,
          mayLackList: hasNoList(part),
          label: JSON.stringify([filter, part]),
        })
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
        await expectList(ctx, linkToUnits(ctx.actor, query, part, today), {
          count,
          mayLackList: hasGaps && !part.month,
          label: JSON.stringify([filter, part]),
        })
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
