import { isOneOf } from '../lib/typed.ts'
import { type LoanValue, SlvFilter } from '../slv/list-query.ts'
import { occupancies, occupancyLabels, type SlvType } from '../slv/model.ts'
import { decisions, type SlvGroup, slvGroupStatuses } from '../slv/status.ts'
import { tableModeRules } from '../slv/table-mode.ts'
import { timeframeDays } from '../slv/timeframe.ts'
import { reasons } from '../slv-request/model.ts'
import type { Actor } from '../user/model.ts'
import type { CapacityQuery } from './capacity.ts'
import { notGivenLabel } from './definitions.ts'
import { type ReportedStatus, reportedStatuses } from './policy.ts'
import type { ReportingFilter } from './summary.ts'

/** Which part of the SLVs within a filter stands behind a figure; nothing for all of them. */
export type Part = {
  status?: ReportedStatus
  group?: SlvGroup
  type?: SlvType
  /** 'yyyy-MM' */
  month?: string
  seller?: string
  program?: string
  state?: string
  reason?: string
  /** The label of `occupancyDistribution`. */
  occupancy?: string
  /** Those that a turn time is over. */
  isDecided?: true
  /** Those that an average is over. */
  has?: LoanValue
  underwriterId?: string
}

/**
 * The address of the list that shows the SLVs behind a figure: a path, and its search as text. `reach` OWN where the asker
 * has no department: then the list shows those that are theirs.
 */
export type SlvsBehind = { path: '/slv' | '/slv/department'; search: Record<string, string>; reach: 'ALL' | 'OWN' }

/** A filter of the figures before it is written: what is left out does not narrow. */
export type Narrowed = Partial<Omit<ReportingFilter, 'topLimit'>>

/** The common part of two choices; an empty or absent one means everything. */
const both = <T>(one: readonly T[] | undefined, other: readonly T[] | undefined): readonly T[] | undefined => {
  if (!one || one.length === 0) return other
  if (!other || other.length === 0) return one
  return one.filter((value) => other.includes(value))
}

const only = <T>(value: T | undefined): T[] | undefined => (value === undefined ? undefined : [value])

/** First and last civil day of a month. */
const daysOfMonth = (month: string): { from: string; to: string } => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

type Days = { from: string | null; to: string | null }
const later = (one: string | null, other: string | null) =>
  one && other ? (one > other ? one : other) : (one ?? other)
const earlier = (one: string | null, other: string | null) =>
  one && other ? (one < other ? one : other) : (one ?? other)

/** The timeframe as it is; a month makes a custom range of what the two have in common. */
const timeOf = (filter: Narrowed, month: string | undefined, today: string): Record<string, string> | null => {
  const { timeframe } = filter
  if (!month && timeframe && timeframe !== 'CUSTOM') return { timeframe }
  const within: Days = timeframeDays(filter, today)
  const { from, to } = month ? daysOfMonth(month) : { from: null, to: null }
  const days = { from: later(within.from, from), to: earlier(within.to, to) }
  if (days.from && days.to && days.from > days.to) return null
  if (!days.from && !days.to) return timeframe ? { timeframe } : {}
  return { timeframe: 'CUSTOM', ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) }
}

/** Texts that are anybody's choice, as the lists read them of a search: a name may hold what stands between names. */
const Names = SlvFilter.pick({ sellers: true, productCodes: true, states: true })
const namesIn = (search: Record<string, string>) => {
  const read = Names.safeParse(search).data
  return JSON.stringify([read?.sellers, read?.productCodes, read?.states])
}

/** Whether the figures of a list lead to all that stand behind them, or to those alone that are the asker's. */
export const reachOf = (actor: Actor, mode: NonNullable<Narrowed['tableMode']>): SlvsBehind['reach'] =>
  mode === 'ALL' && !tableModeRules.ALL.access(actor) ? 'OWN' : 'ALL'

/**
 * Where the SLVs behind a figure are listed; null where no list can show just those: what has no program, state or
 * occupancy, what the filter leaves out, and what others have where one sees one's own alone. `today` is the civil day in
 * New York.
 */
