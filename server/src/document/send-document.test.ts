import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { keptFile } from '../../test/files.ts'
import { ctxFor } from '../../test/house.ts'
import { pdf } from '../../test/sample-files.ts'
import { findDocument, inTheStore, newest, test } from '../../test/upload.ts'
import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import { enqueue } from '../lib/jobs.ts'
import { makeLoanDock } from '../lib/loan-dock.ts'
import { makeLog } from '../lib/log.ts'
import { sendRequest } from '../slv/send-request.ts'
import type { KeptFile } from './insert-file.ts'
import { deliverDocument, requeueLostDocuments } from './send-document.ts'
import { clearIncoming, sweepFiles } from './sweep-files.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ loanDockPort: 0, smtpPort: 0, mailboxPort: 0, portalOrigins: [] })
})
afterAll(() => sandbox.stop())
afterEach(() => sandbox.faults.set({ mode: 'none' }))

const Shelf = z.object({ items: z.array(z.object({ name: z.string(), size: z.number(), sha256: z.string() })) })
const shelf = async (loan: string) => {
  const answer = await fetch(`${sandbox.loanDockUrl}/loans/${loan}/documents`)
  return Shelf.parse(await answer.json()).items
}
const again = { isLast: false }

const keptIn = async (files: FileStore): Promise<KeptFile> => {
  const received = await files.receive(Readable.from([pdf]))
  return { ...keptFile(), key: await received.keep() }
}

const insertFor = (db: Db, slvId: string, uploadedById: string, uploadedAt: Date, { key, ...file }: KeptFile) =>
  db
    .insertInto('document')
    .values({ ...file, storageKey: key, slvId, kind: 'SELLER', resubmitCount: 0, uploadedById, uploadedAt })
    .returning('id')
    .executeTakeFirstOrThrow()

describe('a file on its way to LoanDock', () => {
  test('waits while LoanDock is down, is there once when it is up, however often it is sent', async ({
    made,
    portal,
    store,
    committed,
    now,
  }) => {
    const seller = await made.seller()
    const buyerLoan = '7002001'
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id, buyerLoan })
    const name = 'Größe "値".pdf'
    const { body } = await (await portal.as(seller)).upload(
      `/v1/proxy-loan/${slv.id}/documents`,
      name,
      Buffer.from(pdf),
    )
    const [{ id }] = body.documents
    expect(await made.jobsOf('send-document')).toEqual([{ documentId: id }])

    const loanDock = makeLoanDock({ url: sandbox.loanDockUrl })
    const house = { db: committed, clock: () => now, files: store.files, loanDock }
    for (const mode of ['down', 'error', 'garbage'] as const) {
      sandbox.faults.set({ mode })
      await expect(deliverDocument(house, id, again)).rejects.toMatchObject({ code: 'loan_dock_failed' })
    }
    expect(await findDocument(committed, id)).toMatchObject({ ldpState: 'QUEUED', ldpAttempts: 3, ldpSentAt: null })
    sandbox.faults.set({ mode: 'none' })
    // A try whose answer was lost has put the document there already.
    const row = await findDocument(committed, id)
    await loanDock.sendDocument({
      loanNumber: buyerLoan,
      key: id,
      name,
      contentType: 'application/pdf',
      content: await store.files.read(row.storageKey),
    })
    await deliverDocument(house, id, again)
    await deliverDocument(house, id, again)
    expect(await findDocument(committed, id)).toMatchObject({
      ldpState: 'SENT',
      ldpAttempts: 4,
      ldpSentAt: now,
      ldpError: null,
    })
    expect(await shelf(buyerLoan)).toMatchObject([
      { name: body.documents[0].name.replaceAll('"', '%22'), size: pdf.length, sha256: row.sha256.toString('hex') },
    ])
  })

  test('fails with why after the last try, or at once for what is refused; the underwriter sends it again', async ({
    made,
    portal,
    store,
    committed,
    now,
  }) => {
    const seller = await made.seller()
    const underwriter = await made.underwriter('myOwn')
    const slv = await made.slv({
      status: 'REVIEW',
      sellerId: seller.id,
      underwriterId: underwriter.id,
      buyerLoan: '7002002',
    })
    const unknown = await made.slv({ status: 'REVIEW', sellerId: seller.id, buyerLoan: 'none-such' })
    const [bySeller, byUnderwriter] = [await portal.as(seller), await portal.as(underwriter)]
    const bring = async ({ id }: { id: string }) =>
      (await bySeller.upload(`/v1/proxy-loan/${id}/documents`, 'a.pdf', Buffer.from(pdf))).body.documents[0].id
    const house = {
      db: committed,
      clock: () => now,
      files: store.files,
      loanDock: makeLoanDock({ url: sandbox.loanDockUrl }),
    }

    const refused = await bring(unknown)
    await deliverDocument(house, refused, again)
    expect(await findDocument(committed, refused)).toMatchObject({
      ldpState: 'FAILED',
      ldpError: 'LoanDock has no such loan',
    })

    const late = await bring(slv)
    sandbox.faults.set({ mode: 'error' })
    await expect(deliverDocument(house, late, { isLast: true })).rejects.toThrow()
    const at = `/v1/proxy-loan/${slv.id}/document/${late}`
    expect((await byUnderwriter.get(at)).body).toMatchObject({
      ldpState: 'FAILED',
      ldpError: 'LoanDock cannot be reached',
      availableActions: ['send-to-ldp'],
    })
    expect((await bySeller.get(at)).body).not.toHaveProperty('ldpError')
    expect((await bySeller.send('POST', `${at}/send-to-ldp`)).status).toBe(403)
    expect(
      (await (await portal.as(await made.underwriter('viewSlvDepartment'))).send('POST', `${at}/send-to-ldp`)).status,
    ).toBe(409)

    sandbox.faults.set({ mode: 'none' })
    expect((await byUnderwriter.send('POST', `${at}/send-to-ldp`)).body).toMatchObject({
      ldpState: 'QUEUED',
      ldpError: null,
    })
    await deliverDocument(house, late, again)
    expect((await byUnderwriter.get(at)).body).toMatchObject({ ldpState: 'SENT' })
    expect((await made.historyOf(slv)).map(({ action }) => action)).toEqual(['add-document', 'send-document'])
  })

  test('stays with its draft until the request is sent, and is not sent when it was taken away', async ({
    made,
    portal,
    store,
    committed,
    now,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const asks = await portal.as(seller)
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', Buffer.from(pdf))
    expect(await made.jobsOf('send-document')).toEqual([])
    await sendRequest(await ctxFor(committed, seller, now), slv.id, 'manual')
    expect(await made.jobsOf('send-document')).toEqual([{ documentId: body.documents[0].id }])
    await committed.updateTable('document').set({ deletedAt: now, deletedById: seller.id }).execute()
    const silent = {
      ...makeLoanDock({ url: sandbox.loanDockUrl }),
      sendDocument: () => Promise.reject(new Error('nothing is to be sent')),
    }
    await deliverDocument(
      { db: committed, clock: () => now, files: store.files, loanDock: silent },
      body.documents[0].id,
      again,
    )
  })
})

