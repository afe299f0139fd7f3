import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { maxDocumentBytes } from '@portal/contract/document/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import { describe, expect, vi } from 'vitest'
import { pdf } from '../../test/sample-files.ts'
import { test as base, findDocument, inTheStore } from '../../test/upload.ts'

const statement = Buffer.from(pdf)

/**
 * A request in review (or `slvIn` another status), and its seller, who uploads
 * files.
 */
const test = base
  .extend('slvIn', ({ made, portal }) => async (status: SlvStatus) => {
    const seller = await made.seller()
    const slv = await made.slv({ status, sellerId: seller.id })
    const asks = await portal.as(seller)
    const path = `/v1/proxy-loan/${slv.id}/documents`
    const upload = (
      name = 'a.pdf',
      content: Buffer<ArrayBuffer> | string = statement,
      headers = {},
    ) => asks.upload(path, name, content, headers)
    return { seller, slv, asks, path, upload }
  })
  .extend('desk', ({ slvIn }) => slvIn('REVIEW'))
  .extend('stored', ({ store, committed }) => async () => ({
    files: (await inTheStore(store.folder)).length,
    incoming: (await readdir(`${store.folder}/incoming`)).length,
    rows: (await committed.selectFrom('document').select('id').execute())
      .length,
  }))
const nothing = { files: 0, incoming: 0, rows: 0 }

describe('a file', () => {
  test('is stored, listed, downloaded, deleted and recorded in the history', async ({
    made,
    slvIn,
    committed,
  }) => {
    const { seller, slv, asks, upload } = await slvIn('PENDING_DOCUMENTS')
    const path = `/v1/proxy-loan/${slv.id}`
    const sent = await upload('../../Größe 値.PDF')
    expect(sent).toMatchObject({ status: 200, body: { slvVersion: 2 } })
    const [document] = sent.body.documents
    expect(document).toMatchObject({
      name: 'Größe 値.PDF',
      type: 'PDF',
      kind: 'SELLER',
      size: statement.length,
      ldpState: 'QUEUED',
      uploadedById: seller.id,
      availableActions: ['delete', 'set-factors'],
    })
    expect((await asks.get(`${path}/documents`)).body).toEqual({
      documents: [document],
    })
    expect((await asks.get(`${path}/document/${document.id}`)).body).toEqual(
      document,
    )
    expect((await asks.get(`${path}/detailed`)).body.documents).toEqual([
      document,
    ])
    const row = await findDocument(committed, document.id)
    expect(row.sha256.toString('hex')).toBe(
      createHash('sha256').update(statement).digest('hex'),
    )
    const file = await asks.bytes(`${path}/documents/${document.id}/download`)
    expect(file.bytes.equals(statement)).toBe(true)

    expect(
      await asks.send('DELETE', `${path}/document/${document.id}`),
    ).toMatchObject({ body: { slvVersion: 3 } })
    for (const gone of [
      `${path}/document/${document.id}`,
      `${path}/documents/${document.id}/download`,
    ])
      expect((await asks.get(gone)).status).toBe(404)
    expect((await asks.get(`${path}/documents`)).body.documents).toEqual([])
    const items = [{ action: 'DELETED', isThere: false }, { action: 'ADDED' }]
    expect(
      (await asks.get(`/v1/proxy-loan-history/${slv.id}/documents`)).body,
    ).toMatchObject({ total: 2, items })
    expect(await made.historyOf(slv)).toMatchObject([
      {
        action: 'add-document',
        changes: [{ field: 'documents', before: null, after: 'Größe 値.PDF' }],
      },
      {
        action: 'delete-document',
        changes: [{ field: 'documents', before: 'Größe 値.PDF', after: null }],
      },
    ])
  })

  test('of a draft has no history and is deleted entirely', async ({
    made,
    slvIn,
    stored,
  }) => {
    const { slv, asks, upload } = await slvIn('DRAFT')
    const { body } = await upload()
    expect(await made.historyOf(slv)).toEqual([])
    expect(await made.jobsOf('send-document')).toEqual([])
    await asks.send(
      'DELETE',
      `/v1/proxy-loan/${slv.id}/document/${body.documents[0].id}`,
    )
    expect(await stored()).toMatchObject({ rows: 0 })
  })

  test('is stored once if it is sent again with its Idempotency-Key', async ({
    desk: { upload },
    stored,
  }) => {
    const send = (key: string, content = statement) =>
      upload('a.pdf', content, { 'idempotency-key': key })
    const key = randomUUID()
    const answers = await Promise.all([send(key), send(key), send(key)])
    answers.push(await send(key))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await stored()).toMatchObject({ files: 1, rows: 1 })
    expect(
      (await send(key, Buffer.concat([statement, Buffer.from('\n')]))).status,
    ).toBe(409)
    expect((await send(randomUUID())).body.documents).toHaveLength(2)
  })

  test('sent again is 404 if the sender lost access to the SLV', async ({
    desk,
    made,
    committed,
  }) => {
    const send = () =>
      desk.upload('a.pdf', statement, { 'idempotency-key': 'mine' })
    expect((await send()).status).toBe(200)
    const other = await made.seller()
    await committed
      .updateTable('slv')
      .set({ sellerId: other.id, companyId: other.companyId })
      .execute()
    expect(await send()).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  test('sent again gets the same response if it changed the status', async ({
    made,
    slvIn,
  }) => {
    const { slv, asks, path } = await slvIn('PENDING_DOCUMENTS')
    const { id } = await made.askedDocument(slv)
    const at = `${path}/upload-pending-documents?pendingDocumentId=${id}`
    const send = () =>
      asks.upload(at, 'a.pdf', statement, { 'idempotency-key': 'once' })
    const first = await send()
    expect(first.body).toMatchObject({
      status: 'DOCUMENTS_RECEIVED',
      documents: [{ pendingDocumentId: id }],
    })
    expect(await send()).toMatchObject({ status: 200, body: first.body })
  })
})

describe('a request is refused', () => {
  test('if it isn’t multipart with a file', async ({ desk, stored }) => {
    const { slv, asks, path } = desk
    const json = { body: '{}', headers: { 'content-type': 'application/json' } }
    const noMultipart = {
      status: 415,
      body: { error: 'Send the file as multipart/form-data' },
    }
    expect(await asks.send('POST', path, json)).toMatchObject(noMultipart)
    const form = new FormData()
    expect((await asks.send('POST', path, { body: form })).status).toBe(400)
    form.set('files', new Blob([statement]), 'a.pdf')
    const noFile = {
      error: 'Send the file in a field named "file"',
      details: [{ field: 'file', error: 'Required' }],
    }
    expect(await asks.send('POST', path, { body: form })).toMatchObject({
      status: 400,
      body: noFile,
    })
    const broken = {
      body: 'no multipart',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
    expect((await asks.send('POST', path, broken)).status).toBe(400)
    expect(
      (await asks.send('PATCH', `/v1/proxy-loan/${slv.id}`, { body: form }))
        .status,
    ).toBe(415)
    expect(await stored()).toMatchObject({ files: 0 })
  })

  test('with two files, and the first is not stored', async ({
    desk: { asks, path },
    stored,
  }) => {
    for (const second of ['file', 'other']) {
      const form = new FormData()
      form.set('comment', 'Two statements')
      form.append('file', new Blob([statement]), 'a.pdf')
      form.append(second, new Blob([statement]), 'b.pdf')
      const body = {
        error: 'Send one file per request',
        details: [{ field: 'file', error: 'Send one file' }],
      }
      expect(await asks.send('POST', path, { body: form })).toMatchObject({
        status: 400,
        body,
      })
    }
    expect(await stored()).toEqual(nothing)
  })

  test('with a quote in its name, which browsers escape', async ({
    desk: { upload },
  }) => {
    const answer = await upload('Borrower "Bo" 100%.pdf')
    expect(answer).toMatchObject({
      status: 200,
      body: { documents: [{ name: 'Borrower "Bo" 100%.pdf' }] },
    })
  })

  test('with a very long name, in short time', async ({ desk: { upload } }) => {
    const answer = await upload(`a${'.'.repeat(60_000)}b.pdf`)
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^"a" /) },
    })
  })

  test('with more than 50 MB', async ({ desk: { upload }, stored }) => {
    const largest = Buffer.alloc(maxDocumentBytes, 'Balance,100\n')
    const sent = await upload('largest.csv', largest)
    expect(sent).toMatchObject({
      status: 200,
      body: { documents: [{ size: maxDocumentBytes }] },
    })
    const body = {
      code: 'payload_too_large',
      error: '"more.csv" is larger than 50 MB',
    }
    const more = await upload(
      'more.csv',
      Buffer.concat([largest, Buffer.from('1')]),
    )
    expect(more).toMatchObject({ status: 413, body })
    expect(await stored()).toEqual({ files: 1, incoming: 0, rows: 1 })
  })

  test('for its content, or if the disk is full, and leaves nothing', async ({
    desk: { upload },
    store,
    stored,
  }) => {
    const refused = {
      status: 400,
      body: { error: '"statement.pdf" is a program, not PDF' },
    }
    expect(await upload('statement.pdf', 'MZ\x90')).toMatchObject(refused)
    expect(await stored()).toEqual(nothing)
    store.fillUp()
    const full = {
      status: 507,
      body: { error: 'There is not enough space to store this file' },
    }
    expect(await upload()).toMatchObject(full)
    expect(await stored()).toEqual(nothing)
  })
})

