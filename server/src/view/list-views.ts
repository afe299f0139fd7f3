import { seesSlvs, startModeFor } from '@portal/contract/slv/table-mode'
import { seesTdocs } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import {
  maxCounted,
  maxViews,
  type SavedView,
  starterViews,
  type ViewSearch,
  viewLists,
} from '@portal/contract/view/model'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { countRows } from '../lib/database/list-query.ts'
import { AppError, notFound } from '../lib/errors.ts'
import * as slvs from '../slv/list/list.ts'
import * as tdocs from '../tdoc/list/list.ts'
import {
  parseSlvQuery,
  parseTdocQuery,
  wrongParameters,
} from './check-search.ts'

export const viewColumns = [
  'id',
  'userId',
  'list',
  'name',
  'search',
  'columns',
  'density',
  'isShared',
] as const
type Row = Omit<
  Pick<Selectable<DB['savedView']>, (typeof viewColumns)[number]>,
  'userId'
> & {
  /** Null for a starter view. */
  userId: string | null
  ownerName: string
}

/** How many of a person's views are counted, oldest first. */
const maxCountedViews = 20

export const mayList = (actor: Actor): SavedView['list'][] =>
  viewLists.filter((list) =>
    list === 'SLV' ? seesSlvs(actor) : seesTdocs(actor),
  )

/**
 * The actor's views and those shared in their company, for the lists that they
 * may use.
 */
export async function listViews(ctx: Ctx): Promise<SavedView[]> {
  const { db, actor } = ctx
  const rows = await db
    .selectFrom('savedView')
    .innerJoin('appUser', 'appUser.id', 'savedView.userId')
    .select(viewColumns.map((column) => `savedView.${column}` as const))
    .select('appUser.name as ownerName')
    .where((eb) =>
      eb.or([
        eb('savedView.userId', '=', actor.id),
        eb.and([
          eb('savedView.isShared', '=', true),
          eb('savedView.companyId', '=', actor.companyId),
        ]),
      ]),
    )
    .where('savedView.list', 'in', mayList(actor))
    // Others' shared views never push out one's own.
    .orderBy(({ eb }) => eb('savedView.userId', '=', actor.id), 'desc')
    .orderBy('savedView.id')
    .limit(4 * maxViews)
    .execute()
  // One at a time, so that a person with many views can't use all connections.
  const views: SavedView[] = []
  for (const [index, row] of [...createStarterViews(actor), ...rows].entries())
    views.push(await presentView(ctx, row, index < maxCountedViews))
  return views
}

/** Throws 404 for someone else's view. */
export async function getOwnView(ctx: Ctx, id: string): Promise<SavedView> {
  const { db, actor } = ctx
  const row = await db
    .selectFrom('savedView')
    .select(viewColumns)
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw notFound('View')
  return presentView(ctx, { ...row, ownerName: actor.name })
}

/** The starter views, sorted by most overdue. */
const createStarterViews = (actor: Actor): Row[] => {
  const tableMode = startModeFor(actor)
  if (tableMode === undefined || isSeller(actor)) return []
  // What waits on a seller is in no desk's queue.
  const hasSellers = tableMode !== 'SLR' && tableMode !== 'TRADE_DESK'
  return starterViews
    .filter(({ search }) => hasSellers || search.due)
    .map(({ id, name, search }) => ({
      id,
      name,
      list: 'SLV',
      columns: null,
      density: 'COMFORTABLE',
      isShared: true,
      userId: null,
      ownerName: '',
      search: new URLSearchParams({
        tableMode,
        ...search,
        sortBy: 'dueAt',
        sortType: 'asc',
        // A desk's list has everyone's reviews.
        ...(tableMode === 'SLR' && { slrReviewerIds: actor.id }),
        ...(tableMode === 'TRADE_DESK' && { tradeDeskIds: actor.id }),
        ...(tableMode === 'ALL' && { departmentTableMode: 'ALL' }),
      }).toString(),
    }))
}

export async function presentView(
  ctx: Ctx,
  row: Row,
  isCounted = true,
): Promise<SavedView> {
  const { id, list, name, columns, density, isShared, ownerName } = row
  const saved: ViewSearch = Object.fromEntries(new URLSearchParams(row.search))
  const dropped = wrongParameters(list, saved)
  const search = asListWrites(
    Object.fromEntries(
      Object.entries(saved).filter(([key]) => !dropped.includes(key)),
    ),
  )
  const counted = isCounted ? await countView(ctx, list, search) : null
  return {
    id,
    list,
    name,
    search,
    columns,
    density,
    isShared,
    ownerName,
    dropped,
    isOwn: row.userId === ctx.actor.id,
    count: counted === null ? null : Math.min(counted, maxCounted),
    isCountCut: counted !== null && counted > maxCounted,
  }
}

/**
 * The list writes `overdue=true` as a value of `due`; an open view with it
 * would look changed.
 */
function asListWrites({ overdue, ...search }: ViewSearch): ViewSearch {
  if (overdue === undefined) return search
  const due = new Set(
    ['OVERDUE', ...(search.due ?? '').split(',')].filter(Boolean),
  )
  return overdue === 'true'
    ? { ...search, due: [...due].join() }
    : { ...search, overdue }
}

/**
 * Counts the rows that the actor sees in a view, up to `maxCounted` + 1; null
 * if they may not use its list or a filter.
 */
async function countView(
  ctx: Ctx,
  list: SavedView['list'],
  search: ViewSearch,
): Promise<number | null> {
  try {
    const rows =
      list === 'SLV'
        ? await slvs.readList(ctx, parseSlvQuery(search))
        : tdocs.readList(ctx, parseTdocQuery(search))
    return await countRows(ctx.db, rows, maxCounted + 1)
  } catch (error) {
    const status = error instanceof AppError ? error.statusCode : undefined
    if (status === 403 || status === 400) return null
    throw error
  }
}
