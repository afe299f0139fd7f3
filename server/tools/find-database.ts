import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations, withOwnerClient } from '../src/lib/database/migrate.ts'
import {
  runningPostgres,
  startPostgres,
} from '../src/lib/embedded-postgres/postgres.ts'
import type { Settings } from '../src/lib/settings.ts'

/**
 * Throws if the database lacks migrations of this release, or was never
 * migrated.
 */
export async function requireMigrated(ownerUrl: string): Promise<void> {
  const migrations = await readMigrations()
  const applied = await withOwnerClient(ownerUrl, async (client) => {
    const { rows: tables } = await client.query(
      `select where to_regclass('public.schema_migration') is not null`,
    )
    if (tables.length === 0) return new Set<string>()
    const { rows } = await client.query<{ name: string }>(
      'select name from public.schema_migration',
    )
    return new Set(rows.map(({ name }) => name))
  })
  if (migrations.some(({ name }) => !applied.has(name)))
    throw new Error(
      'The database is from an earlier release. Back up with that release, then migrate it: npm run migrate',
    )
}

/**
 * DATABASE_URL, or the embedded database, which is started unless a portal is
 * using it; `stop` ends it.
 */
export async function findDatabase({
  databaseUrl: url,
  databaseOwnerUrl: ownerUrl,
  dataDir,
}: Settings) {
  const stop = async () => undefined
  if (url && ownerUrl) return { url, ownerUrl, stop, isEmbedded: false }
  const folder = join(dataDir, 'postgres')
  const running = await runningPostgres(folder)
  return {
    ...(running ? { ...running, stop } : await startPostgres({ folder })),
    isEmbedded: true,
  }
}

/** Undefined if the first start has yet to create the embedded database. */
export async function findExistingDatabase(settings: Settings) {
  const isCreated = existsSync(join(settings.dataDir, 'postgres'))
  return settings.databaseUrl || isCreated ? findDatabase(settings) : undefined
}
