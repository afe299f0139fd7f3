import { randomBytes } from 'node:crypto'
import { chmod, mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { archiveWal } from '../../server/src/backup/archive-wal.ts'
import {
  createSigner,
  type Signer,
} from '../../server/src/backup/check-signature.ts'
import { createBackup } from '../../server/src/backup/create-backup.ts'
import { createKey } from '../../server/src/backup/encrypt.ts'
import {
  openStorage,
  type Storage,
} from '../../server/src/backup/open-storage.ts'
import { planRestore } from '../../server/src/backup/plan-restore.ts'
import { restoreCluster } from '../../server/src/backup/restore-cluster.ts'
import { restoreFiles } from '../../server/src/backup/restore-files.ts'
import { openDb } from '../../server/src/lib/database/db.ts'
import { startPostgres } from '../../server/src/lib/embedded-postgres/postgres.ts'
import { recoverPostgres } from '../../server/src/lib/embedded-postgres/recover.ts'
import type { FileStore } from '../../server/src/lib/files/files.ts'
import { openDiskStore } from '../../server/src/lib/files/files-disk.ts'
import { createKeys } from '../../server/src/lib/integrations/secret-key.ts'
import { createLog } from '../../server/src/lib/log.ts'
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

/** The bytes of all files in a folder. */
const getSize = async (folder: string) => {
  const names = await readdir(folder, { recursive: true })
  const entries = await Promise.all(
    names.map((name) => stat(join(folder, name))),
  )
  const files = entries.filter((entry) => entry.isFile())
  return files.reduce((sum, file) => sum + file.size, 0)
}

/** Stores files of the portal that the backup must contain. */
async function addFiles(lab: Lab, files: FileStore) {
  for (let n = 0; n < fileCount; n++) {
    const received = await files.receive(blockOf(randomBytes(fileSize)))
    const storageKey = await received.keep()
    await lab.sql(
      `
        insert into document (
          slv_id,
          kind,
          resubmit_count,
          name,
          type,
          size,
          sha256,
          storage_key,
          uploaded_by_id,
          uploaded_at
        )
        select id, 'SELLER', 0, 'Bench.pdf', 'PDF', $1, $2, $3, seller_id, now()
        from slv
        order by id
        limit 1`,
      [fileSize, received.sha256, storageKey],
    )
  }
}

/** Writes rows while `work` runs. Returns how many were acknowledged. */
async function writeDuring(
  lab: Lab,
  work: () => Promise<unknown>,
): Promise<number> {
  let acknowledged = 0
  let isWorkDone = false
  const write = async () => {
    const client = await connect(lab.ownerUrl)
    while (!isWorkDone) {
      await client.query(
        `insert into bench_backup (text) values (repeat('text ', 20))`,
      )
      acknowledged++
      await pause(2)
    }
    await client.end()
  }
  const writing = Array.from({ length: writers }, write)
  await work()
  isWorkDone = true
  await Promise.all(writing)
  return acknowledged
}

/** What a restore is compared with, and the time of this state. */
async function describeState(client: pg.Client) {
  const { hashes, at } = await hashTables(client)
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from bench_backup',
  )
  return {
    at,
    hashes,
    // The generated history isn't chained, so the check must read the same
    // lines and report the same one.
    history: await checkChains(client),
    written: rows[0]?.count ?? 0,
  }
}

/**
 * Backs up and encrypts the portal's database and 1,000 files while rows are
 * written; writes more rows; and restores to the second between both. The
 * restore reads only the backup, and writes into an empty folder.
 */
