import type { Problem } from '@portal/contract/lib/errors'
import { civil } from '@portal/contract/sla/calendar'
import { type LoanValue, loanValues, type SlvFilter } from '@portal/contract/slv/list-query'
import {
  openStatuses,
  type SlvStatus,
  slvGroupStatuses,
  statusesFor,
  storedStatuses,
} from '@portal/contract/slv/status'
import { type TableMode, tableModeRules, tableModesFor } from '@portal/contract/slv/table-mode'
import { timeframeDays } from '@portal/contract/slv/timeframe'
import type { Actor, Role } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import { badRequest, forbidden } from '../lib/errors.ts'
import { containing } from '../lib/like.ts'
import type { Slot } from '../lib/prepared.ts'
import { type ClockValues, daysOver, isOpen, slaParts } from './clock-sql.ts'
import { inScope, type ScopeValues, scopeOf, scopeValues } from './visible.ts'

/**
 * What decides the text of a filtered query. Of the filters, the three that most people use have a text of their own; so
 * have one or two others, for an index to find them (`others` is their names); three and more share one.
 */
export type FilterShape = {
  scope: string
  hasStatuses: boolean
  hasSearch: boolean
  /** What is overdue alone. */
  isOverdue: boolean
  others: string
}
type OtherFilter = (typeof otherFilters)[number]

export type FilterValues = ScopeValues &
  ClockValues & {
    statuses: SlvStatus[] | null
    search: string
    sellers: string[] | null
    bdds: string[] | null
    underwriterIds: string[] | null
    programs: string[] | null
    types: string[] | null
    from: string | null
    to: string | null
    overdue: boolean | null
    states: string[] | null
    occupancies: string[] | null
    reasons: string[] | null
    has: string[] | null
  }

/** The list that is meant: the one that is named, else the asker's first. Throws 403 for one that they do not have. */
export const modeOf = (actor: Actor, mode?: TableMode): TableMode => {
  const meant = mode ?? tableModesFor(actor)[0]
  if (!meant || !tableModeRules[meant].access(actor)) throw forbidden('You do not have the permission for this')
  return meant
}

type Narrowing = Partial<SlvFilter> & Pick<SlvFilter, 'departmentTableMode'>

/** A filter as the shape and the values of a query. Throws 403 for a list, 400 for a filter, that the asker may not use. */
export function readFilter(ctx: Ctx, filter: Narrowing): { shape: FilterShape; values: FilterValues } {
  const { actor, now, sla } = ctx
  const mode = modeOf(actor, filter.tableMode)
  refuseHidden(actor, filter)
  const wanted = wantedStatuses(actor.role, mode, filter)
  const isOverdue = filter.overdue === true
  // What is overdue is open.
  const statuses = isOverdue ? openStatuses.filter((one) => !wanted || wanted.includes(one)) : wanted
  // Telling the civil day costs more than all the rest here, and only a timeframe asks for it.
  const days = timeframeDays(filter, filter.timeframe ? civil(now).day : '')
  const others = {
    sellers: some(filter.sellers),
    bdds: some(filter.bdds),
    underwriterIds: some(filter.underwriterIds),
    programs: some(filter.productCodes),
    types: some(filter.type),
    overdue: filter.overdue === false ? false : null,
    states: some(filter.states),
    occupancies: some(filter.occupancies),
    reasons: some(filter.reasons),
    has: some(filter.has),
    ...days,
  }
  return {
    shape: {
      scope: scopeOf(actor, mode),
      hasStatuses: wanted !== null,
      hasSearch: Boolean(filter.search),
      isOverdue,
      others: othersOf(others),
    },
    values: {
      ...scopeValues(actor),
      ...others,
      statuses,
      search: containing(filter.search ?? ''),
      today: sla.days.ordinalAt(now),
      firstTarget: sla.targets.slvReview.targetDays,
      laterTarget: sla.targets.slvResubmission.targetDays,
    },
  }
}

const othersOf = (values: Record<OtherFilter, unknown>): string => {
  const names = otherFilters.filter((name) => values[name] !== null)
  return names.length > 2 ? 'MANY' : names.join('+') || 'NONE'
}

const some = <T>(values: T[] | undefined): T[] | null => (values && values.length > 0 ? values : null)

/** Narrowing by what one may not see would tell it (security.md). */
function refuseHidden(actor: Actor, { status = [], bdds, overdue }: Narrowing) {
  const may = statusesFor(actor.role)
  const problems: Problem[] = []
  if (status.some((one) => !may.includes(one))) problems.push({ field: 'status', error: 'Not a status of this list' })
  if (isSeller(actor) && some(bdds)) problems.push({ field: 'bdds', error: 'Not a filter of this list' })
  if (isSeller(actor) && overdue !== undefined) problems.push({ field: 'overdue', error: 'Not a filter of this list' })
  if (problems.length > 0) throw badRequest(problems)
}

/** The stored statuses behind those that were named, within what was handed over when that is the list. */
function wantedStatuses(role: Role, mode: TableMode, { status, departmentTableMode }: Narrowing): SlvStatus[] | null {
  const named = some(status)
  const stored = named && storedStatuses(role, named)
  if (mode !== 'ALL' || departmentTableMode !== 'TRANSFERRED') return stored
  return slvGroupStatuses.TRANSFERRED.filter((one) => !stored || stored.includes(one))
}

