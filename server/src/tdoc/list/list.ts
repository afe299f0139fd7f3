import type { ChangesQuery } from '@portal/contract/lib/paging'
import {
  maxFound,
  type Tdoc,
  type TdocPage,
} from '@portal/contract/tdoc/answers'
import {
  type ComputedSort,
  isComputedSort,
  type TdocSort,
  tdocColumnRow,
} from '@portal/contract/tdoc/columns'
import {
  defaultSort,
  type TdocListQuery,
} from '@portal/contract/tdoc/list-query'
import { type TdocTab, tabsOf } from '@portal/contract/tdoc/model'
import { isReviewer } from '@portal/contract/tdoc/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import * as listQuery from '../../lib/database/list-query.ts'
import { readChanges } from '../../lib/database/read-changes.ts'
import { badRequest } from '../../lib/errors.ts'
import { presentTdoc } from '../present.ts'
import { readTdocs } from '../read-rows.ts'
import { visibleTdocs } from '../visible.ts'
import { type Filter, inTab, readFilter } from './filter.ts'
import {
  findNeed,
  isIncomplete,
  needOrder,
  needsReviewers,
} from './find-needs.ts'

type Now = Pick<Ctx, 'now' | 'sla'>

/**
 * The sort key of a column, as SQL on `tdoc`, and on `named` for a name. Enums
 * sort by position.
 */
function sortExpression(
  column: TdocSort,
  tab: TdocTab,
  ctx: Ctx,
): RawBuilder<unknown> {
  if (column === 'needsYou')
    return needOrder(ctx, sql`${target(ctx)} - ${turnTime(ctx)}`)
  // Complete Tdocs have no SLA; a constant lets an index sort them.
  if (tab === 'COMPLETE' && isOfSla(column)) return sql`null::int`
  if (isComputedSort(column)) return computedSorts(ctx)[column]
  const { sort } = tdocColumnRow(column)
  return listQuery.sortByColumn(sql.ref(`tdoc.${column}`), sort)
}

const isOfSla = (column: TdocSort) =>
  column === 'slaDays' || column === 'dueOutOfReview'

/** A name of the joined person or company. */
const joinedName = listQuery.byName(sql`named.name`)

const computedSorts = (
  ctx: Ctx,
): Record<ComputedSort, RawBuilder<unknown>> => ({
  slaDays: sql`case when tdoc.status_place < 3 then ${turnTime(ctx)} - ${target(ctx)} end`,
  turnTime: turnTime(ctx),
  dueOutOfReview: sql`
    case
      when tdoc.clock_party = 'BUYER'
      and tdoc.buyer_days <= ${target(ctx)} then tdoc.clock_since + ${target(ctx)} - tdoc.buyer_days
    end`,
  progressTracking: sql`tdoc.progress_place`,
  type: sql`tdoc.type_place`,
  assignedUnderwriter: joinedName,
  reviewUnderwriter: joinedName,
  currentLDStatus: sql`lower(tdoc.current_ld_status)`,
  status: sql`tdoc.status_place`,
  tprResponse: sql`tdoc.response_place`,
  tprTDocResponseDate: sql`tdoc.tpr_response_date`,
  reviewCategories: sql`tdoc.review_percent`,
  createdByUserFullName: joinedName,
  completedBy: joinedName,
  jumboVendorName: joinedName,
})

const turnTime = ({ now, sla }: Now) =>
  sql<number>`
    tdoc.buyer_days + case
      when tdoc.clock_party = 'BUYER' then greatest(0, ${sla.days.ordinalAt(now)}::int - tdoc.clock_since)
      else 0
    end`

const slaDays = (ctx: Now) => sql<number>`(${turnTime(ctx)} - ${target(ctx)})`

/**
 * Whether an incomplete Tdoc has more days on the buyer's clock than its
 * target; never null.
 */
export const isTdocOverdue = (ctx: Now) =>
  sql<boolean>`(tdoc.status_place < 3 and ${slaDays(ctx)} > 0)`

