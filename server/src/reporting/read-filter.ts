import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import { narrowsTo, type ReportedStatus, reportedStatuses } from '@portal/contract/reporting/policy'
import type { ReportingFilter } from '@portal/contract/reporting/summary'
import { civil } from '@portal/contract/sla/calendar'
import { slrStatuses, slvGroupStatuses, tdStatuses } from '@portal/contract/slv/status'
import { timeframeDays } from '@portal/contract/slv/timeframe'
import type { Ctx } from '../lib/ctx.ts'
import { forbidden } from '../lib/errors.ts'
import type { Wanted } from './choose-slvs.ts'

/** A filter as it is asked for now: which SLVs, and what its words mean today. */
export type ReadFilter = {
  wanted: Wanted
  /** The civil days of the timeframe, both included. */
  days: { from: string | null; to: string | null }
  /** The month that it is in New York, counted from January 1970. */
  thisMonth: number
}

/** Civil days since 1970. */
const dayNumber = (day: string | null): number | null =>
  day === null ? null : Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** A month as a number, counted from January 1970, and back. */
export const monthNumber = (month: string): number => {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return (year - 1970) * 12 + number - 1
}
export const monthText = (month: number): string =>
  `${1970 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** All that is counted. */
export const everything: Wanted = {
  statuses: null,
  types: null,
  sellers: null,
  bdds: null,
  programs: null,
  underwriterIds: null,
  slrQueueOf: null,
  deskQueueOf: null,
  from: null,
  to: null,
  months: null,
}

const some = <T>(values: readonly T[] | undefined): readonly T[] | null => (values && values.length > 0 ? values : null)

const within = (
  statuses: readonly ReportedStatus[] | null,
  part: readonly string[] | null,
): readonly ReportedStatus[] | null =>
  part === null ? statuses : (statuses ?? reportedStatuses).filter((status) => part.includes(status))

/** The filter of the page. Throws 403 for a list that the asker does not have. */
export function readFilter({ actor, now }: Pick<Ctx, 'actor' | 'now'>, filter: ReportingFilter): ReadFilter {
  const { tableMode: mode } = filter
  if (!narrowsTo(mode)(actor)) throw forbidden('You do not have the permission for this')
  const today = civil(now).day
  const days = timeframeDays(filter, today)
  const handed = mode === 'ALL' && filter.departmentTableMode === 'TRANSFERRED' ? slvGroupStatuses.TRANSFERRED : null
  const queue = mode === 'SLR' ? slrStatuses : mode === 'TRADE_DESK' ? tdStatuses : null
  const named = some(filter.underwriterIds)
  return {
    wanted: {
      statuses: within(within(some(filter.status), handed), queue),
      types: some(filter.type),
      sellers: some(filter.sellers),
      bdds: some(filter.bdds),
      programs: some(filter.productCodes),
      underwriterIds: mode === 'MY_OWN' ? [actor.id].filter((id) => !named || named.includes(id)) : named,
      slrQueueOf: mode === 'SLR' ? actor.id : null,
      deskQueueOf: mode === 'TRADE_DESK' ? actor.id : null,
      from: dayNumber(days.from),
      to: dayNumber(days.to),
      months: null,
    },
    days,
    thisMonth: monthNumber(today.slice(0, 7)),
  }
}

/** The filter of the capacity table. */
export function readCapacityFilter({ now }: Ctx, query: CapacityQuery): ReadFilter {
  const today = civil(now).day
  const { uwcTimeframe: timeframe, uwcFrom: from, uwcTo: to } = query
  const days = timeframeDays({ timeframe, from, to }, today)
  const groups = some(query.statuses)
  return {
    wanted: {
      ...everything,
      statuses: within(null, groups?.flatMap((group) => slvGroupStatuses[group]) ?? null),
      types: some(query.uwcType),
      underwriterIds: some(query.uwcUnderwriterIds),
      from: dayNumber(days.from),
      to: dayNumber(days.to),
      months: some(query.months)?.map(monthNumber) ?? null,
    },
    days,
    thisMonth: monthNumber(today.slice(0, 7)),
  }
}
