import beforeBaseline from '../../../migrations/before-baseline.json' with {
  type: 'json',
}

/** A file of server/migrations. */
export type Migration = { name: string; sql: string; hash: string }

/** A row of schema_migration. */
export type Applied = { name: string; hash: string; isContract: boolean }

export type Pending = {
  /**
   * The baseline, for a database of the release before it: it has that schema
   * already, by other migrations.
   */
  marked: Migration[]
  /** The migrations to run. */
  waiting: Migration[]
  /** The names of those that a newer release applied. */
  newer: string[]
}

/** The number of the first migration; releases before the baseline used lower ones. */
export const firstNumber = 1001

/**
 * Whether a migration belongs to the baseline, the schema that the release
 * before it had (docs/decisions/043-baseline-of-the-schema.md).
 */
export const isBaseline = ({ sql }: Pick<Migration, 'sql'>) =>
  sql.startsWith('-- baseline: ')

/**
 * Compares a database with the migrations of this release. A newer release may
 * have applied more, because this one may restart while it rolls out. Throws if
 * an applied file was edited, if a newer release removed something that this
 * one may use, or if the database is from a release before the last one.
 */
export function findPending(
  applied: readonly Applied[],
  migrations: Migration[],
): Pending {
  const old = applied.filter(({ name }) => name < String(firstNumber))
  const current = applied.slice(old.length)
  checkOldMigrations(old.map(({ name }) => name))
  checkApplied(current, migrations)
  const isFromOldRelease = old.length > 0 && current.length === 0
  const marked = isFromOldRelease ? migrations.filter(isBaseline) : []
  return {
    marked,
    waiting: migrations.slice(Math.max(current.length, marked.length)),
    newer: current.slice(migrations.length).map(({ name }) => name),
  }
}

/**
 * Throws unless a database has none or all of the migrations that the baseline
 * replaces. Their texts were checked by the release that has them.
 */
export function checkOldMigrations(names: readonly string[]): void {
  const { release, commit, migrations } = beforeBaseline
  const unknown = names.find((name) => !migrations.includes(name))
  if (unknown !== undefined) throw new Error(notIncluded(unknown))
  if (names.length > 0 && names.length < migrations.length)
    throw new Error(
      `This database was made by an older release. Start release ${release} (commit ${commit.slice(0, 8)}) once, then this one: see "Upgrades" in docs/operations.md`,
    )
}

function checkApplied(applied: readonly Applied[], migrations: Migration[]) {
  for (const [index, { name, hash, isContract }] of applied.entries()) {
    const file = migrations[index]
    if (file?.name !== name && (file || isContract))
      throw new Error(notIncluded(name))
    if (file && file.hash !== hash)
      throw new Error(
        `Migration ${name} was edited after it was applied: restore it and add a new migration`,
      )
  }
}

const notIncluded = (name: string) =>
  `The database has migration ${name}, which this version of the portal does not include`
