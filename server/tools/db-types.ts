import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as PostgresGenerator } from 'kysely-codegen'
import pg from 'pg'
import { migrate } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { columnTypes, jsonImports } from './column-types.ts'

/**
 * `node server/tools/db-types.ts` writes src/lib/db-types.ts from a freshly migrated database;
 * with --check it writes nothing and fails when the file differs.
 */
const target = new URL('../src/lib/database/db-types.ts', import.meta.url)

const folder = await mkdtemp(join(tmpdir(), 'portal-types-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({ folder, isThrowaway: true })
const pool = new pg.Pool({ connectionString: postgres.ownerUrl })
pool.on('error', () => {}) // the server may be quicker to go than the last connection
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
try {
  await migrate(postgres.ownerUrl)
  const generated = await generate({
    db,
    dialect: new PostgresGenerator({
      dateParser: 'string',
      numericParser: 'number',
    }),
    camelCase: true,
    outFile: null, // it would write below whatever folder this was started from
    excludePattern: 'schema_migration',
    typeMapping: { int8: 'number' },
    overrides: { columns: await columnTypes(db) },
  })
  const text = generated.replace(
    /^import type .*\n/m,
    (line) => line + jsonImports,
  )
  const committed = await readFile(target, 'utf8').catch(() => '')
  if (!process.argv.includes('--check')) await writeFile(target, text)
  else if (committed !== text) {
    console.error(
      'server/src/lib/database/db-types.ts differs from the migrated database: npm run db:types',
    )
    process.exitCode = 1
  }
} finally {
  await db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
