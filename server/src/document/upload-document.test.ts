import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { maxDocumentBytes } from '@portal/contract/document/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import { describe, expect, vi } from 'vitest'
import { pdf } from '../../test/sample-files.ts'
import { findDocument, inTheStore, test } from '../../test/upload.ts'

const statement = Buffer.from(pdf)

describe('a file', () => {
  test('comes, is listed, read back byte for byte, told in the history, and goes', async ({
    made,
    portal,
    committed,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
    const asks = await portal.as(seller)
    const at = `/v1/proxy-loan/${slv.id}`
    const sent = await asks.upload(`${at}/documents`, '../../Größe 値.PDF', statement)
    expect(sent).toMatchObject({ status: 200, body: { slvVersion: 2 } })
    const [document] = sent.body.documents
    expect(document).toMatchObject({
      name: 'Größe 値.PDF',
      type: 'PDF',
      kind: 'SELLER',
      size: statement.length,
      ldpState: 'QUEUED',
      uploadedById: seller.id,
      availableActions: ['delete'],
    })
    expect((await asks.get(`${at}/documents`)).body).toEqual({ documents: [document] })
    expect((await asks.get(`${at}/document/${document.id}`)).body).toEqual(document)
    expect((await asks.get(`${at}/detailed`)).body.documents).toEqual([document])
    const row = await findDocument(committed, document.id)
    expect(row.sha256.toString('hex')).toBe(createHash('sha256').update(statement).digest('hex'))
    const file = await asks.bytes(`${at}/documents/${document.id}/download`)
    expect(file.bytes.equals(statement)).toBe(true)

    expect(await asks.send('DELETE', `${at}/document/${document.id}`)).toMatchObject({ body: { slvVersion: 3 } })
    for (const gone of [`${at}/document/${document.id}`, `${at}/documents/${document.id}/download`])
      expect((await asks.get(gone)).status).toBe(404)
    expect((await asks.get(`${at}/documents`)).body.documents).toEqual([])
    const events = (await asks.get(`/v1/proxy-loan-history/${slv.id}/documents`)).body
    expect(events).toMatchObject({
      total: 2,
      items: [
        { action: 'DELETED', isThere: false },
        { action: 'ADDED', name: 'Größe 値.PDF' },
      ],
    })
    expect(await made.historyOf(slv)).toMatchObject([
      { action: 'add-document', changes: [{ field: 'documents', before: null, after: 'Größe 値.PDF' }] },
      { action: 'delete-document', changes: [{ field: 'documents', before: 'Größe 値.PDF', after: null }] },
    ])
  })

  test('of a draft leaves no history, and nothing at all when it is taken away again', async ({
    made,
    portal,
    committed,
  }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
    const asks = await portal.as(seller)
    const { body } = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', statement)
    expect(await made.historyOf(slv)).toEqual([])
    expect(await made.jobsOf('send-document')).toEqual([])
    await asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${body.documents[0].id}`)
    expect(await committed.selectFrom('document').select('id').execute()).toEqual([])
  })

  test('sent again with its Idempotency-Key is the same one', async ({ made, portal, store, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const send = (key: string, content = statement) =>
      asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', content, { 'idempotency-key': key })
    const key = randomUUID()
    const answers = await Promise.all([send(key), send(key), send(key)])
    answers.push(await send(key))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await inTheStore(store.folder)).toHaveLength(1)
    expect(await committed.selectFrom('document').select('id').execute()).toHaveLength(1)
    expect(await send(key, Buffer.from(`${statement.toString('latin1')}\n`, 'latin1'))).toMatchObject({ status: 409 })
    expect((await send(randomUUID())).body.documents).toHaveLength(2)
  })

  test('is told again to nobody who does not see the SLV any more', async ({ made, portal, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const send = () =>
      asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', statement, { 'idempotency-key': 'mine' })
    expect((await send()).status).toBe(200)
    const other = await made.seller()
    await committed.updateTable('slv').set({ sellerId: other.id, companyId: other.companyId }).execute()
    expect(await send()).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('that moved the SLV on is answered the same when it is sent again', async ({ made, portal }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
    const asked = await made.askedDocument(slv)
    const asks = await portal.as(seller)
    const send = () =>
      asks.upload(
        `/v1/proxy-loan/${slv.id}/documents/upload-pending-documents?pendingDocumentId=${asked.id}`,
        'a.pdf',
        statement,
        {
          'idempotency-key': 'once',
        },
      )
    const first = await send()
    expect(first.body).toMatchObject({ status: 'DOCUMENTS_RECEIVED', documents: [{ pendingDocumentId: asked.id }] })
    expect(await send()).toMatchObject({ status: 200, body: first.body })
  })
})

describe('who brings files', () => {
  test('the owner, as long as nothing is decided; nobody else', async ({ made, portal, store }) => {
    const bdd = await made.user({ role: 'BDD' })
    const company = await made.company('SELLER', bdd.id)
    const owner = await made.seller(company.id)
    const colleague = await made.seller(company.id, 'myCompanyView')
    const stranger = await made.seller()
    const underwriter = await made.underwriter('myOwn')
    const tpr = await made.user({ role: 'TPR' })
    const slvIn = (status: SlvStatus) => made.slv({ status, sellerId: owner.id, underwriterId: underwriter.id })
    const [open, decided] = [await slvIn('SLR_REVIEW'), await slvIn('APPROVED')]
    const status = async (person: typeof owner, slv: { id: string }, ending = '') =>
      (await (await portal.as(person)).upload(`/v1/proxy-loan/${slv.id}/documents${ending}`, 'a.pdf', statement)).status

    expect(await status(owner, open)).toBe(200)
    expect(await status(owner, decided)).toBe(409)
    expect(await status(colleague, open)).toBe(409)
    expect(await status(stranger, open)).toBe(404)
    expect(await status(owner, { id: randomUUID() })).toBe(404)
    for (const person of [underwriter, bdd, tpr]) expect(await status(person, open)).toBe(403)

    const own = '/underwriter-documents'
    expect(await status(underwriter, open, own)).toBe(200)
    expect(await status(underwriter, decided, own)).toBe(409)
    expect(await status(await made.underwriter('viewSlvDepartment'), open, own)).toBe(409)
    expect(await status(await made.underwriter('myOwn'), open, own)).toBe(404)
    for (const person of [owner, bdd, tpr]) expect(await status(person, open, own)).toBe(403)
    expect(await inTheStore(store.folder)).toHaveLength(2)
    expect((await (await portal.as(bdd)).get(`/v1/proxy-loan/${open.id}/documents`)).body).toMatchObject({
      documents: [{ availableActions: [] }],
      underwriterDocuments: [{ availableActions: [] }],
    })
  })

  test('as files alone: no session, no multipart, no file, another field', async ({ made, portal, store }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const at = `/v1/proxy-loan/${slv.id}/documents`
    expect((await fetch(`${portal.url}${at}`, { method: 'POST', body: new FormData() })).status).toBe(401)
    const json = { body: '{}', headers: { 'content-type': 'application/json' } }
    expect(await asks.send('POST', at, json)).toMatchObject({
      status: 415,
      body: { error: 'Send the file as multipart/form-data' },
    })
    const form = new FormData()
    expect((await asks.send('POST', at, { body: form })).status).toBe(400)
    form.set('files', new Blob([statement]), 'a.pdf')
    expect(await asks.send('POST', at, { body: form })).toMatchObject({
      status: 400,
      body: { error: 'Send the file in a field named "file"', details: [{ field: 'file', error: 'Required' }] },
    })
    const broken = { body: 'no multipart', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    expect((await asks.send('POST', at, broken)).status).toBe(400)
    const elsewhere = new FormData()
    elsewhere.set('message', 'x')
    expect((await asks.send('PATCH', `/v1/proxy-loan/${slv.id}`, { body: elsewhere })).status).toBe(415)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await asks.upload(at, 'a.pdf', statement, foreign)).status).toBe(403)
    expect(await inTheStore(store.folder)).toEqual([])
  })

  test('one per request: a second file is refused, and the first is not kept', async ({ made, portal, store }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    for (const second of ['file', 'other']) {
      const form = new FormData()
      form.set('comment', 'Two statements')
      form.append('file', new Blob([statement]), 'a.pdf')
      form.append(second, new Blob([statement]), 'b.pdf')
      expect(await asks.send('POST', `/v1/proxy-loan/${slv.id}/documents`, { body: form })).toMatchObject({
        status: 400,
        body: { error: 'Send one file per request', details: [{ field: 'file', error: 'Send one file' }] },
      })
    }
    expect((await asks.get(`/v1/proxy-loan/${slv.id}/documents`)).body.documents).toEqual([])
    expect(await inTheStore(store.folder)).toEqual([])
    expect(await readdir(`${store.folder}/incoming`)).toEqual([])
  })

  test('under a name that is cut before it is read, however long it is', async ({ made, portal }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const name = `a${'.'.repeat(60_000)}b.pdf`
    const answer = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, name, statement)
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^"a" /) } })
  })
})

describe('what does not come whole', () => {
  test('50 MB are taken, one byte more is not', async ({ made, portal, store }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const most = Buffer.alloc(maxDocumentBytes, 'Balance,100\n')
    const sent = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'most.csv', most)
    expect(sent).toMatchObject({ status: 200, body: { documents: [{ size: maxDocumentBytes }] } })
    const more = await asks.upload(
      `/v1/proxy-loan/${slv.id}/documents`,
      'more.csv',
      Buffer.concat([most, Buffer.from('1')]),
    )
    expect(more).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large', error: '"more.csv" is larger than 50 MB' },
    })
    expect(await inTheStore(store.folder)).toHaveLength(1)
    expect(await readdir(`${store.folder}/incoming`)).toEqual([])
  })

  const partOfFile = (path: string, cookie: string, text: string) =>
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}`

  test('a line that is cut in the middle leaves nothing', async ({ made, portal, store, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const { cookie } = await portal.as(seller)
    const socket = connect(portal.port, '127.0.0.1')
    socket.write(partOfFile(`/v1/proxy-loan/${slv.id}/documents`, cookie, 'x'.repeat(2_000_000)))
    const incoming = () => readdir(`${store.folder}/incoming`)
    await expect.poll(incoming).toHaveLength(1)
    socket.destroy()
    await expect.poll(incoming).toEqual([])
    expect(await inTheStore(store.folder)).toEqual([])
    expect(await committed.selectFrom('document').select('id').execute()).toEqual([])
  })

  test.for([
    ['in the middle of the file', 'x'.repeat(2_000_000)],
    ['after the file', `${'x'.repeat(2_000_000)}\r\n--b\r\n`],
  ] as const)(
    'a sender who is silent for 30 s %s loses the connection and leaves nothing',
    async ([, text], { made, portal, store, onTestFinished }) => {
      const seller = await made.seller()
      const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
      const { cookie } = await portal.as(seller)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const socket = connect(portal.port, '127.0.0.1')
      // the portal ends the connection with bytes unread, which the sender may see as a reset
      const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
      socket.resume().write(partOfFile(`/v1/proxy-loan/${slv.id}/documents`, cookie, text))
      const incoming = () => readdir(`${store.folder}/incoming`)
      await expect.poll(incoming).toHaveLength(1)
      vi.advanceTimersByTime(30_000)
      await closed
      await expect.poll(incoming).toEqual([])
      expect(await inTheStore(store.folder)).toEqual([])
    },
  )

  test('what is refused for its content leaves nothing', async ({ made, portal, store }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    const asks = await portal.as(seller)
    const answer = await asks.upload(`/v1/proxy-loan/${slv.id}/documents`, 'statement.pdf', 'MZ\x90')
    expect(answer).toMatchObject({ status: 400, body: { error: '"statement.pdf" is a program, not PDF' } })
    expect(await inTheStore(store.folder)).toEqual([])
    expect(await readdir(`${store.folder}/incoming`)).toEqual([])
  })

  test('no room is told as that; neither a file nor a row is left', async ({ made, portal, store, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
    store.fillUp()
    const answer = await (await portal.as(seller)).upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', statement)
    expect(answer).toMatchObject({ status: 507, body: { error: 'There is no room to store this file' } })
    expect(await inTheStore(store.folder)).toEqual([])
    expect(await committed.selectFrom('document').select('id').execute()).toEqual([])
  })
})
