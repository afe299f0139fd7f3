import { openStatuses, slvStatuses } from '@portal/contract/slv/status'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { DB } from '../lib/db-types.ts'
import type { Slot } from '../lib/prepared.ts'
import { slaParts, turnTime } from './clock-sql.ts'
import { type FilterValues, isOverdue, matches } from './filter.ts'
import type { ListShape } from './list.ts'
import { sortExpression } from './sort.ts'

type Direction = 'asc' | 'desc'
export type PageValues = FilterValues & { size: number; offset: number }
export type PageShape = ListShape & { isFirst: boolean }

/** A stretch of a list: its ids in the order of one direction or the other, the first of so many at least, and how many they are. */
type Stretch = {
  ids: (direction: Direction, most: RawBuilder<number>) => RawBuilder<unknown>
  count: RawBuilder<number>
}
type Where = readonly RawBuilder<unknown>[]

const and = (where: Where) => sql.join([...where], sql` and `)
const isIn = (statuses: readonly string[]) =>
  sql`slv.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`

const ordered = (where: Where, key: RawBuilder<unknown>): Stretch => ({
  ids: (direction) => sql`select slv.id from slv where ${and(where)}
    order by ${key} ${sql.raw(direction)}, slv.id ${sql.raw(direction)}`,
  count: sql<number>`(select count(*) from slv where ${and(where)})`,
})

/** Those that have the column, in its order, and then those that have it not, in either direction. */
const withEmpty = (where: Where, key: RawBuilder<unknown>): [Stretch, Stretch] => [
  ordered([...where, sql`${key} is not null`], key),
  ordered([...where, sql`${key} is null`], key),
]

/**
 * The first of each status are found by an index for themselves: those of a few statuses, or of one company, may stand far
 * from the list's ends.
 */
const byStatusAndDate = (where: Where, value: Slot<PageValues>): Stretch => {
  const given = [...where, sql`slv.date is not null`]
  return {
    ids: (direction, most) => sql`select own.id from unnest(${value('statuses')}::text[]) as wanted(status)
      cross join lateral (select slv.id, slv.date from slv where ${and([...given, sql`slv.status = wanted.status`])}
        order by slv.date ${sql.raw(direction)}, slv.id ${sql.raw(direction)} limit ${most}) as own
      order by own.date ${sql.raw(direction)}, own.id ${sql.raw(direction)}`,
    count: sql<number>`(select count(*) from slv where ${and(given)} and slv.status = any(${value('statuses')}::text[]))`,
  }
}

/** Status by status, in the order of their life. */
const byStatus = (where: Where): Stretch => ({
  ids: (direction) => {
    const statuses = direction === 'asc' ? slvStatuses : slvStatuses.toReversed()
    return sql`select own.id from unnest(array[${sql.join(statuses.map((status) => sql.lit(status)))}])
      with ordinality as each_of(status, place)
      cross join lateral (select slv.id from slv where ${and([...where, sql`slv.status = each_of.status`])}
        order by slv.id ${sql.raw(direction)} offset 0) as own`
  },
  count: sql<number>`(select count(*) from slv where ${and(where)})`,
})

/** One after the other in the order of their names. */
const byName = (where: Where, table: 'company' | 'app_user', id: RawBuilder<unknown>): Stretch => ({
  ids: (direction) => sql`select own.id from (select named.id from ${sql.table(table)} as named
      order by lower(named.name) ${sql.raw(direction)}, named.id ${sql.raw(direction)} offset 0) as named
    cross join lateral (select slv.id from slv where ${and([...where, sql`${id} = named.id`])}
      order by slv.id ${sql.raw(direction)} offset 0) as own`,
  count: sql<number>`(select count(*) from slv where ${and([...where, sql`${id} is not null`])})`,
})

/**
 * Each part in its own order, the first of each, and those merged: `stored` is what orders a part, `key` what is merged by,
 * `tie` sets those apart that have the same.
 */
const merged = (
  parts: readonly { where: Where; stored: RawBuilder<unknown>; key: RawBuilder<unknown> }[],
  count: Where,
  tie: RawBuilder<unknown> = sql`null::uuid`,
): Stretch => ({
  ids: (direction, most) => {
    const way = sql.raw(direction)
    const firsts = parts.map(
      ({ where, stored, key }) => sql`(select slv.id, ${key} as key, ${tie} as tie from slv where ${and(where)}
        order by ${stored} ${way}, ${tie} ${way}, slv.id ${way} limit ${most})`,
    )
    return sql`select part.id from (${sql.join(firsts, sql` union all `)}) as part
      order by part.key ${way}, part.tie ${way}, part.id ${way}`
  },
  count: sql<number>`(select count(*) from slv where ${and(count)})`,
})

/** What the buyer's clock runs for is open and few: it is sorted, the rest walked along. */
const byTurnTime = (where: Where, value: Slot<PageValues>): Stretch => {
  const [runs, stands] = [turnTime(value), sql`slv.buyer_days`]
  const running = [...where, isIn(openStatuses), sql`slv.clock_party = 'BUYER'`]
  const standing = [...where, sql`slv.clock_party is distinct from 'BUYER'`]
  return merged(
    [
      { where: running, stored: runs, key: runs },
      { where: standing, stored: stands, key: stands },
    ],
    where,
  )
}

