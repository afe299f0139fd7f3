import type { SlvType } from '@portal/contract/slv/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

/** What is counted of one SLV. Money in cents, ratios in hundredths, DSCR in thousandths: whole numbers add up exactly. */
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

const whole = (column: string, places: number) =>
  sql<number | null>`(${sql.ref(column)} * ${sql.lit(10 ** places)})::int8`

const names = [
  ...['id', 'status', 'type', 'companyId', 'underwriterId', 'underwriterManagerId', 'tradeDeskId', 'day', 'program'],
  ...['state', 'occupancy', 'amount', 'reserves', 'creditScore', 'ltv', 'dti', 'dscr', 'buyerDays', 'reasons'],
] as const satisfies (keyof Facts)[]

/** Facts the other way round: each column with the values of all rows, in one order. */
export type FactColumns = { [Name in keyof Facts]: Facts[Name][] }

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
      whole('slv.loanAmount', 2).as('amount'),
      whole('slv.totalPostCloseReservesAmount', 2).as('reserves'),
      whole('slv.ltv', 2).as('ltv'),
      whole('slv.dti', 2).as('dti'),
      whole('slv.dscr', 3).as('dscr'),
      sql<string | null>`(select string_agg(reason, '|' order by reason) from slv_request where slv_id = slv.id)`.as(
        'reasons',
      ),
    ])

/** A column as one JSON text: taking a row apart value by value costs more than all that is done with it. */
const asLists = names.map((name) => sql<unknown>`coalesce(json_agg(${sql.ref(name)}), '[]')`.as(name))

const afterId = prepared('reporting.facts.after', (db, value: Slot<{ after: string; size: number }>) => {
  const rows = factsOf(db).where('slv.id', '>', value('after')).orderBy('slv.id').limit(value('size'))
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

/** The facts of the SLVs after this id, `size` of them at most. */
export const factsAfter = async (db: Db, after: string, size: number) => one(await afterId(db, { after, size }))

/** The facts of these SLVs, drafts too; what is gone is missing. */
export const factsWith = async (db: Db, ids: string[]) => one(await withIds(db, { ids }))

/** What changed since a place in the order of transactions, and the place from which the next question goes on. */
export type Changes = {
  position: string
  ids: string[]
  isRenamed: boolean
  /** Up to when a replica that is behind has followed; null where nothing is missing. */
  asOf: Date | null
}

const changedSince = prepared('reporting.changes', (db, value: Slot<{ position: string }>) =>
  db.selectNoFrom([
    // Whatever this does not see yet was begun at or after the oldest transaction that is still running.
    sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('position'),
    sql<string>`array_to_string(array(select distinct slv_id from reporting_change
      where changed_in >= ${value('position')}::xid8 and slv_id is not null), ',')`.as('ids'),
    sql<boolean>`exists (select from reporting_change where changed_in >= ${value('position')}::xid8 and slv_id is null)`.as(
      'isRenamed',
    ),
    sql<Date | null>`case when pg_is_in_recovery() and pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
      then pg_last_xact_replay_timestamp() end`.as('asOf'),
  ]),
)

/** What was committed since `position`; some of it may be told twice. */
export async function changesSince(db: Db, position: string): Promise<Changes> {
  const [row] = await changedSince(db, { position })
  if (!row) throw new Error('A select of values is one row')
  return { ...row, ids: row.ids === '' ? [] : row.ids.split(',') }
}

/** Where the order of transactions stands now. */
export async function positionNow(db: Db): Promise<string> {
  const { rows } = await sql<{
    position: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as position`.execute(db)
  return rows[0]?.position ?? '0'
}

/** Names of everybody and every company, and whose BDD looks after which seller. */
export type KnownNames = {
  companies: ReadonlyMap<string, { name: string; bddId: string | null }>
  /** The buyer's people alone: nobody else is named in figures. */
  people: ReadonlyMap<string, string>
}

export async function readKnownNames(db: Db): Promise<KnownNames> {
  const companies = await db.selectFrom('company').select(['id', 'name', 'bddId']).execute()
  const people = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .where('company.kind', '=', 'BUYER')
    .select(['appUser.id', 'appUser.name'])
    .execute()
  return {
    companies: new Map(companies.map(({ id, name, bddId }) => [id, { name, bddId }])),
    people: new Map(people.map(({ id, name }) => [id, name])),
  }
}
