import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { keptFile } from '../../test/files.ts'
import { ctxFor } from '../../test/makers.ts'
import { addRow, setRows } from '../../test/rows.ts'
import { pdf } from '../../test/sample-files.ts'
import {
  test as base,
  findDocument,
  inTheStore,
  newest,
} from '../../test/upload.ts'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import { createLoanDock } from '../lib/integrations/loan-dock.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { createLog } from '../lib/log.ts'
import { sendRequest } from '../slv/rounds/send-request.ts'
import { deliverDocument, requeueLostDocuments } from './send-document.ts'
import { clearIncoming, sweepFiles } from './sweep-files.ts'
import type { DocumentFile } from './upload-document.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [],
  })
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.faults.set({ mode: 'none' }))

const Shelf = z.object({
  items: z.array(
    z.object({ name: z.string(), size: z.number(), sha256: z.string() }),
  ),
})
const shelf = async (loan: string) => {
  const answer = await fetch(`${sandbox.loanDockUrl}/loans/${loan}/documents`)
  return Shelf.parse(await answer.json()).items
}
const again = { isLast: false }

const keptIn = async (files: FileStore): Promise<DocumentFile> => {
  const received = await files.receive(Readable.from([pdf]))
  return { ...keptFile(), key: await received.keep() }
}

const insertFor = (
  db: Db,
  slvId: string,
  uploadedById: string,
  uploadedAt: Date,
  { key, ...file }: DocumentFile,
) =>
  addRow(db, 'document', {
    ...file,
    storageKey: key,
    slvId,
    kind: 'SELLER',
    resubmitCount: 0,
    uploadedById,
    uploadedAt,
  })

/**
 * What sends files to LoanDock, and a seller with requests to which they
 * upload.
 */
const test = base
  .extend('deps', ({ committed, now, store }) => {
    const loanDock = createLoanDock({ url: sandbox.loanDockUrl })
    return {
      db: committed,
      clock: () => now,
      files: store.files,
      loanDock,
      log: createLog('silent'),
    }
  })
  .extend('seller', ({ made }) => made.seller())
  .extend('upload', async ({ portal, seller }) => {
    const asks = await portal.as(seller)
    return async ({ id }: { id: string }, name = 'a.pdf') => {
      const { status, body } = await asks.upload(
        `/v1/proxy-loan/${id}/documents`,
        name,
        Buffer.from(pdf),
      )
      expect(status).toBe(200)
      return newest(body.documents)
    }
  })

