import { describe, expect } from 'vitest'
import { pdf } from '../../test/sample-files.ts'
import { inTheStore, newest, test } from '../../test/upload.ts'

describe('requested documents', () => {
  test('are awaited until the last one is uploaded, again after a deletion', async ({ made, portal, now }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
    const [first, last] = [await made.askedDocument(slv, 'W-2'), await made.askedDocument(slv, 'Lease')]
    const asks = await portal.as(seller)
    const bring = (id: string) =>
      asks.upload(
        `/v1/proxy-loan/${slv.id}/documents/upload-pending-documents?pendingDocumentId=${id}`,
        'a.pdf',
        Buffer.from(pdf),
      )

    const one = await bring(first.id)
    expect(one.body).toMatchObject({ status: 'PENDING_DOCUMENTS', version: 2 })
    const received = (body: { pendingDocuments: { receivedAt: string | null }[] }) =>
      body.pendingDocuments.map(({ receivedAt }) => receivedAt)
    expect(received(one.body)).toEqual([now.toISOString(), null])
    const again = await bring(first.id)
    const [document] = again.body.documents
    const takeAway = ({ id }: { id: string }) => asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${id}`)
    const detail = async () => (await asks.get(`/v1/proxy-loan/${slv.id}/detailed`)).body
    await takeAway(document)
    expect(received(await detail())).toEqual([now.toISOString(), null])
    await takeAway(newest(again.body.documents))
    expect(received(await detail())).toEqual([null, null])

    await bring(last.id)
    const whole = await bring(first.id)
    expect(whole.body).toMatchObject({ status: 'DOCUMENTS_RECEIVED' })
    expect(await made.historyOf(slv)).toMatchObject([
      { action: 'add-document' },
      { action: 'add-document' },
      { action: 'delete-document' },
      { action: 'delete-document' },
      { action: 'add-document' },
      { action: 'add-document' },
      { action: 'upload-pending-documents', fromStatus: 'PENDING_DOCUMENTS', toStatus: 'DOCUMENTS_RECEIVED' },
    ])
    expect((await takeAway(whole.body.documents[0])).status).toBe(409)
    expect((await bring(first.id)).status).toBe(409)
  })

  test('are matched by name or as the only open one', async ({ made, portal, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
    const [first, last] = [await made.askedDocument(slv, 'Form W-2'), await made.askedDocument(slv, 'Lease')]
    const asks = await portal.as(seller)
    const path = `/v1/proxy-loan/${slv.id}/documents/upload-pending-documents`
    const bring = (name: string) => asks.upload(path, name, Buffer.from(pdf))
    const unclear = await bring('scan.pdf')
    expect(unclear).toMatchObject({
      status: 400,
      body: {
        details: [{ field: 'pendingDocumentId', error: `Choose one of: Form W-2 (${first.id}), Lease (${last.id})` }],
      },
    })
    expect(await committed.selectFrom('document').select('id').execute()).toEqual([])
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(pdf)]), 'Lease.pdf')
    form.set('pendingDocumentId', 'no id')
    expect(await asks.send('POST', path, { body: form })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'pendingDocumentId' }] },
    })
    form.set('pendingDocumentId', first.id)
    const chosen = await asks.send('POST', path, { body: form })
    expect(chosen.body).toMatchObject({ documents: [{ pendingDocumentId: first.id }] })
    await asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${chosen.body.documents[0].id}`)
    expect((await bring('form_w2.PDF')).body).toMatchObject({
      status: 'PENDING_DOCUMENTS',
      documents: [{ pendingDocumentId: first.id }],
    })
    expect((await bring('scan.pdf')).body).toMatchObject({
      status: 'DOCUMENTS_RECEIVED',
      documents: [{ pendingDocumentId: first.id }, { pendingDocumentId: last.id }],
    })
  })

  test('of another SLV or an earlier round are not found', async ({ made, portal, committed }) => {
    const seller = await made.seller()
    const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id, resubmitCount: 1 })
    const other = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
    const asks = await portal.as(seller)
    for (const asked of [await made.askedDocument(other), await made.askedDocument(slv)]) {
      const path = `/v1/proxy-loan/${slv.id}/documents/upload-pending-documents?pendingDocumentId=${asked.id}`
      expect((await asks.upload(path, 'a.pdf', Buffer.from(pdf))).status).toBe(404)
    }
    expect(await committed.selectFrom('document').select('id').execute()).toEqual([])
  })

  test('uploaded at the same time move the SLV once', async ({ made, portal }) => {
    const seller = await made.seller()
    const asks = await portal.as(seller)
    for (let round = 0; round < 5; round++) {
      const slv = await made.slv({ status: 'PENDING_DOCUMENTS', sellerId: seller.id })
      const asked = await Promise.all(['a', 'b', 'c', 'd'].map((name) => made.askedDocument(slv, name)))
      const answers = await Promise.all(
        asked.map(({ id }) =>
          asks.upload(
            `/v1/proxy-loan/${slv.id}/documents/upload-pending-documents?pendingDocumentId=${id}`,
            'a.pdf',
            Buffer.from(pdf),
          ),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const moves = (await made.historyOf(slv)).filter(({ action }) => action === 'upload-pending-documents')
      expect(moves).toHaveLength(1)
      expect((await asks.get(`/v1/proxy-loan/${slv.id}/detailed`)).body.documents).toHaveLength(4)
    }
  })
})

test('an SLV can have 300 documents, and one more is not stored', async ({ made, portal, store }) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
  await made.fullOfDocuments(slv)
  const answer = await (await portal.as(seller)).upload(`/v1/proxy-loan/${slv.id}/documents`, 'a.pdf', Buffer.from(pdf))
  expect(answer).toMatchObject({
    status: 409,
    body: { error: 'This SLV already has 300 documents. Delete some first.' },
  })
  expect(await inTheStore(store.folder)).toEqual([])
})
