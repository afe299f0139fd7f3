import { join } from 'node:path'
import { migrate } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { readSettings } from '../src/lib/settings.ts'

/** `npm run db:migrate`: brings DATABASE_URL (as DATABASE_OWNER_URL says), or the embedded database, up to the newest migration. */
const { databaseOwnerUrl, dataDir } = readSettings(process.env)
const embedded = databaseOwnerUrl ? null : await startPostgres({ folder: join(dataDir, 'postgres') })
try {
  const applied = await migrate(databaseOwnerUrl ?? embedded?.ownerUrl ?? '')
  console.log(applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`)
} finally {
  await embedded?.stop()
}