/**
 * Whether a Tdoc on the buyer's clock has used exactly its target days; never
 * null.
 */
export const isTdocDueToday = (ctx: Ctx) =>
  sql<boolean>`(tdoc.status_place < 3 and tdoc.clock_party = 'BUYER' and ${slaDays(ctx)} = 0)`

/**
 * The target of a Tdoc's SLA item, in business days (`findSlaItem` of the
 * contract).
 */
const target = ({ sla: { targets } }: Now) => sql<number>`
  case
    when tdoc.type_place = 2 then ${targets.tdocEscalation.targetDays}::int
    when tdoc.is_purchased then ${targets.tdocPurchased.targetDays}::int
    when tdoc.type_place = 3 then ${targets.tdocManual.targetDays}::int
    else ${targets.tdocAutomatic.targetDays}::int
  end`

/**
 * A page of a table and the counts of its tabs, each up to `most`. Throws 403
 * and 400 as `readFilter` does.
 */
export async function listTdocs(
  ctx: Ctx,
  query: TdocListQuery,
  most = maxFound,
): Promise<TdocPage> {
  const { page, size, tableMode } = query
  const offset = (page - 1) * size
  const filter = readFilter(ctx, query)
  const list = readList(ctx, query)
  const counting =
    query.counts === 'none' ? null : countTabs(ctx, filter, most + 1)
  const total = async () =>
    counting
      ? (await counting)[filter.tab]
      : listQuery.countRows(ctx.db, list, most + 1)
  const isSorted = query.search !== '' && (await total()) <= most
  const [rows, counts] = await Promise.all([
    listQuery
      .findIds(list, size, offset, isSorted)
      .then((ids) => readTdocs(ctx.db, ids)),
    counting,
  ])
  const items = await withNeeds(
    ctx,
    rows.map((tdoc) => presentTdoc(ctx, tdoc)),
  )
  if (!counts) {
    const seen = offset + items.length
    return {
      items,
      total: seen,
      counts: {},
      isTotalCut: items.length === size,
      cutTabs: [],
      page,
      size,
    }
  }
  const tabs = tabsOf[tableMode]
  return {
    items,
    total: Math.min(counts[filter.tab], most),
    counts: Object.fromEntries(
      tabs.map((tab) => [tab, Math.min(counts[tab], most)]),
    ),
    isTotalCut: counts[filter.tab] > most,
    ...(isReviewer(ctx.actor) && { needsYou: await countNeeds(ctx, filter) }),
    cutTabs: tabs.filter((tab) => counts[tab] > most),
    page,
    size,
  }
}

/** What changed since the last call, of all that the actor may see. */
export const listTdocChanges = (ctx: Ctx, query: ChangesQuery) =>
  readChanges(
    ctx.db,
    {
      table: 'tdoc',
      rows: (db) => visibleTdocs({ ...ctx, db }),
      readItems: async (db, ids) => {
        const rows = await readTdocs(db, ids)
        return rows.map((tdoc) => presentTdoc(ctx, tdoc))
      },
    },
    query,
  )

