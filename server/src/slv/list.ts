import { type SlvListQuery, type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { isSeller } from '@portal/contract/user/policy'
import { type QueryCreator, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { badRequest } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { type FilterShape, type FilterValues, matches, readFilter } from './filter.ts'
import { presentRows, type StoredRow } from './present-rows.ts'
import { sortExpression } from './sort.ts'

type Values = FilterValues & { size: number; offset: number }
/** A filter, and how what it finds is sorted. */
export type ListShape = FilterShape & { sortBy: SortKey; sortType: 'asc' | 'desc'; isForSeller: boolean }

/**
 * A page of one of the asker's lists, and how many there are in all. Throws 403 for a list that they do not have,
 * 400 for a filter or a sort that they may not use.
 */
export async function listSlvs(ctx: Ctx, query: SlvListQuery) {
  const { page, size } = query
  const { shape, values } = readList(ctx, query)

  const rows = await pageIn(shape.scope)(ctx.db, { ...values, size, offset: (page - 1) * size }, shape)
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countSlvs(ctx.db, values, shape))
  return { items: presentRows(ctx, rows, values.today), total, page, size }
}

/** A list as the shape and the values of a query. Throws 403 and 400 as `listSlvs` does. */
export function readList(ctx: Ctx, query: SlvListQuery): { shape: ListShape; values: FilterValues } {
  const { sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([{ field: 'sortBy', error: 'Not a column of this list' }])
  const { shape, values } = readFilter(ctx, query)
  return { shape: { ...shape, sortBy, sortType, isForSeller: isSeller(ctx.actor) }, values }
}

/** How many SLVs a filter finds. */
export async function countSlvs(db: Db, values: FilterValues, shape: FilterShape): Promise<number> {
  // How the list is sorted makes no other query of this.
  const { scope, hasStatuses, hasSearch, hasOthers } = shape
  const [row] = await found(db, values, { scope, hasStatuses, hasSearch, hasOthers })
  return row?.total ?? 0
}

const found = prepared('slv.count', (db, value: Slot<FilterValues>, shape: FilterShape) =>
  db
    .selectFrom('slv')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, shape, value)),
)

/** The ids that a filter finds, each with what it is sorted by. */
export const sorted = (db: QueryCreator<DB>, value: Slot<FilterValues>, { sortBy, isForSeller, ...shape }: ListShape) =>
  db
    .selectFrom('slv')
    .where((eb) => matches(eb, shape, value))
    .$if(sortBy === 'sellerName', (query) => query.innerJoin('company as named', 'named.id', 'slv.companyId'))
    .$if(sortBy === 'underwriterName', (query) => query.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'))
    .select('slv.id')
    .select(sortExpression(sortBy, isForSeller ? 'SELLER' : 'UNDERWRITER', value).as('sortKey'))

/**
 * One round trip: the ids of the page in their order and the number of all, found in narrow columns; then the few rows
 * whole. Planning it costs what running it costs, so the ids go in as an array and the names are looked up row by row:
 * there is no order of joins to think about. What no index finds is gone through once; else the count is cheaper apart.
 */
const pageOf = (db: Db, value: Slot<Values>, shape: ListShape) => {
  const { sortType, isForSeller } = shape
  const isOnce = shape.hasSearch || shape.hasOthers
  const found = sorted(db, value, shape)
  const start: QueryCreator<DB> = isOnce
    ? db.with(
        (cte) => cte('found').materialized(),
        () => found,
      )
    : db
  const ids = isOnce ? sql`found` : sql`(${found}) as found`
  const page = sql<{ id: string; place: number }>`unnest(array(
    select id from ${ids} order by sort_key ${sql.raw(sortType)} nulls last, id ${sql.raw(sortType)}
    limit ${value('size')} offset ${value('offset')})) with ordinality`
  const count = db
    .selectFrom('slv')
    .select(({ fn }) => fn.countAll().as('n'))
    .where((eb) => matches(eb, shape, value))
  const name = (id: 'seller_id' | 'underwriter_id' | 'underwriter_manager_id' | 'trade_desk_id') =>
    sql<string | null>`(select name from app_user where id = ${sql.ref(`slv.${id}`)})`

  return start
    .selectFrom(page.as<'page'>(sql`page(id, place)`))
    .innerJoin('slv', 'slv.id', 'page.id')
    .select([
      'slv.id',
      'slv.version',
      'slv.status',
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
    .select([
      sql<string>`(select name from company where id = slv.company_id)`.as('sellerName'),
      sql<string | null>`(select corr_id from company where id = slv.company_id)`.as('corrId'),
      name('seller_id').$castTo<string>().as('ownerName'),
      name('underwriter_id').as('underwriterName'),
      (isOnce ? sql<number>`(select count(*) from found)` : sql<number>`(${count})`).as('total'),
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
    .$castTo<StoredRow & { total: number }>()
}

type Page = ReturnType<typeof makePage>
const makePage = (scope: string) => prepared(`slv.list.${scope}`, pageOf)
const pages = new Map<string, Page>()

/** Each list has its own statements: there are 240 ways to narrow and sort one. */
const pageIn = (scope: string): Page => {
  const known = pages.get(scope)
  if (known) return known
  const made = makePage(scope)
  pages.set(scope, made)
  return made
}
