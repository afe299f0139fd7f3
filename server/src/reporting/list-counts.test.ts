import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { notGivenLabel } from '@portal/contract/reporting/definitions'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { type Summary, SummaryQuery } from '@portal/contract/reporting/summary'
import { type Part, type SlvsBehind, slvsBehind, unitsBehind } from '@portal/contract/reporting/target'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { reasons } from '@portal/contract/slv-request/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/crowd.ts'
import { type PlainRow, plainRows, readPlain } from '../../test/plain-rows.ts'
import type { Ctx } from '../lib/ctx.ts'
import { checkDownload } from './export-slvs.ts'

const today = '2026-03-04'

/** Every figure that leads to a list, with how many SLVs stand behind it. */
const partsOf = (told: Summary, rows: readonly PlainRow[]): [Part, number][] => [
  [{}, told.totalRequests],
  ...reportedStatuses.map((status): [Part, number] => [{ status }, told.statusPercentages[status]]),
  ...told.statusGroups.flatMap(({ group, count, PRE, POST }): [Part, number][] => [
    [{ group }, count],
    [{ group, type: 'PRE' }, PRE],
    [{ group, type: 'POST' }, POST],
  ]),
  [{ type: 'PRE' }, told.prePostBreakdown.pre.count],
  [{ type: 'POST' }, told.prePostBreakdown.post.count],
  ...told.requestsOverTime.flatMap(({ date: month, PRE, POST }): [Part, number][] => [
    [{ month }, PRE + POST],
    [{ month, type: 'PRE' }, PRE],
    [{ month, type: 'POST' }, POST],
  ]),
  ...told.topSellers.map(({ label: seller, count }): [Part, number] => [{ seller }, count]),
  ...told.topPrograms.map(({ label: program, count }): [Part, number] => [{ program }, count]),
  ...told.topStates.map(({ label: state, count }): [Part, number] => [{ state }, count]),
  // A reason is given for a variance, and a list shows the requests that have such a one.
  ...reasons.map((reason): [Part, number] => [{ reason }, rows.filter((row) => row.reasons.includes(reason)).length]),
  ...told.occupancyDistribution.map(({ label: occupancy, count }): [Part, number] => [{ occupancy }, count]),
  ...told.loanAmountByProgram.map(({ label: program, count }): [Part, number] => [
    { program, has: 'loanAmount' },
    count,
  ]),
  [{ has: 'loanAmount' }, told.over.avgLoanAmount],
  [{ has: 'creditScore' }, told.over.avgCreditScore],
  [{ has: 'ltv' }, told.over.avgLtv],
  [{ has: 'dti' }, told.over.avgDti],
  [{ has: 'dscr' }, told.over.avgDscr],
  [{ has: 'reserves' }, told.over.avgPostCloseReserves],
  [{ isDecided: true }, told.over.avgTurnTime],
  [{ isDecided: true, type: 'PRE' }, told.over.avgPreTurnTime],
  [{ isDecided: true, type: 'POST' }, told.over.avgPostTurnTime],
]

const listed = async (ctx: Ctx, { search }: SlvsBehind) =>
  (await checkDownload(ctx, SlvListQuery.parse({ tableMode: 'ALL', ...search }))).count

/** What no address can say. */
const isUnsaid = ({ program, state, occupancy, seller }: Part) =>
  [program, state, occupancy].includes(notGivenLabel) || seller?.includes('!') === true

const filters = [
  {},
  { topLimit: '10', timeframe: 'LAST_MONTH' },
  { departmentTableMode: 'TRANSFERRED', type: 'PRE' },
  { tableMode: 'MY_OWN', timeframe: 'CUSTOM', from: '2025-11-02', to: '2026-02-28' },
  { tableMode: 'SLR', status: 'SLR_PENDING,SLR_REVIEW,APPROVED' },
  { status: 'APPROVED,DECLINED,REVIEW', sellers: 'Twin, Inc.', productCodes: 'WVOE,DSCR Prime' },
]
const capacityFilters = [
  {},
  { countBy: 'MONTH', months: '2025-11,2025-12,2026-03', uwcType: 'PRE' },
  { months: '2025-12,2026-01', statuses: 'COMPLETED,IN_REVIEW' },
  { uwcTimeframe: 'CUSTOM', uwcFrom: '2025-11-03', uwcTo: '2026-02-10', countBy: 'MONTH' },
]

describe('the list that a figure leads to holds as many SLVs as it counts', () => {
  test('for each part of each breakdown', async ({ crowd: { ctx, summarise }, db }) => {
    const rows = await readPlain(db)
    for (const filter of filters) {
      const query = SummaryQuery.parse(filter)
      const told = await summarise(ctx, query)
      for (const [part, count] of partsOf(told, plainRows(rows, query, ctx))) {
        const behind = slvsBehind(ctx.actor, query, part, today)
        if (behind === null) expect(count === 0 || isUnsaid(part), JSON.stringify([filter, part])).toBe(true)
        else expect([filter, part, await listed(ctx, behind)]).toEqual([filter, part, count])
      }
    }
  })

  test('for each cell of the capacity table', async ({ crowd: { ctx, count: capacity } }) => {
    for (const filter of capacityFilters) {
      const query = CapacityQuery.parse(filter)
      const told = await capacity(ctx, query)
      // A list shows one range of days.
      const hasGaps = query.months?.length === 3
      const holds = async (part: Parameters<typeof unitsBehind>[2], count: number) => {
        const behind = unitsBehind(ctx.actor, query, part, today)
        if (behind === null) expect(count === 0 || (hasGaps && !part.month), JSON.stringify([filter, part])).toBe(true)
        else expect([filter, part, await listed(ctx, behind)]).toEqual([filter, part, count])
      }
      expect(told.rows).toHaveLength(3)
      await holds({}, told.totals.totalUnits + told.unassigned)
      for (const { underwriterId, totalUnits, over, countBy } of told.rows) {
        await holds({ underwriterId }, totalUnits)
        await holds({ underwriterId, has: 'loanAmount' }, over.avgLoanAmount)
        await holds({ underwriterId, isDecided: true }, over.avgTurntime)
        for (const cell of countBy) {
          const column = 'month' in cell ? { month: cell.month } : { group: cell.status }
          await holds({ underwriterId, ...column }, cell.count)
        }
      }
    }
  })
})
