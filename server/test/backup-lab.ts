import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createSigner } from '../src/backup/check-signature.ts'
import { createKey } from '../src/backup/encrypt.ts'
import type { BackupDeps } from '../src/backup/open-session.ts'
import { openStorage } from '../src/backup/open-storage.ts'
import { openDb } from '../src/lib/database/db.ts'
import { migrate } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import { openDiskStore } from '../src/lib/files/files-disk.ts'
import { createKeys } from '../src/lib/integrations/secret-key.ts'
import { createLog } from '../src/lib/log.ts'
import { eraseLoan } from '../src/retention/erase-loan.ts'
import { writeHistory } from '../src/slv/write-history.ts'
import { memoryFolder, temporaryFolder } from './files.ts'
import { asOwner } from './fixture.ts'
import { ctxFor, makers } from './makers.ts'

/**
 * A portal's data: an embedded database, stored files, and the backup target.
 */
export async function openBackupLab() {
  await using opened = new AsyncDisposableStack()
  const { folder } = opened.adopt(
    await temporaryFolder(await memoryFolder()),
    ({ remove }) => remove(),
  )
  await chmod(folder, 0o755)
  const postgres = opened.adopt(
    await startPostgres({
      folder: join(folder, 'postgres'),
      isThrowaway: true,
    }),
    ({ stop }) => stop(),
  )
  await migrate(postgres.ownerUrl)
  const db = opened.adopt(openDb({ url: postgres.url, size: 4 }), (one) =>
    one.destroy(),
  )
  const { identity, recipient } = await createKey()
  const storage = await openStorage(join(folder, 'backup'))
  const files = await openDiskStore(join(folder, 'files'))
  const deps: BackupDeps = {
    db,
    url: postgres.ownerUrl,
    files,
    storage,
    key: recipient,
    keepDays: 30,
    isEmbedded: true,
    signer: createSigner(createKeys(randomBytes(32))),
    log: createLog('silent'),
  }
  const resources = opened.move()
  const destroy = async () => {
    await db.destroy()
    await postgres.stop()
    for (const name of ['postgres', 'files'])
      await rm(join(folder, name), { recursive: true })
  }
  const cutReplication = () =>
    asOwner(
      postgres.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`,
    )
  return {
    folder,
    db,
    deps,
    identity,
    destroy,
    cutReplication,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/**
 * Adds a history entry and a document with its file. Returns once both are
 * acknowledged.
 */
export async function documentMaker(
  { db, files }: Pick<BackupDeps, 'db' | 'files'>,
  now: Date,
) {
  const a = makers(db, now)
  const underwriter = await a.underwriter()
  const slv = await a.slv({ status: 'REVIEW' })
  const ctx = await ctxFor(db, underwriter, now)
  const edit = {
    action: 'save',
    fromStatus: 'REVIEW',
    toStatus: 'REVIEW',
    resubmitCount: 0,
  } as const
  return async (name: string) => {
    const content = Buffer.concat([Buffer.from(name), randomBytes(1000)])
    const received = await files.receive(Readable.from([content]))
    const key = await received.keep()
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('document')
        .values({
          slvId: slv.id,
          kind: 'SELLER',
          resubmitCount: 0,
          name,
          type: 'PDF',
          size: content.length,
          sha256: received.sha256,
          storageKey: key,
          uploadedById: underwriter.id,
          uploadedAt: now,
        })
        .execute()
      await writeHistory(
        { ...ctx, db: tx },
        { slvId: slv.id, ...edit, comment: name, changes: [] },
      )
    })
    return { key, sha256: received.sha256 }
  }
}

/** Adds a decided SLV with a document, and erases its loan. */
export async function eraseDecidedLoan(
  { db, files, log }: BackupDeps,
  now: Date,
) {
  const a = makers(db, now)
  const administrator = await a.underwriter('managePermissions')
  const slv = await a.slv({ status: 'APPROVED', buyerLoan: '7654321' })
  const content = Buffer.from('Bank statement')
  const received = await files.receive(Readable.from([content]))
  const storageKey = await received.keep()
  await db
    .insertInto('document')
    .values({
      slvId: slv.id,
      kind: 'SELLER',
      resubmitCount: 0,
      name: 'statement.pdf',
      type: 'PDF',
      size: content.length,
      sha256: received.sha256,
      storageKey,
      uploadedById: administrator.id,
      uploadedAt: now,
    })
    .execute()
  const request = { loanNumber: '7654321', reason: 'Request of the borrower' }
  await eraseLoan(await ctxFor(db, administrator, now), { files, log }, request)
}
