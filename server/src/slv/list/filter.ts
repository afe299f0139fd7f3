import { type Parameter, parameters } from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { civil } from '@portal/contract/sla/calendar'
import { clockForList } from '@portal/contract/slv/clocks'
import {
  type ConditionFilter,
  isRefusedFrom,
  type LoanValue,
  type SlvFilter,
  slvFilterKeys,
  slvFilterRow,
  slvNarrowingKeys,
} from '@portal/contract/slv/list-query'
import { readRange } from '@portal/contract/slv/range'
import {
  decisions,
  getWorkPart,
  listStatusesFor,
  type SlvStatus,
  slvGroupStatuses,
  slvStatuses,
  storedStatuses,
} from '@portal/contract/slv/status'
import {
  type TableMode,
  tableModeRules,
  tableModesFor,
} from '@portal/contract/slv/table-mode'
import { timeframeDays } from '@portal/contract/slv/timeframe'
import {
  type Likeness,
  readLikeness,
} from '@portal/contract/slv-request/like-cases'
import type { Actor, Role } from '@portal/contract/user/model'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { byName, containing, matches } from '../../lib/database/list-query.ts'
import { listLiterals } from '../../lib/database/literals.ts'
import { badRequest, forbidden } from '../../lib/errors.ts'
import { hasOpenConditions, hasOverdueConditions } from '../read-conditions.ts'
import { hasDrift } from '../read-drift.ts'
import { inScope, visibleSlvs } from '../visible.ts'
import { isDue, isOverdue } from './clock-sql.ts'
import { findNeed } from './find-needs.ts'

/**
 * The named list, or the actor's first one. Throws 403 for a list that they
 * don't have.
 */
export const toMode = (actor: Actor, mode?: TableMode): TableMode => {
  const list = mode ?? tableModesFor(actor)[0]
  if (!list || !tableModeRules[list].access(actor))
    throw forbidden('You do not have permission to do this')
  return list
}

type Conditions = Partial<SlvFilter> & Pick<SlvFilter, 'departmentTableMode'>

/**
 * A filter as a where clause on `slv`. Throws 403 for a list and 400 for a
 * filter that the actor may not use.
 */
export async function readFilter(
  ctx: Ctx,
  filter: Conditions,
): Promise<{ where: Expression<SqlBool> }> {
  const { actor, now } = ctx
  const mode = toMode(actor, filter.tableMode)
  refuseHidden(actor, filter)
  const { search, overdue } = filter
  const clock = clockForList({ ...filter, tableMode: mode })
  const statuses = wantedStatuses(actor.role, mode, filter)
  // Only some filters need today's date in New York, which is slow to compute.
  const { from, to } = timeframeDays(
    filter,
    filter.timeframe ? civil(now).day : '',
  )
  const eb = expressionBuilder<DB, 'slv'>()
  const conditions = [
    inScope(eb, actor, mode),
    statuses && hasStatus(statuses),
    filter.part &&
      isIn(
        'slv.status',
        slvStatuses.filter((status) => getWorkPart(status) === filter.part),
      ),
    search && (await isFound(ctx, containing(search))),
    overdue !== undefined &&
      sql<boolean>`${isOverdue(ctx, clock)} = ${overdue}`,
    some(filter.due) && eb.or(filter.due.map((due) => isDue(ctx, clock, due))),
    some(filter.needsYou) && sql<boolean>`${findNeed(ctx)} is not null`,
    ...approvalConditions(filter, now),
    some(filter.sellers) &&
      ofCompanies(sql`name = any(${filter.sellers}::text[])`),
    some(filter.ownerIds) &&
      sql<boolean>`slv.seller_id = any(${filter.ownerIds}::uuid[])`,
    some(filter.bdds) && ofCompanies(sql`bdd_id = any(${filter.bdds}::uuid[])`),
    some(filter.decidedSince) && eb.or(filter.decidedSince.map(isDecidedSince)),
    // Days in New York, both included.
    from &&
      sql<boolean>`slv.date >= ${from}::date::timestamp at time zone 'America/New_York'`,
    to &&
      sql<boolean>`slv.date < (${to}::date + 1)::timestamp at time zone 'America/New_York'`,
    ...columnConditions(filter),
    ...varianceConditions(filter),
    ...(filter.has ?? []).map(
      (key) => sql<boolean>`${sql.ref(`slv.${columnOf[key]}`)} is not null`,
    ),
  ]
  return {
    where: eb.and(
      conditions.filter(
        (condition) => typeof condition === 'object' && condition !== null,
      ),
    ),
  }
}

