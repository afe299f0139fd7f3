import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { documentMaker, hashTables, openBackupLab } from '../../test/backup-lab.ts'
import { now } from '../../test/fixture.ts'
import { checkChains } from '../../tools/check-chains.ts'
import { type Db, openDb } from '../lib/database/db.ts'
import { startPostgres } from '../lib/embedded-postgres/postgres.ts'
import { recoverPostgres } from '../lib/embedded-postgres/recover.ts'
import { openDiskStore } from '../lib/files/files-disk.ts'
import { archiveWal } from './archive-wal.ts'
import { createBackup } from './create-backup.ts'
import { findLastBackup } from './find-last-backup.ts'
import { planRestore } from './plan-restore.ts'
import { restoreCluster } from './restore-cluster.ts'
import { restoreFiles } from './restore-files.ts'

let lab: Awaited<ReturnType<typeof openBackupLab>>
beforeAll(async () => {
  lab = await openBackupLab()
})
afterAll(() => lab[Symbol.asyncDispose]())

/** Restores the database to a time and starts it. */
async function restored(until: Date | undefined, name: string) {
  const source = { storage: lab.deps.storage, key: lab.identity }
  const plan = await planRestore(source.storage, until)
  const folder = join(lab.folder, name)
  await recoverPostgres({ folder, until, fill: (data, owner) => restoreCluster(source, plan, data, owner) })
  const postgres = await startPostgres({ folder, isThrowaway: true })
  onTestFinished(postgres.stop)
  const db = openDb({ url: postgres.url, size: 1 })
  onTestFinished(() => db.destroy())
  return { db, ownerUrl: postgres.ownerUrl, source }
}

const namesOf = async (db: Db) => (await db.selectFrom('document').select('name').execute()).map(({ name }) => name)

test('a busy portal that lost its data is restored to a second and to its end', async () => {
  const { deps } = lab
  const addDocument = await documentMaker(deps, now)
  const acknowledged: string[] = []
  const add = async () => {
    const name = `document ${acknowledged.length}`
    await addDocument(name)
    acknowledged.push(name)
  }

  let isBackedUp = false
  const load = (async () => {
    while (!isBackedUp) await add()
  })()
  const created = await createBackup(deps).finally(() => {
    isBackedUp = true
  })
  await load
  await add()
  expect(await archiveWal(deps)).toBe('ARCHIVED')
  await add()
  const chosen = await hashTables(deps.db)
  const before = [...acknowledged]
  for (let n = 0; n < 5; n++) await add()
  expect(await archiveWal(deps)).toBe('ARCHIVED')
  const { done } = await findLastBackup(deps.db)
  expect(done?.coveredTo.getTime()).toBeGreaterThan(chosen.at.getTime())
  await lab.destroy()

  const then = await restored(chosen.at, 'then')
  expect((await hashTables(then.db)).hashes).toEqual(chosen.hashes)
  const files = await openDiskStore(join(lab.folder, 'files'))
  expect(await restoreFiles({ db: then.db, files, ...then.source })).toEqual({
    ...{ total: before.length, restored: before.length, problems: [] },
  })
  const client = new pg.Client({ connectionString: then.ownerUrl })
  await client.connect()
  const { counts, finding } = await checkChains(client).finally(() => client.end())
  expect({ finding, lines: counts.slv_history?.lines }).toEqual({ finding: null, lines: before.length })

  const end = await restored(undefined, 'end')
  expect((await namesOf(end.db)).sort()).toEqual([...acknowledged].sort())
  expect(created?.files).toBeGreaterThan(1)
})
