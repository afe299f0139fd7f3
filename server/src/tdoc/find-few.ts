import type { TdocColumn } from '@portal/contract/tdoc/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { type Counts, mostSorted } from './count.ts'
import { conditions, isFound, placeOf } from './filter.ts'
import type { PageShape, PageValues } from './find-page.ts'
import { clockExpression, sortKinds } from './sort.ts'

export type FewShape = Omit<PageShape, 'isBackward'> & {
  /** Whether the tabs are counted by the way. */
  isCounting: boolean
}
type Few = { ids: string[]; counts: Counts | null }

type Key = { key: RawBuilder<unknown>; tie: RawBuilder<unknown>; join: RawBuilder<unknown> }

/** What a column is sorted by, where that is looked up, and what sets those apart who have the same name. */
const keyOf = (sortBy: TdocColumn, value: Slot<PageValues>): Key => {
  const sort = sortKinds[sortBy]
  const rest = { tie: sql`null::uuid`, join: sql`` }
  if (sort.kind === 'KEY') return { key: sort.key, ...rest }
  if (sort.kind === 'CLOCK') return { key: clockExpression(sort.clock, value), ...rest }
  const id = sql.ref(`tdoc.${sort.column}`)
  const join = sql`left join ${sql.table(sort.table)} as named on named.id = ${id}`
  return { key: sql`lower(named.name)`, tie: id, join }
}

/** The ids of a page of all that a filter finds, sorted here: for what is few. A search stops at one more than are sorted. */
const fewIn = (db: Db, value: Slot<PageValues>, shape: FewShape) => {
  const { tab, hasSearch, isCounting } = shape
  const { key, tie, join } = keyOf(shape.sortBy, value)
  const direction = sql.raw(shape.sortType)
  const where = [
    ...conditions({ ...shape, tab: isCounting ? 'ALL' : tab }, value),
    ...(hasSearch ? [isFound(value)] : []),
  ]
  const ofTab = isCounting && tab !== 'ALL' ? sql`where status_place = ${sql.lit(placeOf(tab))}` : sql``
  const counts = isCounting
    ? sql`(select json_object_agg(status_place, n) from (select status_place, count(*) as n from found group by 1) as counted)`
    : sql`null`
  const query = sql<Few>`
    with found as materialized (
      select tdoc.id, tdoc.status_place, ${key} as key, ${tie} as tie from tdoc ${join}
      where ${sql.join(where, sql` and `)} ${hasSearch ? sql`limit ${sql.lit(mostSorted + 1)}` : sql``})
    select array(select id from found ${ofTab}
      order by key ${direction} nulls last, tie ${direction}, id ${direction}
      limit ${value('size')} offset ${value('offset')}) as ids, ${counts} as counts`
  return { compile: () => query.compile(db) }
}

type Find = ReturnType<typeof makeFind>
const makeFind = (sortBy: TdocColumn) => prepared(`tdoc.few.${sortBy}`, fewIn)
/** By column, and by whether lists filter it, since each combination has many shapes. */
const finds = new Map<string, Find>()

/** The ids of a page, found by sorting what the filter finds, and the counts of the tabs where they are asked for. */
export async function findFew(db: Db, values: PageValues, shape: FewShape): Promise<Few> {
  const key = `${shape.sortBy} ${shape.hasLists}`
  const find = finds.get(key) ?? makeFind(shape.sortBy)
  finds.set(key, find)
  const [few] = await find(db, values, shape)
  return { ids: few?.ids ?? [], counts: few?.counts ?? {} }
}
