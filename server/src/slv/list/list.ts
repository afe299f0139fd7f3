import { type SlvListQuery, sortKeysFor } from '@portal/contract/slv/list-query'
import { mostListed, mostOfFewLetters, type SlvPage } from '@portal/contract/slv/row'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import * as listQuery from '../../lib/database/list-query.ts'
import { badRequest } from '../../lib/errors.ts'
import { visibleStatuses } from '../rounds/read-resubmission.ts'
import { readFilter } from './filter.ts'
import { presentRows, rowColumns, type StoredRow } from './present-rows.ts'
import { sortExpression } from './sort.ts'

export async function listSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  most = query.search && query.search.length < 3 ? mostOfFewLetters : mostListed,
): Promise<SlvPage> {
  const read = (ids: string[]) => readRows(ctx, ids)
  const page = await listQuery.readPage(ctx.db, await readList(ctx, query), query, read, most)
  return { ...page, items: presentRows(ctx, page.items, ctx.sla.days.ordinalAt(ctx.now)) }
}

async function readList(ctx: Ctx, query: SlvListQuery) {
  const { sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([{ field: 'sortBy', error: 'This list cannot be sorted by this column' }])
  const id = sql<string>`slv.id`
  const { where } = await readFilter(ctx, query)
  const rows = ctx.db
    .selectFrom('slv')
    .where(where)
    .$if(sortBy === 'sellerName', (all) => all.leftJoin('company as named', 'named.id', 'slv.companyId'))
    .$if(sortBy === 'underwriterName', (all) => all.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'))
  const orderBy = listQuery.inOrder(sortExpression(sortBy, ctx), sortType, id)
  return { rows, id, orderBy, isSearch: query.search !== '' }
}

export const findIds = async (ctx: Ctx, query: SlvListQuery, most: number): Promise<string[]> =>
  listQuery.findIds(await readList(ctx, query), most)

export const countList = async (ctx: Ctx, query: SlvListQuery): Promise<number> =>
  listQuery.countRows(ctx.db, await readList(ctx, query))

/** A subquery per row: with joins, planning took longer than running. */
const name = (column: 'seller_id' | 'underwriter_id' | 'underwriter_manager_id' | 'trade_desk_id') =>
  sql<string | null>`(select name from app_user where id = ${sql.ref(`slv.${column}`)})`

const readRows = ({ db, actor }: Ctx, ids: readonly string[]) => {
  const { status, statusInEffect } = visibleStatuses(actor)
  return db
    .selectFrom(
      sql<{ id: string; place: number }>`unnest(${ids}::uuid[]) with ordinality`.as<'page'>(sql`page(id, place)`),
    )
    .innerJoin('slv', 'slv.id', 'page.id')
    .select(rowColumns.map((column) => `slv.${column}` as const))
    .select([status.as('status'), statusInEffect.as('statusInEffect')])
    .select([
      sql<string>`(select name from company where id = slv.company_id)`.as('sellerName'),
      sql<string | null>`(select corr_id from company where id = slv.company_id)`.as('corrId'),
      name('seller_id').$castTo<string>().as('ownerName'),
      name('underwriter_id').as('underwriterName'),
    ])
    .$if(!isSeller(actor), (query) =>
      query.select([
        name('underwriter_manager_id').as('underwriterManagerName'),
        name('trade_desk_id').as('tradeDeskName'),
        'slv.roundDays',
        'slv.resubmitCount',
      ]),
    )
    .orderBy('page.place')
    .$castTo<StoredRow>()
    .execute()
}
