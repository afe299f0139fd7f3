import { execFileSync } from 'node:child_process'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, withOwnerClient } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { formatSchema, listSchema } from './list-schema.ts'

/**
 * `node server/tools/previous-release.ts`, after a release: writes
 * server/migrations/previous-release.txt, the commit of that release and what
 * it relies on in its database. Migrations must then keep it working.
 */
const target = new URL('../migrations/previous-release.txt', import.meta.url)
await using folder = await mkdtempDisposable(join(tmpdir(), 'portal-schema-'))
await chmod(folder.path, 0o755)
const postgres = await startPostgres({ folder: folder.path, isThrowaway: true })
try {
  await migrate(postgres.ownerUrl)
  const schema = await withOwnerClient(postgres.ownerUrl, listSchema)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
    encoding: 'utf8',
  }).trim()
  await writeFile(target, `# commit ${commit}\n${formatSchema(schema)}\n`)
} finally {
  await postgres.stop()
}
