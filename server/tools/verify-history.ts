import { parseArgs } from 'node:util'
import pg from 'pg'
import { readSettings } from '../src/lib/settings.ts'
import { checkChains } from './check-chains.ts'
import { findDatabase, requireMigrated } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * For DATABASE_URL or the embedded database, whether a portal is running on it
 * or not.
 */
const usage = `npm run verify-history    reads all history. Exits with 1 and prints the
                          first line that is not as it was written`

await runTool(usage, async () => {
  parseArgs() // it has no options
  const { ownerUrl, stop } = await findDatabase(readSettings(process.env))
  await verify(ownerUrl).finally(stop)
})

async function verify(ownerUrl: string) {
  await requireMigrated(ownerUrl)
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'portal verify-history',
  })
  await client.connect()
  const { counts, finding } = await checkChains(client).finally(() =>
    client.end(),
  )
  for (const [table, { lines, chains, erased }] of Object.entries(counts))
    console.log(
      `${table}: ${lines} lines in ${chains} chains${erased > 0 ? `, ${erased} of them erased` : ''}`,
    )
  console.log(
    finding ? `${finding.table}: ${finding.text}` : 'The history is intact',
  )
  process.exitCode = finding ? 1 : 0
}