export async function measureBackup(lab: Lab): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const { path: folder } = opened.use(
    await mkdtempDisposable(join(tmpdir(), 'portal-backup-')),
  )
  await chmod(folder, 0o755)
  const storage = await openStorage(join(folder, 'backup'))
  const { identity, recipient } = await createKey()
  const signer = createSigner(createKeys(randomBytes(32)))

  const backup = await measureCreation(lab, {
    folder,
    storage,
    recipient,
    signer,
  })
  const source = { storage, key: identity, signer }
  const restored = await measureRestore(source, folder, backup.state.at)
  const differences = compareStates(backup.state, restored.state)
  const lostWrites = backup.acknowledged - restored.state.written
  const lostItems =
    lostWrites +
    differences.tables +
    differences.histories +
    restored.problems.length
  return [
    {
      goal: 'backup.duration',
      value: backup.backupMs / 1000,
      details: {
        'database, MB': backup.databaseMb,
        'files, MB': (fileCount * fileSize) / 1e6,
        'backup, MB': (await getSize(join(folder, 'backup'))) / 1e6,
        'writes acknowledged meanwhile': backup.acknowledged,
        'archiving WAL, ms': backup.archiveMs,
      },
    },
    {
      goal: 'backup.restore',
      value: (restored.databaseMs + restored.filesMs) / 1000,
      details: {
        'database, s': restored.databaseMs / 1000,
        'files, s': restored.filesMs / 1000,
      },
    },
    {
      goal: 'backup.lost',
      value: lostItems,
      details: {
        'tables compared': Object.keys(backup.state.hashes).length,
        'tables that differ': differences.tables,
        'files that differ': restored.problems.length,
        'histories that differ': differences.histories,
      },
    },
  ]
}

type State = Awaited<ReturnType<typeof describeState>>

/** How many tables and histories of a restore differ. */
function compareStates(original: State, restored: State) {
  const tables = Object.keys(original.hashes).filter(
    (name) => original.hashes[name] !== restored.hashes[name],
  )
  const isSameHistory = isDeepStrictEqual(original.history, restored.history)
  return { tables: tables.length, histories: isSameHistory ? 0 : 1 }
}

/** Backs up under load, then writes rows that a restore must not contain. */
async function measureCreation(
  lab: Lab,
  {
    folder,
    storage,
    recipient,
    signer,
  }: {
    folder: string
    storage: Storage
    recipient: string
    signer: Signer
  },
) {
  await using opened = new AsyncDisposableStack()
  const db = opened.adopt(openDb({ url: lab.appUrl, size: 8 }), (db) =>
    db.destroy(),
  )
  const files = await openDiskStore(join(folder, 'files'))
  const deps = {
    db,
    url: lab.ownerUrl,
    files,
    storage,
    key: recipient,
    keepDays: 30,
    isEmbedded: true,
    signer,
    log: createLog('warn'),
  }
  await lab.sql(
    'create table bench_backup (n bigint generated always as identity, text text)',
  )
  opened.defer(async () => {
    await lab.sql(`delete from document where name = 'Bench.pdf'`)
    await lab.sql('drop table bench_backup')
  })
  await addFiles(lab, files)

  let backupMs = 0
  const acknowledged = await writeDuring(lab, async () => {
    backupMs = await timed(() => createBackup(deps))
  })
  const owner = await connect(lab.ownerUrl)
  const state = await describeState(owner)
  await owner.query(
    `insert into bench_backup (text) select 'later' from generate_series(1, 1000)`,
  )
  await owner.end()
  const archiveMs = await timed(() => archiveWal(deps))
  const [{ size = 0 } = {}] = await lab.sql<{ size: number }>(
    'select pg_database_size(current_database()) / 1e6::float8 as size',
  )
  return { acknowledged, backupMs, archiveMs, state, databaseMb: size }
}

/** Restores the database and the files as they were at `chosen`. */
async function measureRestore(
  source: { storage: Storage; key: string; signer: Signer },
  folder: string,
  chosen: Date,
) {
  await using opened = new AsyncDisposableStack()
  const database = join(folder, 'restored')
  const databaseMs = await timed(async () => {
    const plan = await planRestore(source.storage, chosen)
    await recoverPostgres({
      folder: database,
      until: chosen,
      fill: (to, user) => restoreCluster(source, plan, to, user),
    })
  })
  const postgres = opened.adopt(
    await startPostgres({ folder: database }),
    ({ stop }) => stop(),
  )
  const db = opened.adopt(openDb({ url: postgres.url, size: 2 }), (db) =>
    db.destroy(),
  )
  const files = await openDiskStore(join(folder, 'restored-files'))
  let problems: string[] = []
  const filesMs = await timed(async () => {
    const restored = await restoreFiles({ db, files, ...source })
    problems = restored.problems
  })
  const client = opened.adopt(await connect(postgres.ownerUrl), (client) =>
    client.end(),
  )
  return { databaseMs, filesMs, problems, state: await describeState(client) }
}

async function* blockOf(content: Buffer) {
  yield content
}