describe('a file', () => {
  test('waits while LoanDock is down, then is delivered once', async ({
    made,
    seller,
    upload,
    deps,
    now,
  }) => {
    const slv = await made.slv({
      status: 'REVIEW',
      sellerId: seller.id,
      buyerLoan: '7002001',
    })
    const { id, name } = await upload(slv, 'Größe "値".pdf')
    expect(await made.jobsOf('send-document')).toEqual([{ documentId: id }])

    for (const mode of ['down', 'error', 'garbage'] as const) {
      sandbox.faults.set({ mode })
      await expect(deliverDocument(deps, id, again)).rejects.toMatchObject({
        code: 'loan_dock_failed',
      })
    }
    const waiting = { ldpState: 'QUEUED', ldpAttempts: 3, ldpSentAt: null }
    expect(await findDocument(deps.db, id)).toMatchObject(waiting)
    sandbox.faults.set({ mode: 'none' })
    // An attempt whose response was lost has delivered the document already.
    const { storageKey, sha256 } = await findDocument(deps.db, id)
    const content = await deps.files.read(storageKey)
    const file = {
      loanNumber: '7002001',
      key: id,
      name,
      contentType: 'application/pdf',
      content,
    }
    await deps.loanDock.sendDocument(file)
    await deliverDocument(deps, id, again)
    await deliverDocument(deps, id, again)
    const sent = {
      ldpState: 'SENT',
      ldpAttempts: 4,
      ldpSentAt: now,
      ldpError: null,
    }
    expect(await findDocument(deps.db, id)).toMatchObject(sent)
    expect(await shelf('7002001')).toMatchObject([
      {
        name: name.replaceAll('"', '%22'),
        size: pdf.length,
        sha256: sha256.toString('hex'),
      },
    ])
  })

  test('fails when refused or at last, and is sent again', async ({
    made,
    portal,
    seller,
    upload,
    deps,
  }) => {
    const underwriter = await made.underwriter('myOwn')
    const people = { sellerId: seller.id, underwriterId: underwriter.id }
    const slv = await made.slv({
      status: 'REVIEW',
      ...people,
      buyerLoan: '7002002',
    })
    const unknown = await made.slv({
      status: 'REVIEW',
      ...people,
      buyerLoan: 'none-such',
    })
    const [bySeller, byUnderwriter] = [
      await portal.as(seller),
      await portal.as(underwriter),
    ]

    const { id: refused } = await upload(unknown)
    await deliverDocument(deps, refused, again)
    const why = {
      ldpState: 'FAILED',
      ldpError: 'LoanDock does not have this loan',
    }
    expect(await findDocument(deps.db, refused)).toMatchObject(why)

    const { id } = await upload(slv)
    sandbox.faults.set({ mode: 'error' })
    await expect(deliverDocument(deps, id, { isLast: true })).rejects.toThrow()
    const path = `/v1/proxy-loan/${slv.id}/document/${id}`
    const failed = {
      ldpState: 'FAILED',
      ldpError: 'LoanDock cannot be reached',
      availableActions: ['send-to-ldp', 'set-factors', 'verify-factor'],
    }
    expect((await byUnderwriter.get(path)).body).toMatchObject(failed)
    expect((await bySeller.get(path)).body).not.toHaveProperty('ldpError')
    expect((await bySeller.send('POST', `${path}/send-to-ldp`)).status).toBe(
      403,
    )
    const other = await portal.as(await made.underwriter('viewSlvDepartment'))
    expect((await other.send('POST', `${path}/send-to-ldp`)).status).toBe(409)

    sandbox.faults.set({ mode: 'none' })
    const queued = await byUnderwriter.send('POST', `${path}/send-to-ldp`)
    expect(queued.body).toMatchObject({ ldpState: 'QUEUED', ldpError: null })
    await deliverDocument(deps, id, again)
    expect((await byUnderwriter.get(path)).body).toMatchObject({
      ldpState: 'SENT',
    })
    expect((await made.historyOf(slv)).map(({ action }) => action)).toEqual([
      'add-document',
      'send-document',
    ])
  })

  test('of a draft is queued with its request', async ({
    made,
    seller,
    upload,
    deps,
    now,
  }) => {
    const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const { id } = await upload(slv)
    expect(await made.jobsOf('send-document')).toEqual([])
    await sendRequest(await ctxFor(deps.db, seller, now), slv.id, 'manual')
    expect(await made.jobsOf('send-document')).toEqual([{ documentId: id }])
    await setRows(
      deps.db,
      'document',
      { id },
      { deletedAt: now, deletedById: seller.id },
    )
    const sendDocument = () => Promise.reject(new Error('nothing may be sent'))
    await deliverDocument(
      { ...deps, loanDock: { ...deps.loanDock, sendDocument } },
      id,
      again,
    )
  })

  test('is closed after each attempt, however that ends', async ({
    made,
    seller,
    store,
    deps,
    committed,
    now,
  }) => {
    const slv = await made.slv({
      status: 'REVIEW',
      sellerId: seller.id,
      buyerLoan: '7002004',
    })
    const { id } = await insertFor(
      committed,
      slv.id,
      seller.id,
      now,
      await keptIn(store.files),
    )
    const opened: Readable[] = []
    const read: FileStore['read'] = async (key) => {
      const content = await store.files.read(key)
      opened.push(content)
      return content
    }
    const away = {
      ...deps,
      files: { ...store.files, read },
      loanDock: createLoanDock({ url: 'http://127.0.0.1:9' }),
    }
    for (let attempt = 0; attempt < 8; attempt++)
      await expect(deliverDocument(away, id, again)).rejects.toMatchObject({
        code: 'loan_dock_failed',
      })
    expect(opened.map(({ destroyed }) => destroyed)).toEqual(
      Array(8).fill(true),
    )
  })

  test('is queued again after an hour without a job', async ({
    made,
    seller,
    deps,
    committed,
    now,
  }) => {
    const sent = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const draft = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const longAgo = new Date(now.getTime() - 2 * 3_600_000)
    const insert = async (slvId = sent.id, at = longAgo) =>
      (await insertFor(committed, slvId, seller.id, at, keptFile())).id
    const [lost, tried, deleted, failed] = [
      await insert(),
      await insert(),
      await insert(),
      await insert(),
    ]
    await insert(sent.id, now)
    await insert(draft.id)
    await setRows(
      committed,
      'document',
      { id: deleted },
      { deletedAt: now, deletedById: seller.id },
    )
    await setRows(committed, 'document', { id: failed }, { ldpState: 'FAILED' })
    await enqueue(
      committed,
      'send-document',
      { documentId: tried },
      { key: tried },
    )
    await sql`update pgboss.job set state = 'retry'`.execute(committed)

    await requeueLostDocuments(deps)
    await requeueLostDocuments(deps)
    const queued = await made.jobsOf('send-document')
    expect(queued).toHaveLength(2)
    expect(queued).toEqual(
      expect.arrayContaining([{ documentId: tried }, { documentId: lost }]),
    )
  })
})

test('files without a row are deleted in a day', async ({
  made,
  portal,
  seller,
  upload,
  deps,
  store,
  committed,
}) => {
  const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
  await upload(slv, 'stays.pdf')
  const { id } = await upload(slv, 'deleted.pdf')
  await (await portal.as(seller)).send(
    'DELETE',
    `/v1/proxy-loan/${slv.id}/document/${id}`,
  )
  // A process may die before it stores a file, or before it inserts the row.
  const orphan = () => store.files.receive(Readable.from([Buffer.from('left')]))
  await (await orphan()).keep()
  await orphan()
  const incoming = () => readdir(join(store.folder, 'incoming'))
  const sweep = async (at: number) => {
    const later = { ...deps, clock: () => new Date(at) }
    await sweepFiles(later)
    await clearIncoming(later)
  }
  await sweep(Date.now())
  expect(await inTheStore(store.folder)).toHaveLength(3)
  expect(await incoming()).toHaveLength(1)
  await sweep(Date.now() + 90_000_000)
  const rows = await committed
    .selectFrom('document')
    .select(['storageKey', 'name'])
    .execute()
  expect(rows).toMatchObject([{ name: 'stays.pdf' }])
  expect((await inTheStore(store.folder)).map(({ name }) => name)).toEqual([
    rows[0]?.storageKey?.split('/')[1],
  ])
  expect(await incoming()).toEqual([])
})
