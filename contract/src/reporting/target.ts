import { isOneOf } from '../lib/typed.ts'
import { type LoanValue, SlvFilter } from '../slv/list-query.ts'
import { occupancies, occupancyLabels, type SlvType } from '../slv/model.ts'
import { decisions, type SlvGroup, slvGroupStatuses } from '../slv/status.ts'
import { tableModeRules } from '../slv/table-mode.ts'
import { timeframeDays } from '../slv/timeframe.ts'
import type { Actor } from '../user/model.ts'
import type { CapacityQuery } from './capacity.ts'
import { notGivenLabel } from './definitions.ts'
import { type ReportedStatus, reportedStatuses } from './policy.ts'
import type { ReportingFilter } from './summary.ts'

/**
 * The part of the filtered SLVs that a figure counts; empty for all of them.
 */
export type Part = {
  status?: ReportedStatus
  group?: SlvGroup
  type?: SlvType
  month?: string
  seller?: string
  program?: string
  state?: string
  reason?: string
  occupancy?: string
  isDecided?: true
  has?: LoanValue
  underwriterId?: string
  /** A `LikenessText`. */
  like?: string
  /** '2026-Q1' */
  quarter?: string
}

/**
 * The address of a list of SLVs. `reach` is OWN for an actor without the
 * department.
 */
export type ListLink = {
  path: '/slv' | '/slv/department'
  search: Record<string, string>
  reach: 'ALL' | 'OWN'
}

export type FigureFilter = Partial<Omit<ReportingFilter, 'topLimit'>>

/** The values in both lists; an empty or absent list means everything. */
const intersect = <T>(
  one: readonly T[] | undefined,
  other: readonly T[] | undefined,
): readonly T[] | undefined => {
  if (!one || one.length === 0) return other
  if (!other || other.length === 0) return one
  return one.filter((value) => other.includes(value))
}

const only = <T>(value: T | undefined): T[] | undefined =>
  value === undefined ? undefined : [value]

type Range = { from: string; to: string }

/** First and last civil day of a month. */
const daysOfMonth = (month: string): Range => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return {
    from: `${month}-01`,
    to: `${month}-${String(last).padStart(2, '0')}`,
  }
}

/** First and last civil day of a quarter, '2026-Q1'. */
const daysOfQuarter = (quarter: string): Range => {
  const last = Number(quarter.at(-1)) * 3
  const toMonth = (month: number) =>
    `${quarter.slice(0, 4)}-${String(month).padStart(2, '0')}`
  return {
    from: daysOfMonth(toMonth(last - 2)).from,
    to: daysOfMonth(toMonth(last)).to,
  }
}

const findRange = ({ month, quarter }: Part): Range | null => {
  if (quarter) return daysOfQuarter(quarter)
  return month ? daysOfMonth(month) : null
}

const toNumber = (month: string): number =>
  12 * Number(month.slice(0, 4)) + Number(month.slice(5))

/** The days of consecutive months; null if there is a gap between them. */
const daysOfMonths = (months: readonly string[]): Range | null => {
  const sorted = [...new Set(months)].sort()
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
  if (toNumber(last) - toNumber(first) !== sorted.length - 1) return null
  return { from: daysOfMonth(first).from, to: daysOfMonth(last).to }
}

/**
 * The timeframe as it is, or as a custom range if it is limited to some days;
 * null if no day is left.
 */
const toTime = (
  filter: FigureFilter,
  range: Range | null,
  today: string,
): Record<string, string> | null => {
  const { timeframe } = filter
  if (!range && timeframe && timeframe !== 'CUSTOM') return { timeframe }
  const within = timeframeDays(filter, today)
  const from = later(within.from, range?.from)
  const to = earlier(within.to, range?.to)
  if (from && to && from > to) return null
  if (!from && !to) return timeframe ? { timeframe } : {}
  return { timeframe: 'CUSTOM', ...(from && { from }), ...(to && { to }) }
}

type OptionalDay = string | null | undefined

const later = (a: OptionalDay, b: OptionalDay): OptionalDay =>
  a && b && a > b ? a : (b ?? a)

const earlier = (a: OptionalDay, b: OptionalDay): OptionalDay =>
  a && b && a < b ? a : (b ?? a)

/**
 * The names in a search as the lists read them: a name may contain the
 * separator of names.
 */
const Names = SlvFilter.pick({
  sellers: true,
  productCodes: true,
  states: true,
})
const namesIn = (search: Record<string, string>) => {
  const read = Names.safeParse(search).data
  return JSON.stringify([read?.sellers, read?.productCodes, read?.states])
}

/**
 * Whether the figures of a list link to all their SLVs, or only to the actor's
 * own.
 */
export const findReach = (
  actor: Actor,
  mode: NonNullable<FigureFilter['tableMode']>,
): ListLink['reach'] =>
  mode === 'ALL' && !tableModeRules.ALL.access(actor) ? 'OWN' : 'ALL'

