import type { ChangesQuery } from '@portal/contract/lib/paging'
import { isOneOf } from '@portal/contract/lib/typed'
import {
  type Clock,
  clockForList,
  daysOn,
  findExpectation,
  slaStatuses,
} from '@portal/contract/slv/clocks'
import {
  type ComputedSortKey,
  isComputedSort,
  type SortKey,
  slvColumnRow,
  sortKeysFor,
} from '@portal/contract/slv/columns'
import { decisionsWithTerms } from '@portal/contract/slv/decision/terms'
import { approvedUntil } from '@portal/contract/slv/decision/validity'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import { hasNeeds } from '@portal/contract/slv/needs'
import {
  maxCountOfShortSearch,
  maxListed,
  type SlvPage,
  SlvRow,
  storedColumnNames,
} from '@portal/contract/slv/row'
import {
  decisions,
  isDecided,
  type SlvStatus,
  slvStatuses,
  statusFor,
} from '@portal/contract/slv/status'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import {
  type Measured,
  shortSummary,
} from '@portal/contract/slv-request/distance'
import { type Role, roles } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import * as listQuery from '../../lib/database/list-query.ts'
import { listLiterals } from '../../lib/database/literals.ts'
import { readChanges } from '../../lib/database/read-changes.ts'
import { badRequest } from '../../lib/errors.ts'
import { asUnchecked } from '../../lib/http/as-unchecked.ts'
import { openSummary } from '../read-conditions.ts'
import { hasDrift } from '../read-drift.ts'
import { visibleStatuses } from '../resubmission.ts'
import { visibleSlvs } from '../visible.ts'
import {
  dueOrdinal,
  expectedOrdinal,
  isOpen,
  slaDays,
  turnTime,
} from './clock-sql.ts'
import { readFilter, toMode } from './filter.ts'
import { findNeed, isDraft, needOrder } from './find-needs.ts'

const rowColumns = [
  ...storedColumnNames,
  'date',
  'updatedAt',
  'decisionDate',
  'priceAdjustment',
  'goodUntil',
  'buyerDays',
  'clockParty',
  'clockSince',
  'roundDays',
  'resubmitCount',
] as const

/** What sellers may not see is not even read for them. */
type StoredRow = Awaited<ReturnType<typeof readRows>>[number]

type FieldName = keyof SlvRow
const fieldNames = SlvRow.keyof().options

/** The fields of a row that each role may see, by stored status. */
const visible = new Map<Role, Map<SlvStatus, FieldName[]>>(
  roles.map((role) => [
    role,
    new Map(
      slvStatuses.map((status) => [
        status,
        fieldNames.filter((name) => visibleFields(role, status).has(name)),
      ]),
    ),
  ]),
)

/** The clocks of a row; those of desks aren't read for sellers. */
const toClocks = ({
  slrDays = null,
  slrSince = null,
  tdDays = null,
  tdSince = null,
  ...row
}: StoredRow) => ({ ...row, slrDays, slrSince, tdDays, tdSince })

/** The days and the price of the decision in effect, if there is one. */
const toTerms = (
  { decisionDate, priceAdjustment, goodUntil }: StoredRow,
  status: SlvStatus,
) => ({
  decisionDate: isDecided(status)
    ? (decisionDate?.toISOString() ?? null)
    : null,
  priceAdjustment: isOneOf(decisionsWithTerms, status) ? priceAdjustment : null,
  goodUntil: approvedUntil({ status, goodUntil }),
})

