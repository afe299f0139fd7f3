import { execFile } from 'node:child_process'
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Postgres, startPostgres } from '../../../server/src/lib/postgres.ts'
import type { Temporary } from './temporary.ts'

const run = promisify(execFile)

/** A streaming replica of a temporary database. */
export type Replica = {
  url: string
  ownerUrl: string
  /** Seconds that the database rested while its folder was copied, and the copy's size. */
  copiedIn: number
  bytes: number
  stop: () => Promise<void>
  start: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Copies the folder of a database while it rests, and starts the copy as its standby: what is there has initdb, pg_ctl
 * and postgres alone, no pg_basebackup.
 */
export async function openReplica(primary: Temporary): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-replica-'))
  await chmod(folder, 0o755)
  let postgres: Postgres | undefined
  const stop = async () => {
    await postgres?.stop()
    postgres = undefined
  }
  const start = async () => {
    postgres = await startPostgres({ folder })
  }
  const remove = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const began = performance.now()
    await primary.rest(async () => void (await run('cp', ['-a', '--reflink=auto', `${primary.folder}/.`, folder])))
    const copiedIn = (performance.now() - began) / 1000
    const { stdout } = await run('du', ['-sb', folder])
    const data = join(folder, 'data')
    const { username, password, hostname } = new URL(primary.ownerUrl)
    const parts = { host: decodeURIComponent(hostname), user: username, password, application_name: 'replica' }
    const text = Object.entries(parts).map(([name, value]) => `${name}=${value}`)
    await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${text.join(' ')}'\n`)
    await writeFile(join(data, 'standby.signal'), '')
    await start()
    if (!postgres) throw new Error('The replica did not start')
    const { url, ownerUrl } = postgres
    return { url, ownerUrl, copiedIn, bytes: Number.parseInt(stdout, 10), stop, start, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
