import { join } from 'node:path'
import pg from 'pg'
import { runningPostgres, startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { readSettings } from '../src/lib/settings.ts'
import { checkChains } from './check-chains.ts'

/**
 * `npm run verify-history`: reads all history of DATABASE_URL, or of the embedded database, whether a portal is running
 * on it or not. Ends with 1 and the first line that is not as it was written, or with 0 and how many were read.
 */
const { databaseOwnerUrl, dataDir } = readSettings(process.env)
const folder = join(dataDir, 'postgres')
const running = databaseOwnerUrl ? null : await runningPostgres(folder)
const started = databaseOwnerUrl || running ? null : await startPostgres({ folder })
try {
  const client = new pg.Client({
    connectionString: databaseOwnerUrl ?? running?.ownerUrl ?? started?.ownerUrl,
    application_name: 'portal verify-history',
  })
  await client.connect()
  const { counts, finding } = await checkChains(client).finally(() => client.end())
  for (const [table, { lines, chains, erased }] of Object.entries(counts))
    console.log(`${table}: ${lines} lines in ${chains} chains${erased > 0 ? `, ${erased} with recorded erasures` : ''}`)
  console.log(finding ? `${finding.table}: ${finding.text}` : 'All of it is as it was written')
  process.exitCode = finding ? 1 : 0
} finally {
  await started?.stop()
}
