import type { TdocColumn } from '@portal/contract/tdoc/list-query'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { conditions, type FilterShape, type FilterValues, isFoundHere } from './filter.ts'
import { clockExpression, type SortKind, sortKinds } from './sort.ts'

export type PageValues = FilterValues & { size: number; offset: number }
export type PageShape = FilterShape & {
  sortBy: TdocColumn
  sortType: 'asc' | 'desc'
  /** From the end: the same rows, and no more than half of the list is ever walked along. */
  isBackward: boolean
}

/** A stretch of a list: its ids in the order of one direction or the other, and how many they are. */
type Stretch = { ids: (direction: 'asc' | 'desc') => RawBuilder<unknown>; count: RawBuilder<unknown> }
/** A list is those that have the column, in its order, and then those that have it not, in either direction. */
type Stretches = { given: Stretch | null; empty: Stretch | null }

const and = (where: readonly RawBuilder<boolean>[]) => sql.join([...where], sql` and `)

const ordered = (where: readonly RawBuilder<boolean>[], key: RawBuilder<unknown>): Stretch => ({
  ids: (direction) => sql`select tdoc.id from tdoc where ${and(where)}
    order by ${key} ${sql.raw(direction)}, tdoc.id ${sql.raw(direction)}`,
  count: sql`select count(*) from tdoc where ${and(where)}`,
})

const stretchesOf = (
  sort: SortKind,
  where: readonly RawBuilder<boolean>[],
  shape: PageShape,
  value: Slot<PageValues>,
): Stretches => {
  switch (sort.kind) {
    case 'KEY':
      if (!sort.isNullable) return { given: ordered(where, sort.key), empty: null }
      return {
        given: ordered([...where, sql<boolean>`${sort.key} is not null`], sort.key),
        // By the key, too: so the same index gives them in the order of their ids.
        empty: ordered([...where, sql<boolean>`${sort.key} is null`], sort.key),
      }
    case 'NAME':
      return byName(sort, where, value)
    case 'CLOCK':
      return byClock(sort.clock, where, shape, value)
  }
}

/** Person by person in the order of their names; who they are is found by leaps through the index of the column. */
const byName = (
  { column, table }: Extract<SortKind, { kind: 'NAME' }>,
  where: readonly RawBuilder<boolean>[],
  value: Slot<PageValues>,
): Stretches => {
  const id = sql.ref(`tdoc.${column}`)
  const leap = (after: RawBuilder<unknown>) => sql`select ${id} as id from tdoc
    where tdoc.is_purchased = ${value('isPurchased')} and ${after} order by ${id} limit 1`
  const some = [...where, sql<boolean>`${id} is not null`]
  return {
    given: {
      ids: (direction) => sql`select own.id from (
        with recursive who as (
          (${leap(sql`${id} is not null`)})
          union all
          select (${leap(sql`${id} > who.id`)}) from who where who.id is not null)
        select named.id from who join ${sql.table(table)} as named on named.id = who.id
        order by lower(named.name) ${sql.raw(direction)}, named.id ${sql.raw(direction)} offset 0) as who
      cross join lateral (select tdoc.id from tdoc where ${and([...where, sql<boolean>`${id} = who.id`])}
        order by tdoc.id ${sql.raw(direction)} offset 0) as own`,
      count: sql`select count(*) from tdoc where ${and(some)}`,
    },
    empty: ordered([...where, sql<boolean>`${id} is null`], id),
  }
}

const isOpen = sql<boolean>`tdoc.status_place < 3`
const isComplete = sql<boolean>`tdoc.status_place = 3`
const byId = sql`tdoc.id`

