import type { ColumnSort } from '@portal/contract/lib/list-column'
import { normalizeForSearch } from '@portal/contract/lib/normalize-for-search'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { customPlanHint } from './pg-client.ts'

/**
 * A LIKE pattern for texts in their search form that contain these words, which
 * may have %, _ and \.
 */
export const containing = (words: string): string =>
  `%${normalizeForSearch(words).replace(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a text contains the words of a pattern of `containing`. For few rows:
 * SLVs and Tdocs store their forms.
 */
export const matches = (
  text: RawBuilder<unknown>,
  pattern: string,
): RawBuilder<boolean> => sql<boolean>`search_form(${text}) like ${pattern}`

/**
 * Sorts names as people expect, by Unicode's rules: without regard to case,
 * accented letters after plain ones.
 */
export const byName = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${text} collate "und-x-icu"`

/** The sort key of a column whose values are sorted as its row says. */
export const sortByColumn = (
  column: RawBuilder<unknown>,
  sort: ColumnSort | undefined,
): RawBuilder<unknown> => {
  if (sort === 'TEXT') return sql`lower(${column})`
  if (sort === 'NAME') return byName(column)
  return column
}

/**
 * The rows of a list and their order. PostgreSQL decides how to find them
 * (docs/decisions/026).
 */
export type ListQuery<Tables, Names extends keyof Tables> = {
  rows: SelectQueryBuilder<Tables, Names, object>
  id: RawBuilder<string>
  /** Ends with the id, so that no two rows are equal. */
  orderBy: RawBuilder<unknown>
  /**
   * Text search. Behind row-level security PostgreSQL cannot estimate how many
   * rows a `like` finds, and may read a whole index to find the first few. So
   * the rows are counted first, and sorted unless there are too many.
   */
  isSearch?: boolean
  /**
   * The rows that come first, as those with a value to sort by, and their order. A page
   * of them is found without reading the others.
   */
  first?:
    | { where: RawBuilder<boolean>; orderBy: RawBuilder<unknown> }
    | undefined
}

type Direction = 'asc' | 'desc'
export type Paging = { page: number; size: number }

/**
 * Rows without a value come last in both directions. Without `nulls last`, one
 * index serves both directions.
 */
export const inOrder = (
  key: RawBuilder<unknown>,
  direction: Direction,
  id: RawBuilder<string>,
  isAlwaysSet = false,
) =>
  sql`
    ${key} ${sql.raw(direction)} ${sql.raw(isAlwaysSet ? '' : 'nulls last')},
    ${id} ${sql.raw(direction)}`

/**
 * The ids of part of the list, in order; `isSorted` makes PostgreSQL sort all
 * rows.
 */
export async function findIds<Tables, Names extends keyof Tables>(
  { rows, id, orderBy, first }: ListQuery<Tables, Names>,
  limit: number,
  offset = 0,
  isSorted = false,
): Promise<string[]> {
  if (first) {
    const ids = await findIds(
      { rows: rows.where(first.where), id, orderBy: first.orderBy },
      limit,
      offset,
      isSorted,
    )
    if (ids.length === limit) return ids
  }
  const found = await rows
    .modifyFront(sql.raw(customPlanHint))
    .select(id.as('id'))
    // No id is null, so this only keeps PostgreSQL from walking an index.
    .$if(isSorted, (all) => all.orderBy(sql`${id} is null`))
    .orderBy(orderBy)
    .limit(limit)
    .offset(offset)
    .$castTo<{ id: string }>()
    .execute()
  return found.map((row) => row.id)
}

export async function countRows<Tables, Names extends keyof Tables>(
  db: Db,
  { rows, id }: Omit<ListQuery<Tables, Names>, 'orderBy'>,
  most?: number,
): Promise<number> {
  const counted = rows
    .select(id.as('id'))
    .$if(most !== undefined, (some) => some.limit(most ?? 0))
  const { total } = await db
    .selectFrom(counted.as('counted'))
    .modifyFront(sql.raw(customPlanHint))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * Reads one page of a list and its total, in parallel except for a search.
 * `read` returns the rows by their ids, in order. The total is cut at `most`.
 */
export async function readPage<Tables, Names extends keyof Tables, Item>(
  db: Db,
  list: ListQuery<Tables, Names>,
  { page, size }: Paging,
  read: (ids: string[]) => Promise<Item[]>,
  most = Number.MAX_SAFE_INTEGER - 1,
) {
  const count = countRows(db, list, most + 1)
  const isSorted = list.isSearch === true && (await count) <= most
  const [items, total] = await Promise.all([
    findIds(list, size, (page - 1) * size, isSorted).then(read),
    count,
  ])
  return {
    items,
    total: Math.min(total, most),
    isTotalCut: total > most,
    page,
    size,
  }
}

/** A page of ordered rows, and the number of all rows. */
export async function readRows<
  Tables,
  Names extends keyof Tables,
  Row,
  Others,
  All extends keyof Others,
>(
  ordered: SelectQueryBuilder<Tables, Names, Row>,
  all: SelectQueryBuilder<Others, All, object>,
  { page, size }: Paging,
) {
  const rows = await ordered
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const count = all
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ total: number }>()
  return { rows, ...(await count.executeTakeFirstOrThrow()), page, size }
}
