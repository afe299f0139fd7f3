import { type SlvListQuery, type SortKey, sortKeysFor } from '@portal/contract/slv/list-query'
import { isSeller } from '@portal/contract/user/policy'
import { type OrderByItemBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { type FilterShape, type FilterValues, matches, readFilter } from './filter.ts'
import { presentRows, type StoredRow } from './present-rows.ts'
import { sortExpression } from './sort.ts'

type Values = FilterValues & { size: number; offset: number }
type PageShape = FilterShape & { sortBy: SortKey; sortType: 'asc' | 'desc'; isForSeller: boolean }

/**
 * A page of one of the asker's lists, and how many there are in all. Throws 403 for a list that they do not have,
 * 400 for a filter or a sort that they may not use.
 */
export async function listSlvs(ctx: Ctx, query: SlvListQuery) {
  const { page, size, sortBy, sortType } = query
  if (!sortKeysFor(ctx.actor.role).includes(sortBy))
    throw badRequest([{ field: 'sortBy', error: 'Not a column of this list' }])
  const { shape, values } = readFilter(ctx, query)
  const isForSeller = isSeller(ctx.actor)

  const rows = await pageIn(shape.scope)(
    ctx.db,
    { ...values, size, offset: (page - 1) * size },
    { ...shape, sortBy, sortType, isForSeller },
  )
  const total = rows[0]?.total ?? (page === 1 ? 0 : await countSlvs(ctx.db, values, shape))
  return { items: presentRows(ctx, rows), total, page, size }
}

/** How many SLVs a filter finds. */
async function countSlvs(db: Db, values: FilterValues, shape: FilterShape): Promise<number> {
  const [row] = await found(db, values, shape)
  return row?.total ?? 0
}

const found = prepared('slv.count', (db, value: Slot<FilterValues>, shape: FilterShape) =>
  db
    .selectFrom('slv')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where((eb) => matches(eb, shape, value)),
)

/**
 * One round trip: the ids of the page and the number of all, found in narrow columns; then the few rows whole.
 * Text that no index sorts by is gone through once, with the count on the way; else the count is the cheaper apart.
 */
const pageOf = (db: Db, value: Slot<Values>, { sortBy, sortType, isForSeller, ...shape }: PageShape) => {
  const order = (by: OrderByItemBuilder) => by[sortType]().nullsLast()
  return db
    .selectFrom((outer) =>
      outer
        .selectFrom('slv')
        .where((eb) => matches(eb, shape, value))
        .$if(sortBy === 'sellerName', (query) => query.innerJoin('company as named', 'named.id', 'slv.companyId'))
        .$if(sortBy === 'underwriterName', (query) =>
          query.leftJoin('appUser as named', 'named.id', 'slv.underwriterId'),
        )
        .select('slv.id')
        .select(sortExpression(sortBy, isForSeller ? 'SELLER' : 'UNDERWRITER', value).as('sortKey'))
        .select((eb) =>
          shape.hasSearch
            ? sql<number>`count(*) over ()`.as('total')
            : eb
                .selectFrom('slv')
                .select(({ fn }) => fn.countAll<number>().as('n'))
                .where((inner) => matches(inner, shape, value))
                .as('total'),
        )
        .orderBy('sortKey', order)
        .orderBy('slv.id', sortType)
        .limit(value('size'))
        .offset(value('offset'))
        .as('page'),
    )
    .innerJoin('slv', 'slv.id', 'page.id')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .innerJoin('appUser as owner', 'owner.id', 'slv.sellerId')
    .leftJoin('appUser as underwriter', 'underwriter.id', 'slv.underwriterId')
    .select([
      'page.total',
      'slv.id',
      'slv.version',
      'slv.status',
      'slv.type',
      'slv.date',
      'slv.buyerLoan',
      'slv.sellerLoan',
      'company.name as sellerName',
      'company.corrId',
      'slv.borrowerLastName',
      'slv.buyerNonAgencyProgram',
      'slv.buyerNonAgencyProductName',
      'slv.loanAmount',
      'slv.ltv',
      'slv.creditScore',
      'slv.dtiDscr',
      'slv.underwriterId',
      'underwriter.name as underwriterName',
      'owner.name as ownerName',
      'slv.updatedAt',
      'slv.buyerDays',
      'slv.clockParty',
      'slv.clockSince',
    ])
    .$if(!isForSeller, (query) =>
      query
        .leftJoin('appUser as manager', 'manager.id', 'slv.underwriterManagerId')
        .leftJoin('appUser as trader', 'trader.id', 'slv.tradeDeskId')
        .select([
          'manager.name as underwriterManagerName',
          'trader.name as tradeDeskName',
          'slv.roundDays',
          'slv.resubmitCount',
        ]),
    )
    .orderBy('page.sortKey', order)
    .orderBy('page.id', sortType)
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
