import { join } from 'node:path'
import { openFacts } from './analytics/open-facts.ts'
import { jobs } from './job-catalog.ts'
import { openDb } from './lib/database/db.ts'
import { openListener } from './lib/database/listen.ts'
import { migrate } from './lib/database/migrate.ts'
import { findRowSecurityGap } from './lib/database/row-security.ts'
import { startPostgres } from './lib/embedded-postgres/postgres.ts'
import { migrateJobs } from './lib/jobs/jobs.ts'
import type { Setup } from './setup.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** The addresses of the database: the settings', or of the embedded one. */
export async function openCluster({ settings, log, shutdown }: Setup) {
  const postgres = settings.databaseUrl
    ? undefined
    : await startPostgres({
        folder: join(settings.dataDir, 'postgres'),
        onLog: (line) => log.debug(line),
      })
  if (postgres) shutdown.add('database', postgres.stop)
  return {
    url: settings.databaseUrl ?? postgres?.url ?? '',
    ownerUrl: settings.databaseOwnerUrl ?? postgres?.ownerUrl ?? '',
    isEmbedded: postgres !== undefined,
  }
}

export type Stores = Awaited<ReturnType<typeof openStores>>

/** Migrates the database, and opens it with all that reads it. */
export async function openStores(
  { settings, log, shutdown }: Setup,
  { url, ownerUrl }: Cluster,
) {
  const { newer } = await migrate(ownerUrl)
  if (newer.length > 0)
    log.warn(
      { newer },
      'a newer release has migrated the database: upgrade this node',
    )
  else await migrateJobs(ownerUrl, jobs)
  const db = openDb({
    url,
    onError: (err) => log.warn({ err }, 'lost a connection to the database'),
  })
  shutdown.add('connections', () => db.destroy())
  const gap = await findRowSecurityGap(db)
  if (gap)
    log.warn(
      `the database role does not protect history from changes: ${gap}; see DATABASE_OWNER_URL in docs/operations.md`,
    )
  const replica = settings.databaseReplicaUrl
    ? openDb({
        url: settings.databaseReplicaUrl,
        size: 4,
        onError: (err) => log.warn({ err }, 'lost the replica'),
      })
    : undefined
  if (replica) shutdown.add('replica', () => replica.destroy())
  const facts = openFacts({
    db: replica ?? db,
    primary: db,
    folder: join(settings.dataDir, 'analytics'),
  })
  shutdown.add('facts', () => facts.close())
  const listener = openListener(url, log)
  shutdown.add('listener', () => listener.stop())
  return { db, replica, facts, listener }
}