/** The where clause of a filter, on `slv`. */
export const matches = (
  eb: ExpressionBuilder<DB, 'slv'>,
  shape: FilterShape,
  value: Slot<FilterValues>,
): Expression<SqlBool> =>
  eb.and([
    inScope(eb, shape.scope, value),
    ...(shape.hasStatuses ? [sql<boolean>`slv.status = any(${value('statuses')}::text[])`] : []),
    ...(shape.hasSearch ? [isFound(value)] : []),
    ...(shape.isOverdue ? [isOverdue(value)] : []),
    ...othersIn(shape.others, value),
  ])

const isFound = (value: Slot<FilterValues>) => sql<boolean>`(slv.search_text like ${value('search')}
  or slv.company_id = any(array(select id from company where lower(name) like ${value('search')})))`

const otherFilters = [
  'sellers',
  'bdds',
  'underwriterIds',
  'programs',
  'types',
  'from',
  'to',
  'states',
  'occupancies',
  'reasons',
  'has',
  'overdue',
] as const

/** One or two filters as they are; of more each, silent when its value is null. */
const othersIn = (which: string, value: Slot<FilterValues>): RawBuilder<boolean>[] => {
  const all = othersBy(value)
  if (which === 'MANY') return otherFilters.map((name) => sql<boolean>`(${typed(name, value)} is null or ${all[name]})`)
  const names = which.split('+')
  return otherFilters.filter((name) => names.includes(name)).map((name) => all[name])
}

const typed = (name: OtherFilter, value: Slot<FilterValues>) => {
  if (name === 'from' || name === 'to') return sql`${value(name)}::date`
  if (name === 'overdue') return sql`${value(name)}::boolean`
  return name === 'bdds' || name === 'underwriterIds' ? sql`${value(name)}::uuid[]` : sql`${value(name)}::text[]`
}

const othersBy = (value: Slot<FilterValues>): Record<OtherFilter, RawBuilder<boolean>> => ({
  sellers: sql`slv.company_id = any(array(select id from company where name = any(${value('sellers')}::text[])))`,
  bdds: sql`slv.company_id = any(array(select id from company where bdd_id = any(${value('bdds')}::uuid[])))`,
  underwriterIds: sql`slv.underwriter_id = any(${value('underwriterIds')}::uuid[])`,
  programs: sql`slv.buyer_non_agency_program = any(${value('programs')}::text[])`,
  types: sql`slv.type = any(${value('types')}::text[])`,
  // Days are New York's, from the first instant of one to the first after the other.
  from: sql`slv.date >= ${value('from')}::date::timestamp at time zone 'America/New_York'`,
  to: sql`slv.date < (${value('to')}::date + 1)::timestamp at time zone 'America/New_York'`,
  states: sql`slv.state = any(${value('states')}::text[])`,
  occupancies: sql`slv.occupancy = any(${value('occupancies')}::text[])`,
  reasons: sql`exists (select from slv_request where slv_id = slv.id and ${hasReason(value)})`,
  has: sql`${value('has')}::text[] <@ ${given}`,
  // What is overdue has a text of its own: what is not is left.
  overdue: sql`${isOverdue(value)} = ${value('overdue')}::boolean`,
})

/** Whether a variance has one of the reasons, as SQL on `slv_request`. */
export const hasReason = (value: Slot<FilterValues>) =>
  sql<boolean>`slv_request.reason = any(${value('reasons')}::text[])`

const columnOf: Record<LoanValue, string> = {
  loanAmount: 'loan_amount',
  creditScore: 'credit_score',
  ltv: 'ltv',
  dti: 'dti',
  dscr: 'dscr',
  reserves: 'total_post_close_reserves_amount',
}
/** The values that a loan has. */
const given = sql`array_remove(array[${sql.join(
  loanValues.map((key) => sql`case when ${sql.ref(`slv.${columnOf[key]}`)} is not null then ${sql.lit(key)} end`),
)}]::text[], null)`

/** Sent and undecided, and more days on the buyer's clock than the target, as SQL on `slv`; never null. */
export const isOverdue = (value: Slot<ClockValues>) => sql<boolean>`(${isOpen} and ${daysOver(value)} > 0)`

/**
 * The SLVs of a filter as a table with those columns: what is overdue is found part by part, each by an index, and what is
 * not asked of it is not carried along.
 */
export const slvsIn = (
  shape: FilterShape,
  value: Slot<FilterValues>,
  columns = sql`slv.*`,
): RawBuilder<Selectable<DB['slv']>> => {
  const where = matches(expressionBuilder<DB, 'slv'>(), { ...shape, isOverdue: false }, value)
  if (!shape.isOverdue) return sql`(select ${columns} from slv where ${where})`
  const parts = slaParts(value).map(
    (part) => sql`select ${columns} from slv where ${where} and ${part.where} and ${part.isOverdue}`,
  )
  return sql`(${sql.join(parts, sql` union all `)})`
}
