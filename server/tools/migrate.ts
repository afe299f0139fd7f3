import { parseArgs } from 'node:util'
import { jobs } from '../src/job-catalog.ts'
import { migrate } from '../src/lib/database/migrate.ts'
import { planMigrations } from '../src/lib/database/plan-migrations.ts'
import { migrateJobs } from '../src/lib/jobs/jobs.ts'
import { readSettings } from '../src/lib/settings.ts'
import { findDatabase } from './find-database.ts'

/**
 * `npm run migrate`: applies the pending migrations to DATABASE_URL (as the
 * login of DATABASE_OWNER_URL), or to the embedded database. With `-- --plan`
 * it lists the pending migrations and changes nothing.
 */
const { values } = parseArgs({
  options: { plan: { type: 'boolean', default: false } },
})
const { ownerUrl: url, stop } = await findDatabase(readSettings(process.env))
try {
  if (values.plan) await plan()
  else await apply()
} finally {
  await stop()
}

async function plan() {
  const planned = await planMigrations(url)
  if (planned.length === 0) console.log('Nothing to do')
  for (const { name, about, notes } of planned) {
    console.log(`${name}: ${about}`)
    for (const note of notes.length > 0 ? notes : ['locks no existing table'])
      console.log(`  - ${note}`)
  }
}

async function apply() {
  const { applied, newer } = await migrate(url)
  if (newer.length === 0) await migrateJobs(url, jobs)
  else console.log(`A newer release applied ${newer.join(', ')}`)
  console.log(
    applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`,
  )
}
