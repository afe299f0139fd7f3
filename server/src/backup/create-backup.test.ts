import { randomBytes } from 'node:crypto'
import {
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  documentMaker,
  eraseDecidedLoan,
  openBackupLab,
} from '../../test/backup-lab.ts'
import { now } from '../../test/fixture.ts'
import { hashTables } from '../../test/hash-tables.ts'
import { findRows } from '../../test/rows.ts'
import { checkChains } from '../../tools/check-chains.ts'
import { openDb } from '../lib/database/db.ts'
import { withOwnerClient } from '../lib/database/migrate.ts'
import { startPostgres } from '../lib/embedded-postgres/postgres.ts'
import { recoverPostgres } from '../lib/embedded-postgres/recover.ts'
import { openDiskStore } from '../lib/files/files-disk.ts'
import { createKeys } from '../lib/integrations/secret-key.ts'
import { archiveWal } from './archive-wal.ts'
import { createSigner } from './check-signature.ts'
import { createBackup } from './create-backup.ts'
import { createKey, encrypt, openObject } from './encrypt.ts'
import {
  backupFolder,
  backupId,
  clusterName,
  fileListName,
  manifestName,
  signatureName,
} from './find-backups.ts'
import { findLastBackup } from './find-last-backup.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { planRestore } from './plan-restore.ts'
import { restoreCluster } from './restore-cluster.ts'
import { restoreFiles } from './restore-files.ts'
import { sweepBackups } from './sweep-backups.ts'

let lab: Awaited<ReturnType<typeof openBackupLab>>
beforeAll(async () => {
  lab = await openBackupLab()
})
afterAll(() => lab[Symbol.asyncDispose]())

/** Restores the database to a time and starts it. */
async function restored(until: Date | undefined, name: string) {
  const { storage, signer } = lab.deps
  const source = { storage, key: lab.identity, signer }
  const plan = await planRestore(source.storage, until)
  const folder = join(lab.folder, name)
  await recoverPostgres({
    folder,
    until,
    fill: (data, owner) => restoreCluster(source, plan, data, owner),
  })
  const postgres = await startPostgres({ folder, isThrowaway: true })
  onTestFinished(postgres.stop)
  const db = openDb({ url: postgres.url, size: 1 })
  onTestFinished(() => db.destroy())
  return { db, ownerUrl: postgres.ownerUrl, source }
}

test('an interrupted backup fails with the reason and is never used for a restore', async () => {
  const { deps, db } = lab
  // The server ends the connection as soon as the copy of the database begins.
  const cut = {
    ...deps.storage,
    put: async (name: string, content: AsyncIterable<Uint8Array>) => {
      if (name.includes('cluster')) await lab.cutReplication()
      return deps.storage.put(name, content)
    },
  }
  await expect(createBackup({ ...deps, storage: cut })).rejects.toThrow(
    /terminat/i,
  )
  expect(await findLastBackup(db, undefined)).toMatchObject({
    done: null,
    failed: { error: expect.stringMatching(/terminat/i) },
  })
  await expect(planRestore(deps.storage, undefined)).rejects.toThrow(
    'There is no complete backup in',
  )
  expect(await archiveWal(deps)).toBe('NEEDS_BACKUP')
})