/** What is open, by the days that it is over its target or has left. */
const bySla = (where: Where, value: Slot<PageValues>, isOverdue: boolean): Stretch =>
  merged(
    slaParts(value).map((part) => ({
      where: [...where, part.where, ...(isOverdue ? [part.isOverdue] : [])],
      stored: part.stored,
      key: sql`${part.stored} + ${part.common}`,
    })),
    [...where, isIn(openStatuses)],
    sql`slv.date`,
  )

/**
 * What is overdue: of each number of days the first by date are found by an index. Whoever went along the dates would look
 * at all that is newer and in time.
 */
const overdueByDate = (where: Where, value: Slot<PageValues>): Stretch => ({
  ids: (direction, most) => {
    const way = sql.raw(direction)
    const order = sql`slv.date ${way}, slv.id ${way} limit ${most}`
    const firsts = slaParts(value).map((part) => {
      const own = sql`select slv.id, slv.date from slv where ${and([...where, part.where])}`
      if (!part.isInOrder) return sql`(${own} and ${part.isOverdue} order by ${order})`
      // Behind a wall PostgreSQL does not conclude from what is equal: it is told that the order begins with it.
      const longest = sql`select ${part.stored} from slv where ${part.where}
        order by ${part.stored} desc, slv.date desc, slv.id desc limit 1`
      return sql`(select own.id, own.date from generate_series(1 - (${part.common}), (${longest})) as each_of(days)
        cross join lateral (${own} and ${part.stored} = each_of.days order by ${part.stored} ${way}, ${order}) as own)`
    })
    return sql`select part.id from (${sql.join(firsts, sql` union all `)}) as part
      order by part.date ${way}, part.id ${way}`
  },
  count: sql<number>`(select count(*) from slv where ${and([...where, isOverdue(value)])})`,
})

const stretchesOf = (shape: PageShape, value: Slot<PageValues>): [Stretch, Stretch?] => {
  const eb = expressionBuilder<DB, 'slv'>()
  const where = [sql`${matches(eb, shape, value)}`]
  const { sortBy } = shape
  switch (sortBy) {
    case 'date': {
      const [given, empty] = withEmpty(where, sql`slv.date`)
      const others = { ...shape, hasStatuses: false }
      if (shape.hasStatuses || shape.scope === 'companyView')
        return [byStatusAndDate([sql`${matches(eb, others, value)}`], value), empty]
      if (!shape.isOverdue) return [given, empty]
      const late = [sql`${matches(eb, { ...others, isOverdue: false }, value)}`, sql`slv.date is not null`]
      return [overdueByDate(late, value), empty]
    }
    case 'updatedAt':
    case 'type':
      return [ordered(where, sortExpression(sortBy, 'UNDERWRITER', value))]
    case 'status':
      return [byStatus(where)]
    case 'sellerName':
      return [byName(where, 'company', sql`slv.company_id`)]
    case 'underwriterName': {
      const id = sql`slv.underwriter_id`
      return [byName(where, 'app_user', id), ordered([...where, sql`${id} is null`], id)]
    }
    case 'turnTime':
      return [byTurnTime(where, value)]
    case 'groupSlaStatus': {
      const closed = slvStatuses.filter((status) => !openStatuses.some((open) => open === status))
      return [bySla(where, value, shape.isOverdue), ordered([...where, isIn(closed)], sql`slv.id`)]
    }
    default:
      return withEmpty(where, sortExpression(sortBy, 'UNDERWRITER', value))
  }
}

/** As many as a page holds at most: a number in the text tells PostgreSQL that it is worth while to walk along an index. */
const largestPage = sql.lit(100)

/**
 * The ids of a page of all that there are, as an array in their order, found by walking along an index instead of sorting:
 * for filters that find much.
 */
export const walked = (value: Slot<PageValues>, shape: PageShape): RawBuilder<string[]> => {
  const [first, second] = stretchesOf(shape, value)
  const { sortType, isFirst } = shape
  const offset = isFirst ? sql<number>`0` : sql<number>`${value('offset')}::bigint`
  const most = isFirst ? sql<number>`${largestPage}` : sql<number>`${value('offset')}::bigint + ${largestPage}`
  const ids = sql<string[]>`array(${first.ids(sortType, most)} limit ${largestPage} offset ${offset})`
  const whole = second
    ? sql<string[]>`(select case when cardinality(start.ids) = ${largestPage} then start.ids else start.ids ||
        array(${second.ids(sortType, most)} limit ${largestPage} offset ${
          isFirst
            ? sql`0`
            : sql`case when cardinality(start.ids) > 0 then 0 else greatest(0, ${offset} - ${first.count}) end`
        }) end from (select ${ids} as ids offset 0) as start)`
    : ids
  return sql<string[]>`(${whole})[1:${value('size')}::int]`
}