/** Rows as the actor may see them; `today` is an ordinal. */
const presentRows = (
  { actor: { role }, sla }: Ctx,
  rows: readonly StoredRow[],
  today: number,
): SlvRow[] =>
  rows.map((row) => {
    const since = row.clockParty === 'BUYER' ? row.clockSince : null
    const clocks = toClocks(row)
    // A draft resubmission leaves the decision in effect.
    const status = row.statusInEffect ?? row.status
    const whole: Record<FieldName, unknown> = {
      ...row,
      status: statusFor(role, row.status),
      date: row.date?.toISOString() ?? null,
      updatedAt: row.updatedAt.toISOString(),
      ...toTerms(row, status),
      corrID: row.corrId ?? '',
      variances: shortSummary(row.requests),
      turnTime: daysOn({ days: row.buyerDays, since }, today),
      needsYou: row.needsYou ?? null,
      draftEditedAt:
        row.status === 'DRAFT' ? row.updatedAt.toISOString() : null,
      openConditions: row.openConditions,
      conditionDueOn: row.conditionDueOn,
      figuresChanged: status === 'APPROVED' ? row.figuresChanged : null,
      underwriterManagerName: row.underwriterManagerName ?? null,
      tradeDeskName: row.tradeDeskName ?? null,
      ...slaStatuses(clocks, sla.targets, { days: sla.days, today }),
      ...findExpectation(clocks, sla.targets, { days: sla.days, today }),
    }
    const shown: Partial<Record<FieldName, unknown>> = {}
    for (const name of visible.get(role)?.get(status) ?? [])
      shown[name] = whole[name]
    return asUnchecked(shown)
  })

/**
 * Position of a status in the life of an SLV, as the role sees it: statuses
 * that look the same sort the same.
 */
const statusPosition = (role: Role) => {
  const positions = slvStatuses.map(
    (status) => slvStatuses.indexOf(statusFor(role, status)) + 1,
  )
  const branches = slvStatuses.map(
    (status, index) =>
      sql`when ${sql.lit(status)} then ${sql.lit(positions[index])}`,
  )
  return sql`case slv.status ${sql.join(branches, sql` `)} end`
}

/**
 * A value only of these decisions: sorting by a prepared decision would reveal
 * it.
 */
const ofDecisions = (
  decided: readonly SlvStatus[],
  value: RawBuilder<unknown>,
) => {
  const statuses = listLiterals(decided)
  return sql`case when slv.status in (${statuses}) then ${value} end`
}

const slaClocks: Partial<Record<SortKey, Clock>> = {
  groupSlaStatus: 'SLV',
  slrSlaStatus: 'SLR',
  tdSlaStatus: 'TD',
}

/** A name of the joined company or person. */
const joinedName = listQuery.byName(sql`named.name`)

const computedSorts = (
  ctx: Ctx,
  clock: Clock,
): Record<ComputedSortKey, RawBuilder<unknown>> => ({
  sellerName: joinedName,
  underwriterName: joinedName,
  status: statusPosition(ctx.actor.role),
  turnTime: turnTime(ctx),
  decisionDate: ofDecisions(decisions, sql`slv.decision_date`),
  priceAdjustment: ofDecisions(decisionsWithTerms, sql`slv.price_adjustment`),
  goodUntil: ofDecisions(['APPROVED'], sql`slv.good_until`),
  groupSlaStatus: slaDays(ctx, 'SLV'),
  slrSlaStatus: slaDays(ctx, 'SLR'),
  tdSlaStatus: slaDays(ctx, 'TD'),
  dueAt: dueOrdinal(ctx, clock),
  expectedBy: expectedOrdinal(ctx),
  needsYou: needOrder(ctx),
})

/**
 * The sort key of a column, as SQL on `slv`, and on `named` for a seller or an
 * underwriter.
 */
function sortExpression(
  key: SortKey,
  ctx: Ctx,
  clock: Clock,
): RawBuilder<unknown> {
  if (isComputedSort(key)) return computedSorts(ctx, clock)[key]
  return listQuery.sortByColumn(sql.ref(`slv.${key}`), slvColumnRow(key).sort)
}

export async function listSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  most = query.search && query.search.length < 3
    ? maxCountOfShortSearch
    : maxListed,
): Promise<SlvPage> {
  return listQuery.readPage(
    ctx.db,
    await readList(ctx, query),
    query,
    (ids) => readItems(ctx, ids),
    most,
  )
}

/** The rows of these SLVs, in this order, as the actor may see them. */
export const readItems = async (
  ctx: Ctx,
  ids: readonly string[],
): Promise<SlvRow[]> =>
  presentRows(ctx, await readRows(ctx, ids), ctx.sla.days.ordinalAt(ctx.now))

/** What changed since the last call, of all that the actor may see. */
export const listSlvChanges = (ctx: Ctx, query: ChangesQuery) =>
  readChanges(
    ctx.db,
    {
      table: 'slv',
      rows: (db) => visibleSlvs({ ...ctx, db }),
      readItems: (db, ids) => readItems({ ...ctx, db }, ids),
    },
    query,
  )