/** What is open is sorted, for it is few; what is complete is walked along, and the two are merged where both have the column. */
const byClock = (
  clock: 'turnTime' | 'slaDays' | 'dueOutOfReview',
  where: readonly RawBuilder<boolean>[],
  { tab }: PageShape,
  value: Slot<PageValues>,
): Stretches => {
  const expression = clockExpression(clock, value)
  const open = [...where, isOpen]
  const complete = [...where, isComplete]
  const isOpenTab = tab === 'NEW' || tab === 'REVIEW_PENDING'
  switch (clock) {
    case 'turnTime':
      if (isOpenTab) return { given: ordered(open, expression), empty: null }
      if (tab === 'COMPLETE') return { given: ordered(complete, sql`tdoc.buyer_days`), empty: null }
      return { given: merged(open, expression, complete, sql`tdoc.buyer_days`), empty: null }
    case 'slaDays':
      return {
        given: tab === 'COMPLETE' ? null : ordered(open, expression),
        empty: isOpenTab ? null : ordered(complete, byId),
      }
    case 'dueOutOfReview': {
      const standing = [...open, sql<boolean>`${expression} is null`]
      const given = ordered([...open, sql<boolean>`${expression} is not null`], expression)
      if (tab === 'COMPLETE') return { given: null, empty: ordered(complete, byId) }
      if (isOpenTab) return { given, empty: ordered(standing, byId) }
      return { given, empty: merged(standing, byId, complete, byId) }
    }
  }
}

const merged = (
  one: readonly RawBuilder<boolean>[],
  oneKey: RawBuilder<unknown>,
  other: readonly RawBuilder<boolean>[],
  otherKey: RawBuilder<unknown>,
): Stretch => {
  const half = (where: readonly RawBuilder<boolean>[], key: RawBuilder<unknown>, direction: string) =>
    sql`(select tdoc.id, ${key} as key from tdoc where ${and(where)}
      order by ${key} ${sql.raw(direction)}, tdoc.id ${sql.raw(direction)})`
  const count = (where: readonly RawBuilder<boolean>[]) => sql`(select count(*) from tdoc where ${and(where)})`
  return {
    ids: (direction) => sql`select both_of.id from (
      ${half(one, oneKey, direction)} union all ${half(other, otherKey, direction)}) as both_of
      order by both_of.key ${sql.raw(direction)}, both_of.id ${sql.raw(direction)}`,
    count: sql`select ${count(one)} + ${count(other)}`,
  }
}

/** The ids of a page as one array: of the first stretch and, where that ends in the page or before it, of the second. */
const idsIn = (db: Db, value: Slot<PageValues>, shape: PageShape) => {
  const where = [...conditions(shape, value), ...(shape.hasSearch ? [isFoundHere(value)] : [])]
  const { given, empty } = stretchesOf(sortKinds[shape.sortBy], where, shape, value)
  const isDown = (shape.sortType === 'desc') !== shape.isBackward
  const direction = isDown ? 'desc' : 'asc'
  const [first, second] = (shape.isBackward ? [empty, given] : [given, empty]).filter((stretch) => stretch !== null)
  if (!first) throw new Error(`${shape.sortBy} has no order`)
  const firstIds = sql<string[]>`array(${first.ids(direction)} limit ${value('size')} offset ${value('offset')})`
  if (!second) return db.selectNoFrom(firstIds.as('ids'))
  return db.selectFrom(sql<{ ids: string[] }>`(select ${firstIds} as ids offset 0)`.as('first')).select(
    sql<string[]>`case when cardinality(first.ids) = ${value('size')}::int then first.ids
        else first.ids || array(${second.ids(direction)} limit ${value('size')}::int - cardinality(first.ids)
          offset case when cardinality(first.ids) > 0 then 0
            else greatest(0, ${value('offset')}::bigint - (${first.count})) end) end`.as('ids'),
  )
}

type Walk = ReturnType<typeof makeWalk>
const makeWalk = (sortBy: TdocColumn) => prepared(`tdoc.walk.${sortBy}`, idsIn)
/** By column, and by whether lists filter it, since each combination has many shapes. */
const walks = new Map<string, Walk>()

/** The ids of a page, found by walking along the index of the column that the list is sorted by. */
export async function findPage(db: Db, values: PageValues, shape: PageShape): Promise<string[]> {
  const key = `${shape.sortBy} ${shape.hasLists}`
  const walk = walks.get(key) ?? makeWalk(shape.sortBy)
  walks.set(key, walk)
  const [row] = await walk(db, values, shape)
  const ids = row?.ids ?? []
  return shape.isBackward ? ids.toReversed() : ids
}
