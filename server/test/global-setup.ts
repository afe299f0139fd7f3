import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDscrProgram, programs } from '@portal/sandbox/loan-dock/programs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { jobs } from '../src/job-catalog.ts'
import { migrate, readMigrations } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { migrateJobs } from '../src/lib/jobs/jobs.ts'
import { memoryFolder } from './files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Of the server's maintenance database, for its owner and for the
     * application.
     */
    postgresUrls: { ownerUrl: string; url: string }
    /** A migrated database without connections; tests copy it. */
    template: string
  }
}

/**
 * One PostgreSQL for the run, in memory if possible, with one migrated
 * template.
 */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(), 'portal-test-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder, isThrowaway: true })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const template = await templateOf(
      (database) => postgres.urlsOf(database).ownerUrl,
    )
    project.provide('postgresUrls', postgres.urlsOf('postgres'))
    project.provide('template', template)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

async function templateOf(
  urlOf: (database: string) => string,
): Promise<string> {
  const migrations = await readMigrations()
  const key = createHash('sha256')
    .update(migrations.map(({ hash }) => hash).join(''))
    .digest('hex')
    .slice(0, 16)
  const name = `template_${key}`
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
    await migrate(urlOf(name))
    await migrateJobs(urlOf(name), jobs)
    await addPrograms(urlOf(name))
    await client.query(`alter database ${name} is_template true`)
  } finally {
    await client.end()
  }
  return name
}

/** LoanDock's programs, which requests need. */
async function addPrograms(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [index, [name, products]] of Object.entries(
      programs,
    ).entries()) {
      const code = `T${index + 1}`
      const qualifiesBy = isDscrProgram(name) ? 'DSCR' : 'DTI'
      await client.query(
        `
          insert into guideline_program (code, name, family, qualifies_by, active_from)
          values ($1, $2, 'ALT_DOC', $3, '2020-01-01')`,
        [code, name, qualifiesBy],
      )
      await client.query(
        `
          insert into guideline_product (program_code, code, name, position)
          select $1, product, product, place
          from unnest($2::text[]) with ordinality as listed (product, place)`,
        [code, products],
      )
    }
  } finally {
    await client.end()
  }
}
