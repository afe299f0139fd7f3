import { randomBytes } from 'node:crypto'
import { chmod, mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { archiveWal } from '../../server/src/backup/archive-wal.ts'
import { makeSigner } from '../../server/src/backup/check-signature.ts'
import { createBackup } from '../../server/src/backup/create-backup.ts'
import { createKey } from '../../server/src/backup/encrypt.ts'
import { openStorage } from '../../server/src/backup/open-storage.ts'
import { planRestore } from '../../server/src/backup/plan-restore.ts'
import { restoreCluster } from '../../server/src/backup/restore-cluster.ts'
import { restoreFiles } from '../../server/src/backup/restore-files.ts'
import { openDb } from '../../server/src/lib/database/db.ts'
import { startPostgres } from '../../server/src/lib/embedded-postgres/postgres.ts'
import { recoverPostgres } from '../../server/src/lib/embedded-postgres/recover.ts'
import { openDiskStore } from '../../server/src/lib/files/files-disk.ts'
import { makeKeys } from '../../server/src/lib/integrations/secret-key.ts'
import { makeLog } from '../../server/src/lib/log.ts'
import { hashTables } from '../../server/test/hash-tables.ts'
import { checkChains } from '../../server/tools/check-chains.ts'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { timed } from './load.ts'

const fileCount = 1000
const fileSize = 200_000
const writers = 4

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

const sizeOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name))))
  return sizes.reduce(
    (sum, found) => sum + (found.isFile() ? found.size : 0),
    0,
  )
}

/**
 * The drill: writes while the portal's database and 1,000 files are backed up
 * and encrypted, then more writes, then restores to a second in between. The
 * restore reads only the backup, and goes into an empty folder.
 */
export async function measureBackup(lab: Lab): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const { path: folder } = opened.use(
    await mkdtempDisposable(join(tmpdir(), 'portal-backup-')),
  )
  await chmod(folder, 0o755)
  const db = opened.adopt(openDb({ url: lab.appUrl, size: 8 }), (one) =>
    one.destroy(),
  )
  const files = await openDiskStore(join(folder, 'files'))
  const storage = await openStorage(join(folder, 'backup'))
  const { identity, recipient: key } = await createKey()
  const signer = makeSigner(makeKeys(randomBytes(32)))
  const deps = {
    db,
    url: lab.ownerUrl,
    files,
    storage,
    key,
    keepDays: 30,
    isEmbedded: true,
    signer,
    log: makeLog('warn'),
  }

  await lab.sql(
    'create table bench_backup (n bigint generated always as identity, text text)',
  )
  opened.defer(() => lab.sql('drop table bench_backup').then(() => undefined))
  for (let n = 0; n < fileCount; n++) {
    const received = await files.receive(blockOf(randomBytes(fileSize)))
    const storageKey = await received.keep()
    await lab.sql(
      `insert into document (slv_id, kind, resubmit_count, name, type, size, sha256, storage_key, uploaded_by_id, uploaded_at)
        select id, 'SELLER', 0, 'Bench.pdf', 'PDF', $1, $2, $3, seller_id, now() from slv order by id limit 1`,
      [fileSize, received.sha256, storageKey],
    )
  }
  opened.defer(() =>
    lab
      .sql(`delete from document where name = 'Bench.pdf'`)
      .then(() => undefined),
  )

  let acknowledged = 0
  const during = new AbortController()
  const load = Array.from({ length: writers }, async () => {
    const client = await connect(lab.ownerUrl)
    while (!during.signal.aborted) {
      await client.query(
        `insert into bench_backup (text) values (repeat('text ', 20))`,
      )
      acknowledged++
      await pause(2)
    }
    await client.end()
  })
  const backupMs = await timed(() => createBackup(deps))
  during.abort()
  await Promise.all(load)

  const owner = await connect(lab.ownerUrl)
  const history = await checkChains(owner)
  const { hashes, at: chosen } = await hashTables(owner)
  await owner.query(
    `insert into bench_backup (text) select 'later' from generate_series(1, 1000)`,
  )
  await owner.end()
  const archiveMs = await timed(() => archiveWal(deps))

  const restored = join(folder, 'restored')
  const source = { storage, key: identity, signer }
  const restoreMs = await timed(async () => {
    const plan = await planRestore(storage, chosen)
    await recoverPostgres({
      folder: restored,
      until: chosen,
      fill: (to, user) => restoreCluster(source, plan, to, user),
    })
  })
  const postgres = opened.adopt(
    await startPostgres({ folder: restored }),
    ({ stop }) => stop(),
  )
  const restoredDb = opened.adopt(
    openDb({ url: postgres.url, size: 2 }),
    (one) => one.destroy(),
  )
  const store = await openDiskStore(join(folder, 'restored-files'))
  let problems: string[] = []
  const filesMs = await timed(async () => {
    problems = (await restoreFiles({ db: restoredDb, files: store, ...source }))
      .problems
  })
  const client = opened.adopt(await connect(postgres.ownerUrl), (one) =>
    one.end(),
  )
  const { hashes: found } = await hashTables(client)
  const different = Object.keys(hashes).filter(
    (name) => hashes[name] !== found[name],
  )
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from bench_backup',
  )
  // The generated history isn't chained, so the check must read the same lines
  // and report the same one.
  const isSameHistory = isDeepStrictEqual(await checkChains(client), history)
  const [{ size = 0 } = {}] = await lab.sql<{ size: number }>(
    'select pg_database_size(current_database()) / 1e6::float8 as size',
  )

  return [
    {
      goal: 'backup.duration',
      value: backupMs / 1000,
      details: {
        'database, MB': size,
        'files, MB': (fileCount * fileSize) / 1e6,
        'backup, MB': (await sizeOf(join(folder, 'backup'))) / 1e6,
        'writes acknowledged meanwhile': acknowledged,
        'archiving WAL, ms': archiveMs,
      },
    },
    {
      goal: 'backup.restore',
      value: (restoreMs + filesMs) / 1000,
      details: { 'database, s': restoreMs / 1000, 'files, s': filesMs / 1000 },
    },
    {
      goal: 'backup.lost',
      value:
        acknowledged -
        (rows[0]?.count ?? 0) +
        different.length +
        problems.length +
        (isSameHistory ? 0 : 1),
      details: {
        'tables compared': Object.keys(hashes).length,
        'tables that differ': different.length,
        'files that differ': problems.length,
        'histories that differ': isSameHistory ? 0 : 1,
      },
    },
  ]
}

async function* blockOf(content: Buffer) {
  yield content
}