/** The conditions of the filters of approvals. */
const approvalConditions = (
  { conditions, expired, figuresChanged }: Conditions,
  now: Date,
) => [
  some(conditions) &&
    expressionBuilder<DB, 'slv'>().or(
      conditions.map((which) => withConditions(which, now)),
    ),
  some(expired) && isExpiredOn(civil(now).day),
  some(figuresChanged) && hasDrift,
]

/** Approvals with such conditions; today is in New York. */
const withConditions = (which: ConditionFilter, now: Date) =>
  which === 'OVERDUE'
    ? hasOverdueConditions(civil(now).day)
    : hasOpenConditions(which)

const some = <T>(
  values: readonly T[] | boolean | string | undefined,
): values is readonly T[] => Array.isArray(values) && values.length > 0

const isIn = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(column)} = any(${values}::text[])`

/** The conditions of the filters that compare a column of `slv` as it is. */
const columnConditions = (filter: Conditions) =>
  slvFilterKeys.flatMap((key) => {
    const { column, people, range } = slvFilterRow(key)
    const values = filter[key]
    if (!column || !some(values)) return []
    const name = `slv.${column}`
    if (range) return isWithin(sql.ref(name), values)
    if (people) return sql<boolean>`${sql.ref(name)} = any(${values}::uuid[])`
    return isIn(name, values)
  })

/**
 * A draft of a new round is not a stored status: the stored one is in effect.
 */
const hasStatus = (statuses: readonly SlvStatus[]) => {
  const isStored = isIn('slv.status', statuses)
  return statuses.includes('DRAFT_RESUBMITTED')
    ? sql<boolean>`(${isStored} or slv.resubmission is not null)`
    : isStored
}

/**
 * As an array, it is computed once per statement and can use the index on the
 * company.
 */
const ofCompanies = (condition: Expression<unknown>) =>
  sql<boolean>`slv.company_id = any(array(select id from company where ${condition}))`

/**
 * Sellers and owners are looked up first: PostgreSQL can estimate a search only
 * by their ids.
 */
async function isFound({ db }: Ctx, pattern: string) {
  const found = await db
    .selectFrom('company')
    .select(['id', sql<'SELLER' | 'OWNER'>`'SELLER'`.as('kind')])
    .where(matches(sql`name`, pattern))
    .unionAll(
      db
        .selectFrom('appUser')
        .innerJoin('company', 'company.id', 'appUser.companyId')
        .select(['appUser.id', sql<'SELLER' | 'OWNER'>`'OWNER'`.as('kind')])
        .where('company.kind', '=', 'SELLER')
        .where(matches(sql`app_user.name`, pattern)),
    )
    .execute()
  const idsOf = (kind: 'SELLER' | 'OWNER') =>
    found.filter((row) => row.kind === kind).map(({ id }) => id)
  const eb = expressionBuilder<DB, 'slv'>()
  const sellers = idsOf('SELLER')
  const owners = idsOf('OWNER')
  const conditions = [sql<boolean>`slv.search_form like ${pattern}`]
  if (sellers.length > 0)
    conditions.push(sql<boolean>`slv.company_id = any(${sellers}::uuid[])`)
  if (owners.length > 0)
    conditions.push(sql<boolean>`slv.seller_id = any(${owners}::uuid[])`)
  return eb.or(conditions)
}

/** Decided on this New York day or later, with the decision still in effect. */
export const isDecidedSince = (day: string) =>
  sql<boolean>`(slv.status in (${listLiterals(decisions)})
    and slv.decision_date >= ${day}::date::timestamp at time zone 'America/New_York')`

/** Approvals whose last day was before this New York day. */
const isExpiredOn = (today: string) =>
  sql<boolean>`(slv.status = 'APPROVED' and slv.good_until < ${today}::date)`

const hasReason = (reasons: readonly string[] | undefined) =>
  sql<boolean>`exists (
    select
    from slv_request
    where slv_id = slv.id
      and reason = any(${reasons}::text[])
  )`

/** The conditions of the filters that find SLVs by their variances. */
const varianceConditions = ({ reasons, like }: Conditions) => [
  some(reasons) && hasReason(reasons),
  some(like) && expressionBuilder<DB, 'slv'>().or(like.map(hasLikeVariance)),
]

/** Whether an SLV has a like variance, except the excluded one; `text` is a `LikenessText`. */
const hasLikeVariance = (text: string) => {
  const likeness = readLikeness(text)
  if (!likeness) return sql<boolean>`false`
  const { exceptSlvId } = likeness
  const isOther = exceptSlvId ? sql`slv.id <> ${exceptSlvId}` : sql`true`
  return sql<boolean>`(${isOther} and exists (
    select
    from slv_request
    where slv_id = slv.id
      and ${isInBand(likeness)}
  ))`
}

/** How far a variance, a row of `slv_request`, misses its guideline. */
export const missOf = (parameter: Parameter) =>
  parameters[parameter].better === 'HIGHER'
    ? sql`guideline_value - actual_value`
    : sql`actual_value - guideline_value`

/** Whether a variance, a row of `slv_request`, misses by a parameter's band. */
export const isInBand = ({
  parameter,
  from,
  to,
}: Omit<Likeness, 'exceptSlvId'>) => {
  const miss = missOf(parameter)
  return sql<boolean>`(parameter = ${parameter}
    and (${from}::numeric is null or ${miss} > ${from}::numeric)
    and (${to}::numeric is null or ${miss} <= ${to}::numeric))`
}

/**
 * Whether a value, such as a column, is within one of these ranges, both ends
 * included; a missing value is in none.
 */
const isWithin = (value: Expression<unknown>, ranges: readonly string[]) =>
  expressionBuilder<DB, 'slv'>().or(
    ranges.flatMap((text) => {
      const range = readRange(text)
      if (!range) return []
      const { min, max } = range
      return sql<boolean>`(${value} is not null
        and (${min}::numeric is null or ${value} >= ${min}::numeric)
        and (${max}::numeric is null or ${value} <= ${max}::numeric))`
    }),
  )

const columnOf: Record<LoanValue, string> = {
  loanAmount: 'loan_amount',
  creditScore: 'credit_score',
  ltv: 'ltv',
  dti: 'dti',
  dscr: 'dscr',
  reserves: 'total_post_close_reserves_amount',
}

const isSet = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== undefined

/**
 * A filter by something that the actor may not see would reveal it
 * (security.md).
 */
function refuseHidden(actor: Actor, filter: Conditions) {
  const { status = [] } = filter
  const allowed = listStatusesFor(actor.role)
  const problems: Problem[] = []
  if (status.some((one) => !allowed.includes(one)))
    problems.push({
      field: 'status',
      error: 'This list cannot be filtered by this status',
    })
  for (const key of slvNarrowingKeys)
    if (isRefusedFrom(actor.role, key) && isSet(filter[key]))
      problems.push({
        field: key,
        error: 'This filter is not available for this list',
      })
  if (problems.length > 0) throw badRequest(problems)
}

/**
 * The stored statuses of the chosen ones, within the transferred ones if that
 * list is shown.
 */
function wantedStatuses(
  role: Role,
  mode: TableMode,
  { status, departmentTableMode }: Conditions,
): SlvStatus[] | null {
  const named = status?.length ? status : null
  const stored = named && storedStatuses(role, named)
  if (mode !== 'ALL' || departmentTableMode !== 'TRANSFERRED') return stored
  return slvGroupStatuses.TRANSFERRED.filter(
    (one) => !stored || stored.includes(one),
  )
}

/** The longest list of choices; users search to narrow it. */
const most = 50

type Search = { search: string; tableMode?: TableMode | undefined }

/**
 * Names of the sellers in the actor's SLVs or in one of their lists. Throws 403
 * for a list that they don't have.
 */
export async function getSellerFilter(
  ctx: Ctx,
  { search, tableMode }: Search,
): Promise<string[]> {
  const sellers = visibleSlvs(
    ctx,
    tableMode && toMode(ctx.actor, tableMode),
  ).select('slv.companyId')
  const rows = await ctx.db
    .selectFrom('company')
    .select('name')
    .where('id', 'in', sellers)
    .where(matches(sql`name`, containing(search)))
    .groupBy('name')
    .orderBy(byName(sql`name`))
    .limit(most)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Non-agency programs in the actor's SLVs or in one of their lists. Throws 403
 * for a list that they don't have.
 */
export async function getProgramFilter(
  ctx: Ctx,
  { search, tableMode }: Search,
): Promise<string[]> {
  const rows = await visibleSlvs(ctx, tableMode && toMode(ctx.actor, tableMode))
    .select('slv.buyerNonAgencyProgram as program')
    .where('slv.buyerNonAgencyProgram', 'is not', null)
    .where(matches(sql`slv.buyer_non_agency_program`, containing(search)))
    .groupBy('slv.buyerNonAgencyProgram')
    .orderBy(byName(sql`slv.buyer_non_agency_program`))
    .limit(most)
    .execute()
  return rows.map(({ program }) => program ?? '')
}
