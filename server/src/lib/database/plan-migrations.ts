import type pg from 'pg'
import {
  contractHeader,
  migrationsFolder,
  readApplied,
  readMigrations,
  withOwnerClient,
} from './migrate.ts'
import { type Applied, findPending, type Migration } from './pending.ts'

type PlannedMigration = { name: string; about: string; notes: string[] }

/** SQL without comments, string literals and function bodies. */
const bare = (sql: string) =>
  sql
    .replace(/(\$\w*\$).*?\1/gs, "''")
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")

const splitStatements = (sql: string) =>
  bare(sql)
    .split(';')
    .map((text) => text.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((text) => text !== '')

const createdTables = (statements: readonly string[]) =>
  statements.flatMap(
    (text) => /^create table (?:if not exists )?(\w+)/.exec(text)?.[1] ?? [],
  )

/**
 * How a statement affects users of an existing table; the first match counts.
 * `$1` is the table.
 */
const effects: readonly [pattern: RegExp, effect: string][] = [
  [
    /^create (?:unique )?index concurrently .*? on (\w+)/,
    'builds an index on $1 without blocking anyone',
  ],
  [
    /^create (?:unique )?index .*? on (\w+)/,
    'builds an index: writes to $1 wait until it is built',
  ],
  [
    /^alter table (?:only )?(\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/,
    'rewrites $1: reads and writes wait',
  ],
  [
    /^alter table (?:only )?(\w+) (?!.*not valid).*(?:\bset not null|\badd (?:constraint|check|foreign|unique|primary|exclude))/,
    'checks all rows of $1: reads and writes wait',
  ],
  [/^alter table (?:only )?(\w+)/, 'locks $1 briefly'],
  [
    /^(?:create|drop) (?:or replace )?(?:policy|trigger|constraint trigger) .*? on (\w+)/,
    'locks $1 briefly',
  ],
  [
    /^(?:update|delete from) (\w+)/,
    'updates or deletes rows of $1: writes to those rows wait',
  ],
  [/^drop table (?:if exists )?(\w+)/, 'drops $1'],
]

/** The effect of a statement; null for none, and for a new table. */
function findEffect(
  statement: string,
  newTables: ReadonlySet<string>,
): string | null {
  for (const [pattern, effect] of effects) {
    const table = pattern.exec(statement)?.[1]
    if (table !== undefined)
      return newTables.has(table) ? null : effect.replace('$1', table)
  }
  return null
}

function findNotes(
  { sql }: Migration,
  newTables: ReadonlySet<string>,
): string[] {
  const notes = new Set<string>()
  const [, release] = contractHeader.exec(sql) ?? []
  if (release)
    notes.add(`upgrade all nodes to the previous release first: ${release}`)
  for (const statement of splitStatements(sql)) {
    const effect = findEffect(statement, newTables)
    if (effect !== null) notes.add(effect)
  }
  return [...notes]
}

/** The first sentence of the comment at the top. */
const findDescription = (sql: string) => {
  const lines = sql
    .split('\n')
    .filter(
      (line) => !/^-- (statement by statement|contract:|baseline:)/.test(line),
    )
  const end = lines.findIndex((line) => !line.startsWith('--'))
  const [sentence = ''] = lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join(' ')
    .split('. ')
  return sentence === '' || sentence.endsWith('.') ? sentence : `${sentence}.`
}

/**
 * Lists the pending migrations and what each blocks, by their text alone, and
 * the names of those that will only be marked as applied. Changes nothing.
 */
export const planMigrations = (
  url: string,
  folder = migrationsFolder,
): Promise<{ marked: string[]; planned: PlannedMigration[] }> =>
  withOwnerClient(url, async (client) => {
    const applied = await findApplied(client)
    const pending = findPending(applied, await readMigrations(folder))
    const newTables = new Set(
      pending.waiting.flatMap(({ sql }) => createdTables(splitStatements(sql))),
    )
    const planned = pending.waiting.map((migration) => ({
      name: migration.name,
      about: findDescription(migration.sql),
      notes: findNotes(migration, newTables),
    }))
    return { marked: pending.marked.map(({ name }) => name), planned }
  })

/** The applied migrations; none if the database is empty. */
export async function findApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<{ isMigrated: boolean }>(
    `select to_regclass('schema_migration') is not null as "isMigrated"`,
  )
  return rows[0]?.isMigrated ? readApplied(client) : []
}

/**
 * Parts of a statement that the previous release can't work with
 * (docs/operations.md, "Upgrades").
 */
const breaking: readonly [pattern: RegExp, words: string][] = [
  [/^drop table\b/, 'drops a table'],
  [/^drop column\b/, 'drops a column'],
  [/^rename\b/, 'renames'],
  [/^alter (?:column )?\w+ set not null\b/, 'requires a value'],
  [
    /^add (?!.*\b(?:default|generated|constraint|check|primary)\b).*\bnot null\b/,
    'adds a column that needs a value',
  ],
]

/**
 * `alter table slv add a int, drop column b` → its two actions; any other
 * statement as it is.
 */
const listActions = (
  statement: string,
  created: readonly string[],
): string[] => {
  const [head, table] =
    /^alter table (?:if exists )?(?:only )?(\w+) /.exec(statement) ?? []
  if (head === undefined || table === undefined) return [statement]
  return created.includes(table)
    ? []
    : statement.slice(head.length).split(/, ?(?=(?:add|alter|drop|rename) )/)
}

/**
 * What a migration removes without naming the release since which it is unused.
 */
export function findBreakingChanges({ sql }: Pick<Migration, 'sql'>): string[] {
  if (contractHeader.test(sql)) return []
  const statements = splitStatements(sql)
  const created = createdTables(statements)
  return statements
    .flatMap((statement) => listActions(statement, created))
    .flatMap((action) =>
      breaking.flatMap(([pattern, words]) =>
        pattern.test(action) ? [`${words}: ${action.slice(0, 100)}`] : [],
      ),
    )
}
