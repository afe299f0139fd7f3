import { execFile } from 'node:child_process'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../../src/lib/embedded-postgres/postgres.ts'

const run = promisify(execFile)

/**
 * A PostgreSQL server in a folder with a streaming replica, as two processes,
 * which stop with `opened`. `prepare` makes the schema before there is a
 * replica.
 */
export async function startReplicatedPostgres(
  home: string,
  opened: AsyncDisposableStack,
  prepare: (ownerUrl: string) => Promise<unknown> = async () => {},
) {
  const primaryFolder = join(home, 'primary')
  const replicaFolder = join(home, 'replica')
  const start = (folder: string) => startPostgres({ folder, isThrowaway: true })

  // The replica starts from a copy of the new, stopped primary.
  const empty = await start(primaryFolder)
  await prepare(empty.ownerUrl)
  await empty.stop()
  await run('cp', ['-a', primaryFolder, replicaFolder])
  const primary = await start(primaryFolder)
  opened.defer(primary.stop)
  const { hostname, username, password } = new URL(primary.ownerUrl)
  const connection = `host=${decodeURIComponent(hostname)} user=${username} password=${password}`
  await writeFile(join(replicaFolder, 'data', 'standby.signal'), '')
  await appendFile(
    join(replicaFolder, 'data', 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\n`,
  )
  const replica = await start(replicaFolder)
  opened.defer(replica.stop)
  return { primary, replica }
}
