import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateJobs } from '../../../server/src/lib/jobs.ts'
import { migrate } from '../../../server/src/lib/migrate.ts'
import { startPostgres } from '../../../server/src/lib/postgres.ts'

/** A migrated, empty database on a PostgreSQL of its own that writes as in production (fsync on); gone after `stop`. */
export type Temporary = {
  url: string
  ownerUrl: string
  folder: string
  /** Stops the server while `work` runs; its addresses stay. */
  rest: (work: () => Promise<void>) => Promise<void>
  /** Stops the server for good; the folder goes with `stop`. */
  end: () => Promise<void>
  stop: () => Promise<void>
}

/** Makes one, below the system's folder for temporary files; or in a folder that is given, where it stays. */
export async function temporaryDatabase(given?: string): Promise<Temporary> {
  if (given) await mkdir(given, { recursive: true })
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'portal-bench-')))
  await chmod(folder, 0o755)
  let postgres = await startPostgres({ folder })
  let isUp = true
  const end = async () => {
    if (isUp) await postgres.stop()
    isUp = false
  }
  const stop = async () => {
    await end()
    if (!given) await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.ownerUrl)
    await migrateJobs(postgres.ownerUrl)
  } catch (error) {
    await stop()
    throw error
  }
  const rest = async (work: () => Promise<void>) => {
    await end()
    try {
      await work()
    } finally {
      postgres = await startPostgres({ folder })
      isUp = true
    }
  }
  return { url: postgres.url, ownerUrl: postgres.ownerUrl, folder, rest, end, stop }
}
