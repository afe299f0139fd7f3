import { createHash } from 'node:crypto'
import type pg from 'pg'
import { checkOldMigrations, firstNumber } from '../src/lib/database/pending.ts'

/** The one chain of a history that is about the whole portal. */
const portal = `'00000000-0000-0000-0000-000000000000'::uuid`

/**
 * The histories, and what each of their chains is about
 * (server/migrations/1002_history.sql).
 */
const histories = [
  { table: 'slv_history', object: 'slv_id', about: 'the SLV' },
  { table: 'user_history', object: 'user_id', about: 'the person' },
  { table: 'tdoc_history', object: 'tdoc_id', about: 'the Tdoc' },
  { table: 'sla_history', object: portal, about: 'the SLA' },
  { table: 'retention_history', object: portal, about: 'holds and erasures' },
  { table: 'guideline_history', object: portal, about: 'the guidelines' },
  { table: 'system_history', object: portal, about: 'failed jobs' },
] as const

export type Finding = {
  table: string
  objectId: string
  rowId: string | null
  text: string
}
type Checked = {
  counts: Record<string, { lines: number; chains: number; erased: number }>
  finding: Finding | null
}

const batch = 2000

type Line = {
  id: string
  objectId: string
  position: number
  hash: Buffer
  content: string
  headLength: number | null
  headHash: Buffer | null
  /** Whether the content and the hash match a recorded erasure. */
  isErased: boolean
}

const erasuresOf = (table: string) => `
  select distinct on (part ->> 'line')
    (part ->> 'line')::bigint as id,
    part ->> 'hash' as hash,
    part ->> 'left' as remains
  from public.retention_history recorded,
    jsonb_array_elements(recorded.changes) part
  where recorded.history = '${table}'
  order by part ->> 'line', recorded.id desc`

/**
 * Selects what a line's hash covers without the portal's functions: anyone who
 * altered a line could have altered them too. So only PostgreSQL's own
 * functions are found by a bare name, and the tables are named with their
 * schema.
 */
const linesOf = (table: string, object: string) => `
  select
    line.id,
    line.object_id as "objectId",
    line.position,
    line.hash,
    line.content,
    head.length as "headLength",
    head.hash as "headHash",
    coalesce(
      erasure.hash = encode(line.hash, 'hex')
      and erasure.remains = encode(sha256(convert_to(line.content, 'UTF8')), 'hex'),
      false
    ) as "isErased"
  from (
    select
      id::text,
      ${object} as object_id,
      position,
      hash,
      '${table} ' || jsonb_strip_nulls(to_jsonb(entry) - array['position', 'hash', 'changes'])::text || ' ' || changes::text as content
    from public.${table} entry
  ) line
    left join public.history_head head on head.object_id = line.object_id
      and head.history = '${table}'
    left join (${erasuresOf(table)}) erasure on erasure.id = line.id::bigint
  order by line.object_id, line.position, line.id::bigint`

const sha256 = (before: Buffer, content: string) =>
  createHash('sha256').update(before).update(content).digest()

/**
 * Counts every line of history again and names the first that is not as it was
 * written, or that is gone. Sees one instant of the database, so the portal may
 * be writing meanwhile; holds one batch in memory. Throws if the database is
 * from a release before the last one, which had fewer histories.
 */
export async function checkChains(client: pg.Client): Promise<Checked> {
  const counts: Checked['counts'] = {}
  let finding: Finding | null = null
  await client.query('begin isolation level repeatable read read only')
  try {
    await client.query(
      `set local timezone = 'UTC'; set local statement_timeout = 0; set local search_path = pg_catalog, pg_temp`,
    )
    checkOldMigrations(await findOldMigrations(client))
    for (const history of histories) {
      const checked = await checkHistory(client, history)
      counts[history.table] = checked
      finding ??= checked.finding
    }
  } finally {
    await client.query('rollback')
  }
  return { counts, finding }
}

/** The migrations of the releases before the baseline that a database has. */
async function findOldMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from public.schema_migration where name < $1',
    [String(firstNumber)],
  )
  return rows.map(({ name }) => name)
}

type History = (typeof histories)[number]

/** All lines of a history, each chain's from first to last. */
async function* linesOfHistory(
  client: pg.Client,
  { table, object }: History,
): AsyncGenerator<Line> {
  await client.query(
    `declare line no scroll cursor for ${linesOf(table, object)}`,
  )
  let isAtEnd = false
  while (!isAtEnd) {
    const { rows } = await client.query<Line>(`fetch ${batch} from line`)
    yield* rows
    isAtEnd = rows.length < batch
  }
  await client.query('close line')
}

/** What is wrong with a line that follows `before` in its chain, or null. */
function faultOfLine(line: Line, before: Line | undefined): string | null {
  const place = (before?.position ?? 0) + 1
  if (line.position > place)
    return `before row ${line.id} line ${place} is gone`
  if (line.position === place && line.isErased) return null
  const hash = sha256(before?.hash ?? Buffer.alloc(0), line.content)
  return line.position === place && hash.equals(line.hash)
    ? null
    : `row ${line.id}, line ${line.position}, is not as it was written`
}

/** What is wrong with the end of a chain, by its last line, or null. */
function faultOfEnd({
  id,
  position,
  hash,
  headLength,
  headHash,
}: Line): string | null {
  if (headLength === null) return 'there is no end of the chain'
  if (headLength > position)
    return `after row ${id} the last ${headLength - position} of ${headLength} lines are gone`
  return headLength === position && headHash?.equals(hash)
    ? null
    : `row ${id} is not the last line that was written`
}

/** The first chain of a history that has an end but no lines, or undefined. */
async function findEmptyChain(
  client: pg.Client,
  { table, object }: History,
): Promise<string | undefined> {
  const { rows } = await client.query<{ objectId: string }>(
    `
      select object_id as "objectId"
      from public.history_head
      where history = $1
        and not exists (
          select
          from public.${table} line
          where ${object} = history_head.object_id
        )
      order by object_id
      limit 1`,
    [table],
  )
  return rows[0]?.objectId
}

async function checkHistory(client: pg.Client, history: History) {
  const { table, about } = history
  const counts = { lines: 0, chains: 0, erased: 0 }
  let finding: Finding | null = null
  const report = (objectId: string, rowId: string | null, fault: string) => {
    const text = `${fault} of ${about} ${objectId}`
    finding ??= { table, objectId, rowId, text }
  }
  const reportLine = (line: Line, fault: string | null) => {
    if (fault !== null) report(line.objectId, line.id, fault)
  }

  let last: Line | undefined
  for await (const line of linesOfHistory(client, history)) {
    const before = last?.objectId === line.objectId ? last : undefined
    if (!before) {
      if (last) reportLine(last, faultOfEnd(last))
      counts.chains += 1
    }
    const fault = faultOfLine(line, before)
    reportLine(line, fault)
    counts.lines += 1
    if (line.isErased && fault === null) counts.erased += 1
    last = line
  }
  if (last) reportLine(last, faultOfEnd(last))

  const empty = await findEmptyChain(client, history)
  if (empty !== undefined) report(empty, null, 'all lines are gone')
  return { ...counts, finding: finding as Finding | null }
}
