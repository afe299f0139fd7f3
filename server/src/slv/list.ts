import { type SlvListQuery, sortKeysFor } from '@portal/contract/slv/list-query'
import { mostListed, mostOfFewLetters, type SlvPage } from '@portal/contract/slv/row'
import { isSeller } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { inOrder, readPage } from '../lib/database/list-query.ts'
import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'
import { readFilter } from './filter.ts'
import { presentRows, type StoredRow } from './present-rows.ts'
import { shownStatus, statusInEffect } from './read-resubmission.ts'
import { sortExpression } from './sort.ts'

/**
 * A page of one of the actor's lists, and how many SLVs it has, counted up to `most`. Throws 403 for a list that they do not
 * have, 400 for a filter or a sort that they may not use.
 */
export async function listSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  most = query.search && query.search.length < 3 ? mostOfFewLetters : mostListed,
): Promise<SlvPage> {
  const isForSeller = isSeller(ctx.actor)
  const read = (ids: string[]) => readRows(ctx.db, ids, isForSeller)
  const page = await readPage(ctx.db, await readList(ctx, query), query, read, most)
  return { ...page, items: presentRows(ctx, page.items, ctx.sla.days.ordinalAt(ctx.now)) }
}

/** One of the actor's lists. Throws 403 and 400 as `listSlvs` does. */
export async function readList(ctx: Ctx, query: SlvListQuery) {
  const { sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([{ field: 'sortBy', error: 'Not a column of this list' }])
  const id = sql<string>`slv.id`
  const { where } = await readFilter(ctx, query)
  const rows = ctx.db
    .selectFrom('slv')
    .where(where)
    .$if(sortBy === 'sellerName', (all) => all.leftJoin('company as named', 'named.id', 'slv.companyId'))
    .$if(sortBy === 'underwriterName', (all) => all.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'))
  const orderBy = inOrder(sortExpression(sortBy, ctx), sortType, id)
  return { rows, id, orderBy, isSearch: query.search !== '' }
}

/** A subquery per row: with joins, planning took longer than running. */
const name = (column: 'seller_id' | 'underwriter_id' | 'underwriter_manager_id' | 'trade_desk_id') =>
  sql<string | null>`(select name from app_user where id = ${sql.ref(`slv.${column}`)})`

/** Rows by their ids, in that order. */
const readRows = (db: Db, ids: readonly string[], isForSeller: boolean) =>
  db
    .selectFrom(
      sql<{ id: string; place: number }>`unnest(${ids}::uuid[]) with ordinality`.as<'page'>(sql`page(id, place)`),
    )
    .innerJoin('slv', 'slv.id', 'page.id')
    .select([
      'slv.id',
      'slv.version',
      'slv.type',
      'slv.date',
      'slv.buyerLoan',
      'slv.sellerLoan',
      'slv.borrowerLastName',
      'slv.buyerNonAgencyProgram',
      'slv.buyerNonAgencyProductName',
      'slv.loanAmount',
      'slv.ltv',
      'slv.creditScore',
      'slv.dtiDscr',
      'slv.underwriterId',
      'slv.updatedAt',
      'slv.buyerDays',
      'slv.clockParty',
      'slv.clockSince',
    ])
    .select([shownStatus.as('status'), statusInEffect.as('statusInEffect')])
    .select([
      sql<string>`(select name from company where id = slv.company_id)`.as('sellerName'),
      sql<string | null>`(select corr_id from company where id = slv.company_id)`.as('corrId'),
      name('seller_id').$castTo<string>().as('ownerName'),
      name('underwriter_id').as('underwriterName'),
    ])
    .$if(!isForSeller, (query) =>
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
