import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateJobs } from '../../../server/src/lib/jobs.ts'
import { migrate } from '../../../server/src/lib/migrate.ts'
import { startPostgres } from '../../../server/src/lib/postgres.ts'

/** A migrated, empty database on a PostgreSQL of its own that writes as in production (fsync on); gone after `stop`. */
export async function temporaryDatabase(): Promise<{
  url: string
  ownerUrl: string
  stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.ownerUrl)
    await migrateJobs(postgres.ownerUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: postgres.url, ownerUrl: postgres.ownerUrl, stop }
}
