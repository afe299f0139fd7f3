import { mostFound } from '@portal/contract/tdoc/answers'
import { tdocStatuses } from '@portal/contract/tdoc/model'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { conditions, type FilterShape, type FilterValues, isFound, isFoundHere, placeOf } from './filter.ts'

/** So many of what a search finds are looked up, counted and sorted; of more, each tab is counted to `mostFound`. */
export const mostSorted = 5000

/** How many, by the place of their status. */
export type Counts = Record<number, number>
type Row = { place: number; n: number }

const tallied = prepared('tdoc.tally', (db, value: Slot<FilterValues>, shape: FilterShape) => {
  const where = conditions({ ...shape, tab: 'ALL' }, value, 'tdoc_tally')
  const query = sql<Row>`select status_place as place, sum(n) as n from tdoc_tally
    where ${sql.join(where, sql` and `)} group by status_place`
  return { compile: () => query.compile(db) }
})

/** Each status for itself, and one further than a search counts. */
const cut = prepared('tdoc.count', (db, value: Slot<FilterValues>, shape: FilterShape) => {
  const where = sql.join([...conditions({ ...shape, tab: 'ALL' }, value), isFoundHere(value)], sql` and `)
  const part = (place: number) => sql`(select tdoc.status_place from tdoc
    where ${where} and tdoc.status_place = ${sql.lit(place)} limit ${sql.lit(mostFound + 1)})`
  const parts = tdocStatuses.map((status) => part(placeOf(status)))
  const query = sql<Row>`select status_place as place, count(*) as n
    from (${sql.join(parts, sql` union all `)}) as found group by status_place`
  return { compile: () => query.compile(db) }
})

const sampledShare = 0.005

/** A sample of the table's pages, the same each time: how much of it has what is searched for. */
const sampled = prepared('tdoc.sample', (db, value: Slot<{ needle: string }>) => {
  const query = sql<{ rows: number; hits: number }>`select count(*) as rows,
    count(*) filter (where strpos(search_text, ${value('needle')}) > 0) as hits from tdoc tablesample system (${sql.lit(100 * sampledShare)}) repeatable (1)`
  return { compile: () => query.compile(db) }
})

const byPlace = (rows: readonly Row[]): Counts => Object.fromEntries(rows.map(({ place, n }) => [place, n]))

/** How many Tdocs a list has, by status; not for searches, nor for what narrows by people. */
export const countTdocs = async (db: Db, values: FilterValues, shape: FilterShape): Promise<Counts> =>
  byPlace(await tallied(db, values, shape))

const found = prepared('tdoc.found', (db, value: Slot<FilterValues>, shape: FilterShape) => {
  const where = [...conditions(shape, value), ...(shape.hasSearch ? [isFound(value)] : [])]
  const query = sql<{ n: number }>`select count(*) as n from tdoc where ${sql.join(where, sql` and `)}`
  return { compile: () => query.compile(db) }
})

/** The exact number of Tdocs in a list's tab. */
export async function countFound(db: Db, values: FilterValues, shape: FilterShape): Promise<number> {
  const [row] = await found(db, values, shape)
  return row?.n ?? 0
}

/** How many a search finds that finds very much: each status for itself, and one further than is told. */
export const countCut = async (db: Db, values: FilterValues, shape: FilterShape): Promise<Counts> =>
  byPlace(await cut(db, values, shape))

/** So many rows of a sample tell something. */
const enough = 300
/** So many of them come from one and a half times as many as are looked up. */
const commonHits = 1.5 * mostSorted * sampledShare

/** Whether a search finds so much that there is no use in looking it all up: a guess. */
export async function isCommon(db: Db, needle: string, share?: number): Promise<boolean> {
  const [sample] = await sampled(db, { needle })
  if (!sample || sample.rows < enough) return false
  return sample.hits >= (share === undefined ? commonHits : sample.rows * share)
}