/** Adds to a reviewer's rows what they need, and since when they have them. */
async function withNeeds(ctx: Ctx, items: Tdoc[]): Promise<Tdoc[]> {
  if (!isReviewer(ctx.actor)) return items
  const rows = await ctx.db
    .selectFrom('tdoc')
    .leftJoin('tdocInterval as turn', (join) =>
      join
        .onRef('turn.tdocId', '=', 'tdoc.id')
        .on('turn.closedAt', 'is', null)
        .on('turn.party', '=', 'TPR'),
    )
    .select(['tdoc.id', 'turn.openedAt as since'])
    .select(findNeed(ctx).as('need'))
    .where((eb) =>
      eb('tdoc.id', '=', eb.fn.any(eb.val(items.map(({ id }) => id)))),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return items.map((item) => {
    const row = byId.get(item.id)
    return {
      ...item,
      needsYou: row?.need ?? null,
      withReviewerSince: row?.since?.toISOString() ?? null,
    }
  })
}

const countNeeds = (ctx: Ctx, { where, tab }: Filter): Promise<number> => {
  const rows = ctx.db
    .selectFrom('tdoc')
    .where(where)
    .where(inTab(tab))
    .where(needsReviewers(ctx))
  return listQuery.countRows(ctx.db, { rows, id }, maxFound + 1)
}

export function readList(ctx: Ctx, query: TdocListQuery) {
  const { tableMode, sortBy = defaultSort[tableMode], sortType } = query
  if (sortBy === 'needsYou' && !isReviewer(ctx.actor))
    throw badRequest([
      { field: 'sortBy', error: 'This sort is not available for this list' },
    ])
  const { tab, where } = readFilter(ctx, query)
  const rows = ctx.db
    .selectFrom('tdoc')
    .where(where)
    .where(inTab(tab))
    .$if(sortBy === 'assignedUnderwriter', (all) =>
      all.leftJoin(
        'appUser as named',
        'named.id',
        'tdoc.assignedUnderwriterId',
      ),
    )
    .$if(sortBy === 'reviewUnderwriter', (all) =>
      all.leftJoin('appUser as named', 'named.id', 'tdoc.reviewUnderwriterId'),
    )
    .$if(sortBy === 'createdByUserFullName', (all) =>
      all.leftJoin('appUser as named', 'named.id', 'tdoc.createdById'),
    )
    .$if(sortBy === 'completedBy', (all) =>
      all.leftJoin('appUser as named', 'named.id', 'tdoc.completedById'),
    )
    .$if(sortBy === 'jumboVendorName', (all) =>
      all.leftJoin('company as named', 'named.id', 'tdoc.vendorId'),
    )
  const key = sortExpression(sortBy, tab, ctx)
  const orderOfValues = listQuery.inOrder(key, sortType, id, true)
  const comesFirst = firstRows(sortBy, sortType, tab, key)
  return {
    rows,
    id,
    orderBy:
      sortBy === 'tdocReceivedDate'
        ? orderOfValues
        : listQuery.inOrder(key, sortType, id),
    first: comesFirst && { where: comesFirst, orderBy: orderOfValues },
  }
}

/**
 * The rows that come first, those with a sort key or the open ones, if an index
 * finds them.
 */
function firstRows(
  column: TdocSort,
  direction: 'asc' | 'desc',
  tab: TdocTab,
  key: RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  if (column === 'sellerName' || column === 'borrowerLastName')
    return sql<boolean>`${key} is not null`
  if (tab === 'ALL' && isOfSla(column))
    return sql<boolean>`(${isIncomplete} and ${key} is not null)`
  if (tab === 'ALL' && column === 'needsYou' && direction === 'asc')
    return isIncomplete
  return undefined
}

const id = sql<string>`tdoc.id`

export const findIds = (
  ctx: Ctx,
  query: TdocListQuery,
  most: number,
): Promise<string[]> => listQuery.findIds(readList(ctx, query), most)

export const countList = (ctx: Ctx, query: TdocListQuery): Promise<number> =>
  listQuery.countRows(ctx.db, readList(ctx, query))

async function countTabs(
  { db }: Ctx,
  { where }: Filter,
  most: number,
): Promise<Record<TdocTab, number>> {
  const countTab = (tab: TdocTab) =>
    listQuery.countRows(
      db,
      { rows: db.selectFrom('tdoc').where(where).where(inTab(tab)), id },
      most,
    )
  const [NEW, REVIEW_PENDING, COMPLETE] = await Promise.all([
    countTab('NEW'),
    countTab('REVIEW_PENDING'),
    countTab('COMPLETE'),
  ])
  return { NEW, REVIEW_PENDING, COMPLETE, ALL: NEW + REVIEW_PENDING + COMPLETE }
}