export const slvsBehind = (actor: Actor, filter: Narrowed, part: Part, today: string): SlvsBehind | null => {
  if ([part.program, part.state, part.reason, part.occupancy].includes(notGivenLabel)) return null
  const reason = reasons.find((one) => one === part.reason)
  const occupancy = occupancies.find((code) => occupancyLabels[code] === part.occupancy)
  if ((part.reason && !reason) || (part.occupancy && !occupancy)) return null
  const mode = filter.tableMode ?? 'ALL'
  const reach = reachOf(actor, mode)
  const isDepartment = mode === 'ALL' && reach === 'ALL'
  const handed =
    mode === 'ALL' && filter.departmentTableMode === 'TRANSFERRED' ? slvGroupStatuses.TRANSFERRED : undefined
  const ofParts = [handed, only(part.status), part.group && slvGroupStatuses[part.group], part.isDecided && decisions]
  // What is counted leaves drafts out, and so must the list: it names its statuses.
  const chosen = both(filter.status, reportedStatuses) ?? reportedStatuses
  const status = chosen.filter((one) => ofParts.every((part) => !part || isOneOf(part, one)))
  const time = timeOf(filter, part.month, today)
  const type = both(filter.type, only(part.type))
  const named = both(filter.underwriterIds, only(part.underwriterId))
  const underwriterIds = reach === 'OWN' && named ? named.filter((id) => id === actor.id) : named
  const sellers = both(filter.sellers, only(part.seller))
  const productCodes = both(filter.productCodes, only(part.program))
  const choices = [status, type, underwriterIds, sellers, productCodes]
  if (!time || choices.some((choice) => choice?.length === 0)) return null

  const states = only(part.state)
  const lists = {
    tableMode: mode === 'ALL' ? (isDepartment ? undefined : ['MY_OWN']) : [mode],
    status,
    bdds: filter.bdds,
    underwriterIds,
    productCodes,
    type,
    states,
    reasons: only(reason),
    occupancies: only(occupancy),
    has: only(part.has),
  }
  const search: Record<string, string> = { ...time }
  for (const [key, values] of Object.entries(lists)) if (values && values.length > 0) search[key] = values.join(',')
  if (sellers && sellers.length > 0) search.sellers = sellers.join('!')
  if (namesIn(search) !== JSON.stringify([sellers, productCodes, states])) return null
  return { path: isDepartment ? '/slv/department' : '/slv', search, reach }
}

const inGroup = (group: SlvGroup) => (status: ReportedStatus) => slvGroupStatuses[group].includes(status)

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Months one right after another as the days that they cover; null where there is a gap between them. */
const daysOfMonths = (months: readonly string[]): { from: string; to: string } | null => {
  const sorted = [...new Set(months)].sort()
  const [first = ''] = sorted
  const last = sorted.at(-1) ?? ''
  if (sorted.some((month, index) => index > 0 && month !== monthAfter(sorted[index - 1] ?? ''))) return null
  return { from: daysOfMonth(first).from, to: daysOfMonth(last).to }
}

/** The same for a figure of the capacity table. Of months with gaps between them a list shows one at a time. */
export const unitsBehind = (
  actor: Actor,
  query: Partial<CapacityQuery>,
  part: Pick<Part, 'group' | 'month' | 'underwriterId' | 'isDecided' | 'has'>,
  today: string,
): SlvsBehind | null => {
  const { statuses, uwcType, uwcUnderwriterIds, months = [], uwcTimeframe, uwcFrom, uwcTo } = query
  const filter: Narrowed = {
    ...(statuses && { status: reportedStatuses.filter((one) => statuses.some((group) => inGroup(group)(one))) }),
    ...(uwcType && { type: uwcType }),
    ...(uwcUnderwriterIds && { underwriterIds: uwcUnderwriterIds }),
    ...(uwcTimeframe && { timeframe: uwcTimeframe }),
    ...(uwcFrom && { from: uwcFrom }),
    ...(uwcTo && { to: uwcTo }),
  }
  if (months.length === 0) return slvsBehind(actor, filter, part, today)
  if (part.month) return months.includes(part.month) ? slvsBehind(actor, filter, part, today) : null
  const chosen = daysOfMonths(months)
  const within = timeframeDays(filter, today)
  const days = chosen && { from: later(within.from, chosen.from), to: earlier(within.to, chosen.to) }
  if (!days?.from || !days.to || days.from > days.to) return null
  return slvsBehind(actor, { ...filter, timeframe: 'CUSTOM', from: days.from, to: days.to }, part, today)
}
