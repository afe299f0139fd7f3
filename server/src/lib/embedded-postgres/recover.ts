import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPlace } from './postgres.ts'
import { binaries } from './postgres-binaries.ts'
import {
  type Cluster,
  createSocketFolder,
  launch,
  shutDown,
} from './postgres-process.ts'
import { type Identity, identity } from './postgres-user.ts'

type RecoveryOptions = {
  folder: string
  /**
   * Writes a base backup with recovery.signal, and the WAL after it to pg_wal,
   * into an empty folder.
   */
  fill: (data: string, owner: Identity) => Promise<void>
  /** Replays the WAL up to this time, or to its end. */
  until: Date | undefined
}

/**
 * Creates a folder's embedded database from a backup, and sets the folder's
 * password. The data folder gets its name at the end, so that an interrupted
 * recovery leaves no database. Throws if there already is one.
 */
export async function recoverPostgres({
  folder,
  fill,
  until,
}: RecoveryOptions): Promise<void> {
  await mkdir(folder, { recursive: true })
  const user = await identity()
  const [programs, place] = await Promise.all([
    binaries(user),
    findPlace(folder, user),
  ])
  if (existsSync(place.data))
    throw new Error(
      `There is already a database in ${place.data}. Move it away first.`,
    )

  const data = `${place.data}.restoring`
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { mode: 0o700 })
  await chown(data, user.uid, user.gid)
  await fill(data, user)
  await replay(
    { ...place, data, user, programs, isThrowaway: false, onLog: () => {} },
    until,
  )
  await rename(data, place.data)
}

/**
 * PostgreSQL's settings to replay the WAL in pg_wal up to a time, or to its
 * end, and then to serve.
 */
export const recoverySettings = (
  until: Date | undefined,
): Record<string, string> => ({
  restore_command: 'false',
  // Allows recovery with fewer connections than the lost server had;
  // connections are accepted only after the recovery.
  hot_standby: 'off',
  ...(until && {
    // PostgreSQL can't read time zone abbreviations that early, not even Z.
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  }),
})

/** Recovers up to the time, sets the owner's password and stops the server. */
async function replay(
  cluster: Cluster,
  until: Date | undefined,
): Promise<void> {
  // Only this user can enter the folder of the socket.
  const hba = join(cluster.data, 'recovery_hba.conf')
  await writeFile(hba, 'local all all trust\n')
  await chown(hba, cluster.user.uid, cluster.user.gid)
  await createSocketFolder(cluster)
  const lines: string[] = []
  const server = launch(cluster, lines, {
    hba_file: hba,
    ...recoverySettings(until),
  })
  try {
    const client = await connectWhenRecovered(
      cluster,
      () => server.exitCode === null && server.signalCode === null,
    )
    if (!client)
      throw new Error(
        `The database could not be recovered:\n${lines.slice(-8).join('\n')}`,
      )
    await client
      .query(`alter role portal password ${pg.escapeLiteral(cluster.password)}`)
      .finally(() => client.end())
    const exited = once(server, 'exit')
    await shutDown(cluster)
    await exited
  } finally {
    await shutDown(cluster)
    await rm(hba, { force: true })
    await rm(cluster.socketFolder, { recursive: true, force: true })
  }
}

/** Null if the server stops. */
async function connectWhenRecovered(
  cluster: Cluster,
  isRunning: () => boolean,
): Promise<pg.Client | null> {
  while (isRunning()) {
    const client = new pg.Client({
      host: cluster.socketFolder,
      user: 'portal',
      database: 'postgres',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      // A role or database that doesn't exist won't appear.
      if (error instanceof pg.DatabaseError && error.code !== '57P03')
        throw error
    }
    await pause(50)
  }
  return null
}