test('a busy portal that erased a document and lost its data is restored to a chosen second and to the latest time', async () => {
  const { deps } = lab
  const addDocument = await documentMaker(deps, now)
  // Its document has a row, but no longer a file.
  await eraseDecidedLoan(deps, now)
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
  await createBackup(deps).finally(() => {
    isBackedUp = true
  })
  await load
  await add()
  expect(await archiveWal(deps)).toBe('ARCHIVED')
  await add()
  const chosen = await withOwnerClient(deps.url, hashTables)
  const before = [...acknowledged]
  for (let n = 0; n < 5; n++) await add()
  expect(await archiveWal(deps)).toBe('ARCHIVED')
  const last = await findLastBackup(deps.db, deps.storage.target)
  expect(last.failed).toBeNull()
  expect(last.done?.coveredTo.getTime()).toBeGreaterThan(chosen.at.getTime())
  await lab.destroy()

  const then = await restored(chosen.at, 'then')
  expect((await withOwnerClient(then.ownerUrl, hashTables)).hashes).toEqual(
    chosen.hashes,
  )
  const files = await openDiskStore(join(lab.folder, 'files'))
  const total = before.length
  expect(await restoreFiles({ db: then.db, files, ...then.source })).toEqual({
    total,
    restored: total,
    problems: [],
  })
  expect(await restoreFiles({ db: then.db, files, ...then.source })).toEqual({
    total,
    restored: 0,
    problems: [],
  })
  const { counts, finding } = await withOwnerClient(then.ownerUrl, checkChains)
  expect({ finding, lines: counts.slv_history?.lines }).toEqual({
    finding: null,
    lines: total,
  })

  // Nothing was committed after it, except by the archiving itself.
  const end = await restored(last.done?.coveredTo, 'end')
  const documents = await findRows(end.db, 'document')
  expect(documents.map(({ name }) => name).sort()).toEqual(
    ['Erased', ...acknowledged].sort(),
  )

  // Missing and damaged files are listed; the others are restored.
  const keys = documents
    .map(({ storageKey }) => storageKey)
    .filter((key) => key !== null)
  const [lost = '', damaged = ''] = keys
  const copies = join(lab.folder, 'backup', 'files')
  await rm(join(copies, `${lost}.zst.age`))
  await writeFile(join(copies, `${damaged}.zst.age`), randomBytes(500))
  const { problems } = await restoreFiles({
    db: end.db,
    files: await openDiskStore(join(lab.folder, 'other')),
    ...end.source,
  })
  expect(problems.sort()).toEqual(
    [
      `files/${damaged}.zst.age in the backup is damaged`,
      `files/${lost} is missing from the backup`,
    ].sort(),
  )
})

/** A copy of the backup, to be damaged. */
async function copyOfBackup(name: string) {
  const folder = join(lab.folder, name)
  await cp(join(lab.folder, 'backup', 'backups'), join(folder, 'backups'), {
    recursive: true,
  })
  const storage = await openStorage(folder)
  const { backup, wal } = await planRestore(storage, undefined)
  return {
    storage,
    backup,
    wal,
    pathOf: (object: string) => join(folder, object),
  }
}

/** The message of a restore of the database from a storage. */
const refusalOf = async (
  storage: Storage,
  key: string | undefined,
  until?: Date,
  signer = lab.deps.signer,
) => {
  const folder = join(lab.folder, `restored-${randomBytes(4).toString('hex')}`)
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const restore = async () => {
    await mkdir(folder)
    await restoreCluster(
      { storage, key, signer },
      await planRestore(storage, until),
      folder,
      owner,
    )
  }
  return restore().then(
    () => null,
    (error: Error) => error.message,
  )
}

test('a restore says in one sentence what is missing', async () => {
  const { storage, backup, wal, pathOf } = await copyOfBackup('gap')
  const [first, second, third] = wal
  if (!first || !second || !third) throw new Error('The drill archived no WAL')
  const { identity } = lab
  expect(await refusalOf(storage, undefined)).toBe(
    'The backup is encrypted: set BACKUP_KEY',
  )
  expect(await refusalOf(storage, (await createKey()).identity)).toBe(
    'BACKUP_KEY is not the key of this backup',
  )
  expect(await refusalOf(storage, identity, new Date(0))).toBe(
    `The earliest time that can be restored is ${backup.consistentAt.toISOString()}`,
  )
  expect(await refusalOf(storage, identity, new Date('2100-01-01'))).toBe(
    `The latest time that can be restored is ${third.coveredTo.toISOString()}`,
  )

  await truncate(pathOf(third.name), 300)
  expect(await refusalOf(storage, identity)).toBe(
    `${third.name} in the backup is damaged`,
  )
  await rm(pathOf(second.name))
  expect(await refusalOf(storage, identity)).toMatch(
    new RegExp(
      `^WAL from \\S+ to \\S+ is missing: restore with --at ${first.coveredTo.toISOString()} or earlier$`,
    ),
  )
  expect((await planRestore(storage, first.coveredTo)).wal).toEqual([first])
  const [path, moved] = [pathOf(first.name), pathOf('moved')]
  await rename(path, moved)
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    `The first WAL of backup ${backup.id} is missing, so it can’t be restored. Restore an earlier backup`,
  )
  await rename(moved, path)
  await truncate(pathOf(`backups/${backup.id}/cluster.tar.zst.age`), 100_000)
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    `backups/${backup.id}/cluster.tar.zst.age in the backup is damaged`,
  )
})

