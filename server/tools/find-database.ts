import { join } from 'node:path'
import { runningPostgres, startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import type { Settings } from '../src/lib/settings.ts'

/** DATABASE_URL, or the embedded database, which is started unless a portal is using it; `stop` ends it. */
export async function findDatabase({ databaseUrl: url, databaseOwnerUrl: ownerUrl, dataDir }: Settings) {
  const stop = async () => undefined
  if (url && ownerUrl) return { url, ownerUrl, stop, isEmbedded: false }
  const folder = join(dataDir, 'postgres')
  const running = await runningPostgres(folder)
  return { ...(running ? { ...running, stop } : await startPostgres({ folder })), isEmbedded: true }
}
