import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import { narrowsTo, reportedStatuses } from '@portal/contract/reporting/policy'
import {
  type ReportingFilter,
  sharedListKeys,
} from '@portal/contract/reporting/summary'
import { civil } from '@portal/contract/sla/calendar'
import { type SlvListKey, slvFilterRow } from '@portal/contract/slv/list-query'
import {
  slrStatuses,
  slvGroupStatuses,
  tdStatuses,
} from '@portal/contract/slv/status'
import { timeframeDays } from '@portal/contract/slv/timeframe'
import type { Ctx } from '../../lib/ctx.ts'
import { toSnakeCase } from '../../lib/database/dialect.ts'
import type { Params } from '../../lib/database/duckdb.ts'
import { forbidden } from '../../lib/errors.ts'

/** A filter as a condition on `facts`. */
export type FactFilter = {
  where: string
  params: Params
  /** The civil days of the timeframe, both included. */
  days: { from: string | null; to: string | null }
  /** The current month in New York, 'yyyy-MM'. */
  thisMonth: string
}

/** The filters of the figures that aren't compared as the lists' rows say. */
const otherConditions = {
  status: 'list_contains($status, status)',
  // By name, as the lists filter: two companies may have the same one.
  sellers:
    'company_id in (select id from companies where list_contains($sellers, name))',
  bdds: 'company_id in (select id from companies where list_contains($bdds, bdd_id))',
  // A queue holds unassigned SLVs and the actor's own.
  slrQueueOf: 'coalesce(underwriter_manager_id = $slrQueueOf, true)',
  deskQueueOf: 'coalesce(trade_desk_id = $deskQueueOf, true)',
  from: 'day >= $from::date',
  to: 'day <= $to::date',
  months: 'list_contains($months, month)',
} as const
type ConditionKey = SlvListKey | keyof typeof otherConditions

/** The condition of a filter on `facts`, whose columns are named as in `slv`. */
function conditionFor(key: ConditionKey): string {
  if (isOtherKey(key)) return otherConditions[key]
  const { column } = slvFilterRow(key)
  if (!column) throw new Error(`Figures have no filter ${key}`)
  return `list_contains($${key}, ${toSnakeCase(column)})`
}

const isOtherKey = (key: string): key is keyof typeof otherConditions =>
  key in otherConditions

type Values = {
  [Key in ConditionKey]?: string | readonly string[] | null
}

function toFilter(
  values: Values,
  days: FactFilter['days'],
  today: string,
): FactFilter {
  const params: Record<string, string | readonly string[]> = {}
  const where: string[] = []
  for (const key of getKeys(values)) {
    const value = values[key]
    if (!value) continue
    params[key] = value
    where.push(conditionFor(key))
  }
  return {
    where: where.join(' and ') || 'true',
    params,
    days,
    thisMonth: today.slice(0, 7),
  }
}

const nonEmpty = <T>(values: readonly T[] | undefined): readonly T[] | null =>
  values?.length ? values : null

/**
 * The filter of the page. Throws 403 for a list that the actor doesn't have.
 */
export function readFilter(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  filter: ReportingFilter,
): FactFilter {
  const { tableMode: mode } = filter
  if (!narrowsTo(mode)(actor))
    throw forbidden('You do not have permission to do this')
  const today = civil(now).day
  const isTransferred = filter.departmentTableMode === 'TRANSFERRED'
  const statusesByMode = {
    ALL: isTransferred ? slvGroupStatuses.TRANSFERRED : null,
    MY_OWN: null,
    SLR: slrStatuses,
    TRADE_DESK: tdStatuses,
  }
  const listed: readonly string[] | null = statusesByMode[mode]
  const chosen = nonEmpty(filter.status)
  const underwriterIds = nonEmpty(filter.underwriterIds)
  const days = timeframeDays(filter, today)
  const values: Values = {
    ...toRecord(sharedListKeys, (key) => nonEmpty<string>(filter[key])),
    status: listed
      ? (chosen ?? reportedStatuses).filter((status) => listed.includes(status))
      : chosen,
    underwriterIds:
      mode === 'MY_OWN'
        ? [actor.id].filter((id) => underwriterIds?.includes(id) ?? true)
        : underwriterIds,
    slrQueueOf: mode === 'SLR' ? actor.id : null,
    deskQueueOf: mode === 'TRADE_DESK' ? actor.id : null,
    ...days,
  }
  return toFilter(values, days, today)
}

export function readCapacityFilter(
  { now }: Pick<Ctx, 'now'>,
  query: CapacityQuery,
): FactFilter {
  const today = civil(now).day
  const { uwcTimeframe: timeframe, uwcFrom: from, uwcTo: to } = query
  const days = timeframeDays({ timeframe, from, to }, today)
  const values: Values = {
    status:
      nonEmpty(query.statuses)?.flatMap((group) => slvGroupStatuses[group]) ??
      null,
    type: nonEmpty(query.uwcType),
    underwriterIds: nonEmpty(query.uwcUnderwriterIds),
    months: nonEmpty(query.months),
    ...days,
  }
  return toFilter(values, days, today)
}

/** All months from one to another, 'yyyy-MM'; none if the first is later. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  let month = first
  while (month <= last) {
    months.push(month)
    month = nextMonth(month)
  }
  return months
}

function nextMonth(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 7)
}