export async function readList(ctx: Ctx, query: SlvListQuery) {
  const { sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([
      { field: 'sortBy', error: 'This list cannot be sorted by this column' },
    ])
  const id = sql<string>`slv.id`
  const { where } = await readFilter(ctx, query)
  const rows = ctx.db
    .selectFrom('slv')
    .where(where)
    .$if(sortBy === 'sellerName', (all) =>
      all.leftJoin('company as named', 'named.id', 'slv.companyId'),
    )
    .$if(sortBy === 'underwriterName', (all) =>
      all.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'),
    )
  const clock = clockForList({
    ...query,
    tableMode: toMode(ctx.actor, query.tableMode),
  })
  const key = sortExpression(sortBy, ctx, clock)
  const due = sortBy === 'dueAt' ? clock : slaClocks[sortBy]
  const inOrder = listQuery.inOrder(key, sortType, id)
  // A seller's newest work: drafts have no date of sending.
  const startsWithDrafts =
    isSeller(ctx.actor) && sortBy === 'date' && sortType === 'desc'
  return {
    rows,
    id,
    orderBy: startsWithDrafts ? sql`${isDraft} desc, ${inOrder}` : inOrder,
    isSearch: query.search !== '',
    first: due && {
      where: sql<boolean>`(${isOpen(due)} and ${key} is not null)`,
      orderBy: inOrder,
    },
  }
}

export const findIds = async (
  ctx: Ctx,
  query: SlvListQuery,
  most: number,
): Promise<string[]> => listQuery.findIds(await readList(ctx, query), most)

export const countList = async (
  ctx: Ctx,
  query: SlvListQuery,
): Promise<number> => listQuery.countRows(ctx.db, await readList(ctx, query))

/** A subquery per row: with joins, planning took longer than running. */
const name = (
  column:
    | 'seller_id'
    | 'underwriter_id'
    | 'underwriter_manager_id'
    | 'trade_desk_id',
) =>
  sql<
    string | null
  >`(select name from app_user where id = ${sql.ref(`slv.${column}`)})`

/** The variances of a row of `slv`, in their order. */
const variances = sql<Measured[]>`coalesce(
  (
    select
      json_agg(
        json_build_object(
          'reason', reason,
          'parameter', parameter,
          'operator', operator,
          'guidelineValue', guideline_value,
          'actualValue', actual_value,
          'unit', unit
        )
        order by position, id
      )
    from slv_request
    where slv_id = slv.id
  ),
  '[]'
)`

const readRows = (ctx: Ctx, ids: readonly string[]) => {
  const { db, actor } = ctx
  const { status, statusInEffect } = visibleStatuses(actor)
  return db
    .selectFrom(
      sql<{
        id: string
        place: number
      }>`unnest(${ids}::uuid[]) with ordinality`.as<'page'>(
        sql`page(id, place)`,
      ),
    )
    .innerJoin('slv', 'slv.id', 'page.id')
    .select(rowColumns.map((column) => `slv.${column}` as const))
    .select([status.as('status'), statusInEffect.as('statusInEffect')])
    .select([
      variances.as('requests'),
      sql<string>`(select name from company where id = slv.company_id)`.as(
        'sellerName',
      ),
      sql<
        string | null
      >`(select corr_id from company where id = slv.company_id)`.as('corrId'),
      name('seller_id').$castTo<string>().as('ownerName'),
      name('underwriter_id').as('underwriterName'),
      openSummary.openConditions.as('openConditions'),
      openSummary.conditionDueOn.as('conditionDueOn'),
      hasDrift.as('figuresChanged'),
    ])
    .$if(hasNeeds(actor.role), (query) =>
      query.select(findNeed(ctx).as('needsYou')),
    )
    .$if(!isSeller(actor), (query) =>
      query.select([
        name('underwriter_manager_id').as('underwriterManagerName'),
        name('trade_desk_id').as('tradeDeskName'),
        'slv.slrDays',
        'slv.slrSince',
        'slv.tdDays',
        'slv.tdSince',
      ]),
    )
    .orderBy('page.place')
    .execute()
}
