import { parseArgs } from 'node:util'
import { jobs } from '../src/job-catalog.ts'
import { migrate } from '../src/lib/database/migrate.ts'
import { planMigrations } from '../src/lib/database/plan-migrations.ts'
import { migrateJobs } from '../src/lib/jobs/jobs.ts'
import { readSettings } from '../src/lib/settings.ts'
import { findDatabase } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * On DATABASE_URL, with the login of DATABASE_OWNER_URL, or on the embedded
 * database.
 */
const usage = `npm run migrate              applies the pending migrations
npm run migrate -- --plan    lists them and changes nothing`

await runTool(usage, async () => {
  const { values } = parseArgs({
    options: { plan: { type: 'boolean', default: false } },
  })
  const { ownerUrl, stop } = await findDatabase(readSettings(process.env))
  try {
    if (values.plan) await plan(ownerUrl)
    else await apply(ownerUrl)
  } finally {
    await stop()
  }
})

async function plan(url: string) {
  const { marked, planned } = await planMigrations(url)
  if (planned.length + marked.length === 0) console.log('Nothing to do')
  if (marked.length > 0)
    console.log(
      `${marked.at(0)} to ${marked.at(-1)}: the database has this schema. They are marked as applied, and its comments are updated`,
    )
  for (const { name, about, notes } of planned) {
    console.log(`${name}: ${about}`)
    for (const note of notes.length > 0 ? notes : ['locks no existing table'])
      console.log(`  - ${note}`)
  }
}

async function apply(url: string) {
  const { applied, marked, newer } = await migrate(url)
  if (newer.length === 0) await migrateJobs(url, jobs)
  else console.log(`A newer release applied ${newer.join(', ')}`)
  if (marked.length > 0)
    console.log(`Marked ${marked.at(0)} to ${marked.at(-1)} as applied`)
  console.log(
    applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`,
  )
}