/**
 * Links a part of the figures to its list; null if no list shows exactly these
 * SLVs. `today` is the civil day in New York.
 */
export const linkToSlvs = (
  actor: Actor,
  filter: FigureFilter,
  part: Part,
  today: string,
): ListLink | null => linkTo(actor, filter, part, findRange(part), today)

const linkTo = (
  actor: Actor,
  filter: FigureFilter,
  part: Part,
  range: Range | null,
  today: string,
): ListLink | null => {
  const occupancy = occupancies.find(
    (code) => occupancyLabels[code] === part.occupancy,
  )
  if (isNotGiven(part) || (part.occupancy && !occupancy)) return null
  const mode = filter.tableMode ?? 'ALL'
  const reach = findReach(actor, mode)
  const path =
    mode === 'ALL' && reach === 'ALL' ? '/slv/department' : ('/slv' as const)
  const time = toTime(filter, range, today)
  const choices = {
    status: chooseStatuses(filter, part),
    type: intersect(filter.type, only(part.type)),
    underwriterIds: chooseUnderwriters(actor, filter, part),
    sellers: intersect(filter.sellers, only(part.seller)),
    productCodes: intersect(filter.productCodes, only(part.program)),
  }
  const isEmpty = Object.values(choices).some((values) => values?.length === 0)
  if (!time || isEmpty) return null

  const states = only(part.state)
  const search = toSearch(time, {
    tableMode: path === '/slv' ? [mode === 'ALL' ? 'MY_OWN' : mode] : undefined,
    bdds: filter.bdds,
    ...choices,
    states,
    reasons: only(part.reason),
    occupancies: only(occupancy),
    has: only(part.has),
    like: only(part.like),
  })
  const names = [choices.sellers, choices.productCodes, states]
  if (namesIn(search) !== JSON.stringify(names)) return null
  return { path, search, reach }
}

/** Lists have no filter for SLVs without a value. */
const isNotGiven = ({ program, state, reason, occupancy }: Part): boolean =>
  [program, state, reason, occupancy].includes(notGivenLabel)

/** Figures leave out drafts, so the list names its statuses. */
const chooseStatuses = (
  filter: FigureFilter,
  part: Part,
): readonly ReportedStatus[] => {
  const isTransferred =
    (filter.tableMode ?? 'ALL') === 'ALL' &&
    filter.departmentTableMode === 'TRANSFERRED'
  const limits = [
    isTransferred ? slvGroupStatuses.TRANSFERRED : undefined,
    only(part.status),
    part.group && slvGroupStatuses[part.group],
    part.isDecided && decisions,
  ]
  const chosen = intersect(filter.status, reportedStatuses) ?? reportedStatuses
  return chosen.filter((status) =>
    limits.every((limit) => !limit || isOneOf(limit, status)),
  )
}

const chooseUnderwriters = (actor: Actor, filter: FigureFilter, part: Part) => {
  const chosen = intersect(filter.underwriterIds, only(part.underwriterId))
  const reach = findReach(actor, filter.tableMode ?? 'ALL')
  return reach === 'OWN' ? chosen?.filter((id) => id === actor.id) : chosen
}

const toSearch = (
  time: Record<string, string>,
  lists: Record<string, readonly string[] | undefined>,
): Record<string, string> => {
  const search = { ...time }
  for (const [key, values] of Object.entries(lists)) {
    const separator = key === 'sellers' ? '!' : ','
    if (values && values.length > 0) search[key] = values.join(separator)
  }
  return search
}

/**
 * Links a figure of the capacity table to its list. Months with gaps between
 * them have no list.
 */
export const linkToUnits = (
  actor: Actor,
  query: Partial<CapacityQuery>,
  part: Pick<Part, 'group' | 'month' | 'underwriterId' | 'isDecided' | 'has'>,
  today: string,
): ListLink | null => {
  const {
    statuses,
    uwcType,
    uwcUnderwriterIds,
    months = [],
    uwcTimeframe,
    uwcFrom,
    uwcTo,
  } = query
  const filter: FigureFilter = {
    ...(statuses && {
      status: reportedStatuses.filter((one) =>
        statuses.some((group) => isOneOf(slvGroupStatuses[group], one)),
      ),
    }),
    ...(uwcType && { type: uwcType }),
    ...(uwcUnderwriterIds && { underwriterIds: uwcUnderwriterIds }),
    ...(uwcTimeframe && { timeframe: uwcTimeframe }),
    ...(uwcFrom && { from: uwcFrom }),
    ...(uwcTo && { to: uwcTo }),
  }
  if (months.length === 0) return linkToSlvs(actor, filter, part, today)
  if (part.month)
    return months.includes(part.month)
      ? linkToSlvs(actor, filter, part, today)
      : null
  const range = daysOfMonths(months)
  return range && linkTo(actor, filter, part, range, today)
}