describe('a file that waits for LoanDock', () => {
  test('is closed after each try, and after one that the breaker kept from being made', async ({
    made,
    store,
    committed,
    now,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id, buyerLoan: '7002004' })
    const { id } = await insertFor(committed, slv.id, seller.id, now, await keptIn(store.files))
    const opened: Readable[] = []
    const files: FileStore = {
      ...store.files,
      read: async (key) => {
        const content = await store.files.read(key)
        opened.push(content)
        return content
      },
    }
    const house = { db: committed, clock: () => now, files, loanDock: makeLoanDock({ url: 'http://127.0.0.1:9' }) }
    for (let attempt = 0; attempt < 8; attempt++)
      await expect(deliverDocument(house, id, again)).rejects.toMatchObject({ code: 'loan_dock_failed' })
    expect(opened.map(({ destroyed }) => destroyed)).toEqual(Array(8).fill(true))
  })

  test('is queued again when it is older than an hour and no job is left for it', async ({ made, committed, now }) => {
    const seller = await made.seller()
    const sent = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const draft = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const longAgo = new Date(now.getTime() - 2 * 3_600_000)
    const bring = async (slvId: string, at = longAgo) =>
      (await insertFor(committed, slvId, seller.id, at, keptFile())).id
    const [lost, tried, young, ofDraft, deleted, failed] = [
      await bring(sent.id),
      await bring(sent.id),
      await bring(sent.id, now),
      await bring(draft.id),
      await bring(sent.id),
      await bring(sent.id),
    ]
    const change = (id: string) => committed.updateTable('document').where('id', '=', id)
    await change(deleted).set({ deletedAt: now, deletedById: seller.id }).execute()
    await change(failed).set({ ldpState: 'FAILED' }).execute()
    await enqueue(committed, 'send-document', { documentId: tried }, { key: tried })
    await sql`update pgboss.job set state = 'retry'`.execute(committed)

    const house = { db: committed, clock: () => now, log: makeLog('silent') }
    await requeueLostDocuments(house)
    await requeueLostDocuments(house)
    const waiting = await made.jobsOf('send-document')
    expect(waiting).toHaveLength(2)
    expect(waiting).toEqual(expect.arrayContaining([{ documentId: tried }, { documentId: lost }]))
    for (const id of [young, ofDraft, deleted, failed]) expect(waiting).not.toContainEqual({ documentId: id })
  })
})

describe('what belongs to nothing', () => {
  test('is swept once it is a day old: kept without a row, or never kept; what has a row stays', async ({
    made,
    portal,
    store,
    committed,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const asks = await portal.as(seller)
    await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'stays.pdf', Buffer.from(pdf))
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'given up.pdf', Buffer.from(pdf))
    await asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${newest(body.documents).id}`)
    // A process that dies leaves its file before the store, on its own machine, or between the store and the database.
    const orphan = () => store.files.receive(Readable.from([Buffer.from('left')]))
    await (await orphan()).keep()
    await orphan()
    expect(await inTheStore(store.folder)).toHaveLength(3)

    const sweep = async (at: number) => {
      const house = { db: committed, clock: () => new Date(at), files: store.files, log: makeLog('silent') }
      await sweepFiles(house)
      await clearIncoming(house)
    }
    await sweep(Date.now())
    expect(await inTheStore(store.folder)).toHaveLength(3)
    expect(await readdir(join(store.folder, 'incoming'))).toHaveLength(1)
    await sweep(Date.now() + 90_000_000)
    const [row] = await committed.selectFrom('document').select(['storageKey', 'name']).execute()
    expect(row?.name).toBe('stays.pdf')
    expect((await inTheStore(store.folder)).map(({ name }) => name)).toEqual([row?.storageKey.split('/')[1]])
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([])
  })

  test('is the file of a write that failed, unless nobody knows whether it did', async ({ made, portal, store }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    await made.fullOfDocuments(slv)
    expect((await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', Buffer.from(pdf))).status).toBe(409)
    expect(await inTheStore(store.folder)).toEqual([])
  })
})
