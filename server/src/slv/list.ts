import { type SlvListQuery, type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { mostListed, mostOfFewLetters, type SlvPage } from '@portal/contract/slv/row'
import { openStatuses, slvStatuses } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { type QueryCreator, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { badRequest } from '../lib/errors.ts'
import { prepared, remembered, type Slot } from '../lib/prepared.ts'
import { isOpen } from './clock-sql.ts'
import { countSlvs, isTallied } from './count.ts'
import { type FilterShape, type FilterValues, readFilter, slvsIn } from './filter.ts'
import { type PageShape, type PageValues, walked } from './find-page.ts'
import { presentRows, type StoredRow } from './present-rows.ts'
import { shownStatus, statusInEffect } from './read-resubmission.ts'
import { sortExpression } from './sort.ts'

/** Counted and sorted in one go, sorted alone, sorted or walked along as PostgreSQL sees fit, or walked along. */
type Way = 'COUNTED' | 'SORTED' | 'EITHER' | 'WALKED'
/** A filter, and how what it finds is sorted. */
export type ListShape = FilterShape & { sortBy: SortKey; sortType: 'asc' | 'desc'; isForSeller: boolean }

/**
 * A page of one of the asker's lists, and how many there are in all: what is not written down is counted no further than
 * `most`. Throws 403 for a list that they do not have, 400 for a filter or a sort that they may not use.
 */
export async function listSlvs(
  ctx: Ctx,
  query: SlvListQuery,
  most = query.search && query.search.length < 3 ? mostOfFewLetters : mostListed,
): Promise<SlvPage> {
  const { page, size } = query
  const { shape, values } = readList(ctx, query)
  const { scope, sortBy } = shape
  // Where no statuses are asked for, what goes status by status goes along all of them.
  const asked = { ...values, statuses: values.statuses ?? [...slvStatuses], size, offset: (page - 1) * size }
  const find = (way: Way, end = 0) =>
    pageIn(`${scope}.${sortBy}.${shape.others}`)(ctx.db, asked, {
      ...shape,
      ...{ way, end, isFirst: way === 'WALKED' && page === 1 },
    })
  const answer = (rows: readonly StoredRow[], total: number, isTotalCut: boolean) => ({
    ...{ items: presentRows(ctx, rows, values.today), total, isTotalCut, page, size },
  })

  const isWide = wideScopes.includes(scope)
  // What no index finds by itself is read to be found: once is enough.
  const isRead = shape.hasSearch || /reasons\+|\+reasons|MANY/.test(shape.others)
  if (isRead || !(isWide || isTallied(shape))) {
    const end = isWide ? most + 1 : 0
    const rows = await find('COUNTED', end)
    const total = rows[0]?.total ?? (page === 1 ? 0 : await countSlvs(ctx.db, values, shape, end))
    if (!isWide || total <= most) return answer(rows, total, false)
    return answer(await find('WALKED'), most, true)
  }
  const total = await countSlvs(ctx.db, values, shape, most + 1)
  const isMuch = total > most
  const isCut = isMuch && !isTallied(shape)
  if (!isCut && asked.offset >= total) return answer([], total, false)
  return answer(await find(wayOf(isMuch, values, shape)), isCut ? most : total, isCut)
}

/** Lists of many companies. */
const wideScopes = ['department', 'assignedSellers']

/** Each order of a list of many companies has an index; what else one company has is left to PostgreSQL, which knows how much it is. */
const wayOf = (isMuch: boolean, values: FilterValues, shape: ListShape): Way => {
  if (shape.scope === 'companyView' && shape.sortBy === 'date') return 'WALKED'
  if (!wideScopes.includes(shape.scope)) return 'EITHER'
  return isMuch && !isSorted(values, shape) ? 'WALKED' : 'SORTED'
}

/** What is open is few, and lies together: it is sorted by what an index holds beside the status, where no index has its order. */
const isSorted = ({ statuses }: FilterValues, { sortBy }: ListShape) =>
  statuses?.every((status) => openStatuses.some((open) => open === status)) === true &&
  !['date', 'groupSlaStatus', 'buyerLoan', 'sellerLoan', 'borrowerLastName'].includes(sortBy)

/** A list as the shape and the values of a query. Throws 403 and 400 as `listSlvs` does. */
export function readList(ctx: Ctx, query: SlvListQuery): { shape: ListShape; values: FilterValues } {
  const { sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([{ field: 'sortBy', error: 'Not a column of this list' }])
  const { shape, values } = readFilter(ctx, query)
  return { shape: { ...shape, sortBy, sortType, isForSeller: isSeller(ctx.actor) }, values }
}

/** The ids that a filter finds, each with what it is sorted by. */
export const sorted = (db: QueryCreator<DB>, value: Slot<FilterValues>, { sortBy, isForSeller, ...shape }: ListShape) =>
  db
    .selectFrom(slvsIn(shape, value).as<'slv'>(sql`slv`))
    .$if(sortBy === 'sellerName', (query) => query.innerJoin('company as named', 'named.id', 'slv.companyId'))
    .$if(sortBy === 'underwriterName', (query) => query.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'))
    .select('slv.id')
    .select(sortExpression(sortBy, isForSeller ? 'SELLER' : 'UNDERWRITER', value).as('sortKey'))
    .select(tieOf(sortBy).as('tie'))

/** Sets those apart who have the same name; what is open and has as many days left goes by its date. */
const tieOf = (sortBy: SortKey) => {
  if (sortBy === 'groupSlaStatus') return sql`case when ${isOpen} then slv.date end`
  if (sortBy === 'sellerName') return sql`slv.company_id`
  return sortBy === 'underwriterName' ? sql`slv.underwriter_id` : sql`null::uuid`
}

/**
 * The ids of the page in their order, found in narrow columns, with the number of all where it is COUNTED; then the few
 * rows whole. Planning it costs what running it costs, so the ids go in as an array and the names are looked up row by row:
 * there is no order of joins to think about.
 */
const pageOf = (db: Db, value: Slot<PageValues>, shape: PageShape & { way: Way; end: number }) => {
  const { sortType, isForSeller, way, end } = shape
  const isOnce = way === 'SORTED' || way === 'COUNTED'
  const found = sorted(db, value, shape).$if(end > 0, (query) => query.limit(sql.lit(end)))
  const start: QueryCreator<DB> = isOnce
    ? db.with(
        (cte) => cte('found').materialized(),
        () => found,
      )
    : db
  const ids = isOnce ? sql`found` : sql`(${found}) as found`
  const inOrder = sql<string[]>`array(
    select id from ${ids} order by sort_key ${sql.raw(sortType)} nulls last, tie ${sql.raw(sortType)}, id ${sql.raw(sortType)}
    limit ${value('size')} offset ${value('offset')})`
  const page = sql<{
    id: string
    place: number
  }>`unnest(${way === 'WALKED' ? walked(value, shape) : inOrder}) with ordinality`
  const name = (id: 'seller_id' | 'underwriter_id' | 'underwriter_manager_id' | 'trade_desk_id') =>
    sql<string | null>`(select name from app_user where id = ${sql.ref(`slv.${id}`)})`

  return start
    .selectFrom(page.as<'page'>(sql`page(id, place)`))
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
      (way === 'COUNTED' ? sql<number>`(select count(*) from found)` : sql<number>`0`).as('total'),
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

/** Each list, column and choice of filters has its own statements: there are many ways to narrow one. */
const pageIn = remembered((name) => prepared(`slv.list.${name}`, pageOf))