describe('an incomplete upload leaves nothing', () => {
  const partOfFile = (path: string, cookie: string, text: string) =>
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${text}`
  const text = 'x'.repeat(2_000_000)

  test('if the connection is cut', async ({
    desk: { asks, path },
    portal,
    stored,
  }) => {
    const socket = connect(portal.port, '127.0.0.1')
    socket.write(partOfFile(path, asks.cookie, text))
    await expect.poll(stored).toMatchObject({ incoming: 1 })
    socket.destroy()
    await expect.poll(stored).toEqual(nothing)
  })

  test.for([
    ['in the middle of the file', text],
    ['after the file', `${text}\r\n--b\r\n`],
  ] as const)(
    'if the sender is silent for 30 s %s',
    async ([, sent], {
      desk: { asks, path },
      portal,
      stored,
      onTestFinished,
    }) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const socket = connect(portal.port, '127.0.0.1')
      // The portal closes the connection with unread bytes, which the sender
      // may see as a reset.
      const closed = new Promise<void>((resolve) =>
        socket.on('error', () => {}).once('close', () => resolve()),
      )
      socket.resume().write(partOfFile(path, asks.cookie, sent))
      await expect.poll(stored).toMatchObject({ incoming: 1 })
      vi.advanceTimersByTime(30_000)
      await closed
      await expect.poll(stored).toEqual(nothing)
    },
  )
})
