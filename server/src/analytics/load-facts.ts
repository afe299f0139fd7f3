import { join } from 'node:path'
import { getKeys } from '@portal/contract/lib/typed'
import { decisions, sellerDraftStatuses } from '@portal/contract/slv/status'
import { sql } from 'kysely'
import { copyToFile } from '../lib/database/copy-out.ts'
import type { Db } from '../lib/database/db.ts'
import type { Query } from '../lib/database/duckdb.ts'

/**
 * Columns of `slv` in the facts, with DuckDB's types. A trigger records their
 * changes (server/migrations/1014_reporting.sql).
 */
export const slvColumns = {
  status: 'varchar',
  type: 'varchar',
  // As text: DuckDB groups by repeated text much faster than by UUID.
  company_id: 'varchar',
  underwriter_id: 'varchar',
  underwriter_manager_id: 'varchar',
  trade_desk_id: 'varchar',
  date: 'date',
  buyer_non_agency_program: 'varchar',
  state: 'varchar',
  occupancy: 'varchar',
  loan_amount: 'decimal(11, 2)',
  ltv: 'decimal(5, 2)',
  credit_score: 'integer',
  dti: 'decimal(5, 2)',
  dscr: 'decimal(6, 3)',
  total_post_close_reserves_amount: 'decimal(11, 2)',
  buyer_days: 'integer',
} as const

const quotedList = (values: readonly string[]) =>
  values.map((value) => `'${value}'`).join()
/** `date` as the civil day in New York. */
const selected = getKeys(slvColumns).map((name) =>
  name === 'date' ? `(date at time zone 'America/New_York')::date` : name,
)

type Part = (column: string) => string

/**
 * The statements that copy from PostgreSQL, and the columns of their CSV files.
 */
const copies = {
  facts: {
    select: (isIn: Part) => `
      select id, ${selected.join()}, coalesce(variances, 0), reasons
      from slv
        left join (
          select
            slv_id,
            count(reason) as variances,
            string_agg(
              reason,
              '|'
              order by reason
            ) as reasons
          from slv_request
          where ${isIn('slv_id')}
          group by slv_id
        ) as requests on slv_id = id
      where status not in (${quotedList(sellerDraftStatuses)})
        and date is not null
        and ${isIn('id')}`,
    columns: {
      id: 'uuid',
      ...slvColumns,
      variances: 'integer',
      reasons: 'varchar',
    },
  },
  companies: {
    select: () => 'select id, name, bdd_id from company',
    columns: { id: 'varchar', name: 'varchar', bdd_id: 'varchar' },
  },
  // Only the buyer's people are named, including inactive ones.
  people: {
    select: () =>
      `
        select app_user.id, app_user.name
        from app_user
          join company on company.id = company_id
        where kind = 'BUYER'`,
    columns: { id: 'varchar', name: 'varchar' },
  },
}
export type Table = keyof typeof copies
export type Files = Partial<Record<Table, string[]>>

const all: Part = () => 'true'
/** Splits the SLVs into two halves, which two connections copy in parallel. */
async function findHalves(db: Db): Promise<Part[]> {
  const { rows } = await sql<{ id: string }>`
    select id from slv order by id offset (select count(*) / 2 from slv) limit 1`.execute(
    db,
  )
  return rows.flatMap(({ id }): Part[] => [
    (column) => `${column} < '${id}'`,
    (column) => `${column} >= '${id}'`,
  ])
}

async function copyParts(
  db: Db,
  folder: string,
  table: Table,
  parts: readonly Part[],
  signal: AbortSignal,
) {
  const files = parts.map((_, index) => join(folder, `${table}-${index}.csv`))
  await Promise.all(
    parts.map((part, index) =>
      copyToFile(db, copies[table].select(part), files[index] ?? '', signal),
    ),
  )
  return { [table]: files }
}

export const copyNames = async (
  db: Db,
  folder: string,
  signal: AbortSignal,
): Promise<Files> => ({
  ...(await copyParts(db, folder, 'companies', [all], signal)),
  ...(await copyParts(db, folder, 'people', [all], signal)),
})

export const copyFacts = async (
  db: Db,
  folder: string,
  signal: AbortSignal,
  ids?: readonly string[],
): Promise<Files> => {
  const parts = ids
    ? [(column: string) => `${column} = any('{${ids.join()}}')`]
    : await findHalves(db)
  return copyParts(
    db,
    folder,
    'facts',
    parts.length > 0 ? parts : [all],
    signal,
  )
}

const toCsvSource = (table: Table, files: readonly string[]) => {
  const columns = Object.entries(copies[table].columns).map(
    ([name, type]) => `'${name}': '${type}'`,
  )
  const paths = quotedList(files.map((file) => file.replaceAll("'", "''")))
  return `read_csv(
    [${paths}],
    auto_detect = false,
    header = false,
    delim = ',',
    quote = '"',
    escape = '"',
    allow_quoted_nulls = false,
    columns = {${columns.join()}}
  )`
}

/**
 * Selects the rows of a table from its files. `reasons` are those of all
 * variances, sorted and separated by '|'.
 */
const selectRows = (table: Table, files: readonly string[]) =>
  table === 'facts'
    ? `
      select
        * exclude (date, buyer_days),
        date as day,
        left(date::varchar, 7) as month,
        case
          when status in (${quotedList(decisions)}) then buyer_days
        end as turn_time
      from ${toCsvSource(table, files)}`
    : `from ${toCsvSource(table, files)}`

export async function replaceTables(query: Query, files: Files): Promise<true> {
  for (const table of getKeys(files))
    await query(
      `create or replace table ${table} as ${selectRows(table, files[table] ?? [])}`,
    )
  return true
}

/**
 * Updates tables from their files: of facts only the rows of these ids. Returns
 * whether anything changed.
 */
export async function mergeTables(
  query: Query,
  files: Files,
  ids: readonly string[],
): Promise<boolean> {
  let isChanged = false
  for (const table of getKeys(files)) {
    const [old, params] =
      table === 'facts'
        ? [
            'select * from facts where id in (select unnest($ids)::uuid)',
            { ids },
          ]
        : [`select * from ${table}`, {}]
    const count = async (statement: string) => {
      const [result] = await query<{ Count: number }>(statement, params)
      if (result && result.Count > 0) isChanged = true
    }
    await query(
      `create or replace temp table copied as ${selectRows(table, files[table] ?? [])}`,
    )
    await count(
      `delete from ${table} where id in (select id from (${old} except select * from copied))`,
    )
    await count(`insert into ${table} select * from copied except (${old})`)
  }
  return isChanged
}