test('a backup that the portal didn’t sign is not restored, even if it is encrypted for its key', async () => {
  const { identity, deps } = lab
  const { storage, backup, wal, pathOf } = await copyOfBackup('forged')
  const [first] = wal
  if (!first) throw new Error('The drill archived no WAL')
  const advice =
    'Set the SECRET_KEY of the portal that made the backup. If you trust the target, add --accept-unsigned'
  const manifest = manifestName(backup.id)
  const altered = (object: string) =>
    `${object} in the backup was altered, or signed with another key. ${advice}`
  const other = createSigner(createKeys(randomBytes(32)))
  expect(await refusalOf(storage, identity, first.coveredTo, other)).toBe(
    altered(manifest),
  )
  expect(await refusalOf(storage, identity, first.coveredTo)).toBeNull()

  // The recipient only encrypts, and isn't a secret of the portal.
  const put = async (name: string, content: AsyncIterable<Uint8Array>) =>
    storage.put(name, await encrypt(content, deps.key))
  const read = (name: string) => openObject({ storage, key: identity }, name)
  const original = await readFile(pathOf(first.name))
  await put(
    first.name,
    Readable.from([await buffer(Readable.from(await read(first.name)))]),
  )
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    altered(first.name),
  )
  await writeFile(pathOf(first.name), original)
  await rm(pathOf(signatureName(first.name)))
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    `${first.name} in the backup is not signed. ${advice}`,
  )

  const cluster = `${clusterName(backup.id)}.zst.age`
  await put(
    cluster,
    Readable.from([await buffer(Readable.from(await read(cluster)))]),
  )
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    `${clusterName(backup.id)} in the backup was altered`,
  )
  const stored = JSON.parse(await readFile(pathOf(manifest), 'utf8'))
  await writeFile(
    pathOf(manifest),
    JSON.stringify({ ...stored, clusterSha256: undefined }),
  )
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    altered(manifest),
  )
  await writeFile(
    pathOf(manifest),
    JSON.stringify({ ...stored, signature: undefined }),
  )
  expect(await refusalOf(storage, identity, first.coveredTo)).toBe(
    `${manifest} in the backup is not signed. ${advice}`,
  )
})

test('a database is never overwritten', async () => {
  await expect(restored(undefined, 'then')).rejects.toThrow(
    /There is already a database in .*Move it away first/,
  )
})

test('old backups are deleted with their WAL and files, but never the newest one', async () => {
  const { storage, backup, pathOf } = await copyOfBackup('old')
  await cp(join(lab.folder, 'backup', 'files'), pathOf('files'), {
    recursive: true,
  })
  const day = 86_400_000
  const at = (days: number) => new Date(backup.startedAt.getTime() + days * day)
  const later = {
    ...backup,
    id: backupId(at(10)),
    startedAt: at(10),
    consistentAt: at(10),
  }
  // The second backup lists one file; another was stored after it began.
  const [kept = '', gone = '', added = ''] = await filesIn(pathOf('files'))
  await cp(pathOf(backupFolder(backup.id)), pathOf(backupFolder(later.id)), {
    recursive: true,
  })
  await writeFile(pathOf(manifestName(later.id)), JSON.stringify(later))
  await writeFile(
    pathOf(fileListName(later.id)),
    zstdCompressSync(`${kept.replace('.zst.age', '')}\n`),
  )
  for (const file of [kept, gone])
    await utimes(pathOf(`files/${file}`), at(0), at(0))
  await utimes(pathOf(`files/${added}`), at(11), at(11))

  await sweepBackups(storage, 30, at(39))
  expect(await storage.list('backups')).toEqual([backup.id, later.id].sort())
  await sweepBackups(storage, 30, at(41))
  expect(await storage.list('backups')).toEqual([later.id])
  const left = await filesIn(pathOf('files'))
  expect({
    kept: left.includes(kept),
    gone: left.includes(gone),
    added: left.includes(added),
  }).toEqual({
    kept: true,
    gone: false,
    added: true,
  })
  await sweepBackups(storage, 30, at(400))
  expect(await storage.list('backups')).toEqual([later.id])
})

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.age'))
    .sort()
