import { join } from 'node:path'
import { migrate } from '../src/lib/migrate.ts'
import { startPostgres } from '../src/lib/postgres.ts'
import { readSettings } from '../src/lib/settings.ts'

/** `npm run db:migrate`: brings DATABASE_URL, or the embedded database, up to the newest migration. */
const { databaseUrl, dataDir } = readSettings(process.env)
const embedded = databaseUrl ? null : await startPostgres({ folder: join(dataDir, 'postgres') })
try {
  const applied = await migrate(databaseUrl ?? embedded?.url ?? '')
  console.log(applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`)
} finally {
  await embedded?.stop()
}
