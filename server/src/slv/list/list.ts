import { type SlvListQuery, type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { mostListed, mostOfFewLetters, type SlvPage } from '@portal/contract/slv/row'
import { slvStatuses, statusFor } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import * as listQuery from '../../lib/database/list-query.ts'
import { badRequest } from '../../lib/errors.ts'
import { visibleStatuses } from '../rounds/read-resubmission.ts'
import { slaDays, turnTime } from './clock-sql.ts'
import { readFilter } from './filter.ts'
import { presentRows, rowColumns, type StoredRow } from './present-rows.ts'

/** Position of a status in the life of an SLV, as the role sees it: statuses that look the same sort the same. */
const statusPosition = (role: Role) => {
  const positions = slvStatuses.map((status) => slvStatuses.indexOf(statusFor(role, status)) + 1)
  const branches = slvStatuses.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(positions[index])}`)
  return sql`case slv.status ${sql.join(branches, sql` `)} end`
}

const columns: Record<Exclude<SortKey, 'status' | 'turnTime' | 'groupSlaStatus'>, RawBuilder<unknown>> = {
  date: sql`slv.date`,
  updatedAt: sql`slv.updated_at`,
  buyerLoan: sql`slv.buyer_loan`,
  sellerLoan: sql`lower(slv.seller_loan)`,
  sellerName: sql`lower(named.name)`,
  borrowerLastName: sql`lower(slv.borrower_last_name)`,
  buyerNonAgencyProgram: sql`lower(slv.buyer_non_agency_program)`,
  loanAmount: sql`slv.loan_amount`,
  ltv: sql`slv.ltv`,
  creditScore: sql`slv.credit_score`,
  type: sql`slv.type`,
  underwriterName: sql`lower(named.name)`,
}

/** The sort key of a column, as SQL on `slv`, and on `named` for a seller or an underwriter. Text ignores letter case. */
export const sortExpression = (key: SortKey, ctx: Ctx): RawBuilder<unknown> => {
  switch (key) {
    case 'status':
      return statusPosition(ctx.actor.role)
    case 'turnTime':
      return turnTime(ctx)
    case 'groupSlaStatus':
      return slaDays(ctx)
    default:
      return columns[key]
  }
}

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
