import type { SlvType } from '@portal/contract/slv/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

/** What is counted of one SLV, as it is written: amounts in dollars, ratios in percent. */
export type Facts = {
  id: string
  status: SlvStatus
  type: SlvType
  companyId: string
  underwriterId: string | null
  underwriterManagerId: string | null
  tradeDeskId: string | null
  /** The civil day in New York on which it was first sent, as days since 1970; null for a draft. */
  day: number | null
  program: string | null
  state: string | null
  occupancy: string | null
  amount: number | null
  reserves: number | null
  creditScore: number | null
  ltv: number | null
  dti: number | null
  dscr: number | null
  buyerDays: number
  /** Of all its variances, with a bar between, in the order of the alphabet; null where it has none. */
  reasons: string | null
}

const names = [
  ...['id', 'status', 'type', 'companyId', 'underwriterId', 'underwriterManagerId', 'tradeDeskId', 'day', 'program'],
  ...['state', 'occupancy', 'amount', 'reserves', 'creditScore', 'ltv', 'dti', 'dscr', 'buyerDays', 'reasons'],
] as const satisfies (keyof Facts)[]

/** Facts the other way round: each column with the values of all rows, in one order. */
export type FactColumns = { [Name in keyof Facts]: Facts[Name][] }

/** What is read of an SLV; a trigger notes a change of any of these (migration 0017). */
export const countedColumns = [
  ...['status', 'type', 'companyId', 'underwriterId', 'underwriterManagerId', 'tradeDeskId', 'date'],
  ...['buyerNonAgencyProgram', 'state', 'occupancy', 'loanAmount', 'ltv', 'creditScore', 'dti', 'dscr'],
  ...['totalPostCloseReservesAmount', 'buyerDays'],
] as const

/** Asked for each SLV in an index of its own: joined, a range of which PostgreSQL expects one row is joined row by row. */
const reasonsOfOne = sql<
  string | null
>`(select string_agg(reason, '|' order by reason) from slv_request where slv_id = slv.id)`

const factsOf = (db: Db) =>
  db
    .selectFrom('slv')
    .select([
      'slv.id',
      'slv.status',
      'slv.type',
      'slv.companyId',
      'slv.underwriterId',
      'slv.underwriterManagerId',
      'slv.tradeDeskId',
      'slv.buyerNonAgencyProgram as program',
      'slv.state',
      'slv.occupancy',
      'slv.creditScore',
      'slv.buyerDays',
      sql<number>`(slv.date at time zone 'America/New_York')::date - date '1970-01-01'`.as('day'),
      'slv.loanAmount as amount',
      'slv.totalPostCloseReservesAmount as reserves',
      'slv.ltv',
      'slv.dti',
      'slv.dscr',
      reasonsOfOne.as('reasons'),
    ])

/** A column as one JSON text: taking a row apart value by value costs more than all that is done with it. */
const asLists = names.map((name) => sql<unknown>`coalesce(json_agg(${sql.ref(name)}), '[]')`.as(name))

const within = prepared('reporting.facts.within', (db, value: Slot<{ after: string; upTo: string }>) => {
  const rows = factsOf(db).where('slv.id', '>', value('after')).where('slv.id', '<=', value('upTo'))
  return db.selectFrom(rows.as('found')).select(asLists).$castTo<FactColumns>()
})

const withIds = prepared('reporting.facts.ids', (db, value: Slot<{ ids: string[] }>) => {
  const rows = factsOf(db).where(sql<boolean>`slv.id = any(${value('ids')}::uuid[])`)
  return db.selectFrom(rows.as('found')).select(asLists).$castTo<FactColumns>()
})

const one = (rows: FactColumns[]): FactColumns => {
  const [row] = rows
  if (!row) throw new Error('An aggregate is one row')
  return row
}

/** The facts of the SLVs after one id and up to another. */
export const factsWithin = async (db: Db, range: { after: string; upTo: string }) => one(await within(db, range))

const [first, last] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** All ids there can be, in ranges that hold `size` SLVs each; what comes while they are read is in the last. */
export async function rangesOf(db: Db, size: number): Promise<{ after: string; upTo: string }[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from (select id, row_number() over (order by id) as place from slv) as counted
    where place % ${sql.lit(size)} = 0 order by id`.execute(db)
  const ends = [...rows.map(({ id }) => id), last]
  return ends.map((upTo, place) => ({ after: ends[place - 1] ?? first, upTo }))
}

/** The facts of these SLVs, drafts too; what is gone is missing. */
export const factsWith = async (db: Db, ids: string[]) => one(await withIds(db, { ids }))

/** What changed since a place in the order of transactions, and the place from which the next question goes on. */
export type Changes = {
  position: string
  ids: string[]
  isRenamed: boolean
  /** Changes after that place were dropped. */
  isForgotten: boolean
  /** Which database it was, in which of its lives: one that was restored or took over from another counts anew. */
  origin: string
}

/** A cluster, its database and its timeline. */
const origin = sql<string>`concat_ws('.', (select system_identifier from pg_control_system()),
  (select oid from pg_database where datname = current_database()),
  case when pg_is_in_recovery() then 'follows ' || (select timeline_id from pg_control_checkpoint())
    else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end)`

const changedSince = prepared('reporting.changes', (db, value: Slot<{ position: string }>) =>
  db.selectNoFrom([
    // Whatever this does not see yet was begun at or after the oldest transaction that is still running.
    sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('position'),
    sql<string>`array_to_string(array(select distinct slv_id from reporting_change
      where changed_in >= ${value('position')}::xid8 and slv_id is not null), ',')`.as('ids'),
    sql<boolean>`exists (select from reporting_change where changed_in >= ${value('position')}::xid8 and slv_id is null)`.as(
      'isRenamed',
    ),
    sql<boolean>`exists (select from reporting_sweep where dropped >= ${value('position')}::xid8)`.as('isForgotten'),
    origin.as('origin'),
  ]),
)

/** What was committed since `position`; some of it may be told twice. */
export async function changesSince(db: Db, position: string): Promise<Changes> {
  const [row] = await changedSince(db, { position })
  if (!row) throw new Error('A select of values is one row')
  return { ...row, ids: row.ids === '' ? [] : row.ids.split(',') }
}

/** Where the order of transactions stands now, and in which database. */
export async function placeNow(db: Db): Promise<Pick<Changes, 'position' | 'origin'>> {
  const [row] = await db
    .selectNoFrom([sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('position'), origin.as('origin')])
    .execute()
  if (!row) throw new Error('A select of values is one row')
  return row
}

/** Names of everybody and every company, and whose BDD looks after which seller. */
export type KnownNames = {
  companies: ReadonlyMap<string, { name: string; bddId: string | null }>
  people: ReadonlyMap<string, string>
}

/** The buyer's people, also those who left: nobody else is named where figures or lists tell their filters. */
export const peopleToName = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('company.kind', '=', 'BUYER')
    .select(['appUser.id', 'appUser.name'])

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const companies = await db.selectFrom('company').select(['id', 'name', 'bddId']).execute()
  const people = await peopleToName(db).execute()
  return {
    companies: new Map(companies.map(({ id, name, bddId }) => [id, { name, bddId }])),
    people: new Map(people.map(({ id, name }) => [id, name])),
  }
}
