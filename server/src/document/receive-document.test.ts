import type { Insertable } from 'kysely'
import { describe, expect } from 'vitest'
import { pdf } from '../../test/sample-files.ts'
import { test as base, inTheStore, newest } from '../../test/upload.ts'
import type { DB } from '../lib/database/db-types.ts'

/**
 * A seller, and SLVs of theirs that wait for documents, with ways to upload one
 * and to delete one.
 */
const test = base
  .extend('seller', ({ made }) => made.seller())
  .extend('asks', ({ portal, seller }) => portal.as(seller))
  .extend(
    'waitingSlv',
    ({ made, seller, asks }) =>
      async (change: Partial<Insertable<DB['slv']>> = {}) => {
        const slv = await made.slv({
          status: 'PENDING_DOCUMENTS',
          sellerId: seller.id,
          ...change,
        })
        const path = `/v1/proxy-loan/${slv.id}`
        const upload = (name: string, id?: string) =>
          asks.upload(
            `${path}/documents/upload-pending-documents${id ? `?pendingDocumentId=${id}` : ''}`,
            name,
            Buffer.from(pdf),
          )
        const remove = ({ id }: { id: string }) =>
          asks.send('DELETE', `${path}/document/${id}`)
        return {
          slv,
          path,
          upload,
          remove,
          detail: async () => (await asks.get(`${path}/detailed`)).body,
        }
      },
  )

describe('requested documents', () => {
  test('are awaited until the last one is uploaded, again after a deletion', async ({
    made,
    waitingSlv,
    now,
  }) => {
    const { slv, upload, remove, detail } = await waitingSlv()
    const [first, last] = [
      await made.askedDocument(slv, 'W-2'),
      await made.askedDocument(slv, 'Lease'),
    ]
    const received = (body: {
      pendingDocuments: { receivedAt: string | null }[]
    }) => body.pendingDocuments.map(({ receivedAt }) => receivedAt)
    const one = await upload('a.pdf', first.id)
    expect(one.body).toMatchObject({ status: 'PENDING_DOCUMENTS', version: 2 })
    expect(received(one.body)).toEqual([now.toISOString(), null])
    const again = await upload('a.pdf', first.id)
    await remove(again.body.documents[0])
    expect(received(await detail())).toEqual([now.toISOString(), null])
    await remove(newest(again.body.documents))
    expect(received(await detail())).toEqual([null, null])

    await upload('a.pdf', last.id)
    const complete = await upload('a.pdf', first.id)
    expect(complete.body).toMatchObject({ status: 'DOCUMENTS_RECEIVED' })
    const history = await made.historyOf(slv)
    expect(history.map(({ action }) => action)).toEqual([
      'add-document',
      'add-document',
      'delete-document',
      'delete-document',
      'add-document',
      'add-document',
      'upload-pending-documents',
    ])
    expect(history.at(-1)).toMatchObject({
      fromStatus: 'PENDING_DOCUMENTS',
      toStatus: 'DOCUMENTS_RECEIVED',
    })
    expect((await remove(complete.body.documents[0])).status).toBe(409)
    expect((await upload('a.pdf', first.id)).status).toBe(409)
  })

  test('are matched by name or as the only open one', async ({
    made,
    asks,
    waitingSlv,
    committed,
  }) => {
    const { slv, path, upload, remove } = await waitingSlv()
    const [first, last] = [
      await made.askedDocument(slv, 'Form W-2'),
      await made.askedDocument(slv, 'Lease'),
    ]
    const error = `Choose one of: Form W-2 (${first.id}), Lease (${last.id})`
    const refusal = {
      status: 400,
      body: { details: [{ field: 'pendingDocumentId', error }] },
    }
    expect(await upload('scan.pdf')).toMatchObject(refusal)
    expect(
      await committed.selectFrom('document').select('id').execute(),
    ).toEqual([])
    const form = new FormData()
    form.set('file', new Blob([Buffer.from(pdf)]), 'Lease.pdf')
    const sendFor = (id: string) => {
      form.set('pendingDocumentId', id)
      return asks.send('POST', `${path}/documents/upload-pending-documents`, {
        body: form,
      })
    }
    const invalid = {
      status: 400,
      body: { details: [{ field: 'pendingDocumentId' }] },
    }
    expect(await sendFor('no id')).toMatchObject(invalid)
    const chosen = await sendFor(first.id)
    const forFirst = { pendingDocumentId: first.id }
    expect(chosen.body).toMatchObject({ documents: [forFirst] })
    await remove(chosen.body.documents[0])
    const named = await upload('form_w2.PDF')
    expect(named.body).toMatchObject({
      status: 'PENDING_DOCUMENTS',
      documents: [forFirst],
    })
    const rest = await upload('scan.pdf')
    const documents = [forFirst, { pendingDocumentId: last.id }]
    expect(rest.body).toMatchObject({ status: 'DOCUMENTS_RECEIVED', documents })
  })

  test('of another SLV or an earlier round are not found', async ({
    made,
    waitingSlv,
    committed,
  }) => {
    const [{ slv, upload }, { slv: other }] = [
      await waitingSlv({ resubmitCount: 1 }),
      await waitingSlv(),
    ]
    for (const { id } of [
      await made.askedDocument(other),
      await made.askedDocument(slv),
    ])
      expect((await upload('a.pdf', id)).status).toBe(404)
    expect(
      await committed.selectFrom('document').select('id').execute(),
    ).toEqual([])
  })

  test('uploaded at the same time move the SLV once', async ({
    made,
    waitingSlv,
  }) => {
    for (let round = 0; round < 5; round++) {
      const { slv, upload, detail } = await waitingSlv()
      const requested = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => made.askedDocument(slv, name)),
      )
      const answers = await Promise.all(
        requested.map(({ id }) => upload('a.pdf', id)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const moves = (await made.historyOf(slv)).filter(
        ({ action }) => action === 'upload-pending-documents',
      )
      expect(moves).toHaveLength(1)
      expect((await detail()).documents).toHaveLength(4)
    }
  })
})

test('an SLV can have 300 documents, and one more is not stored', async ({
  made,
  seller,
  asks,
  store,
}) => {
  const slv = await made.slv({ status: 'REVIEW', sellerId: seller.id })
  await made.fullOfDocuments(slv)
  const answer = await asks.upload(
    `/v1/proxy-loan/${slv.id}/documents`,
    'a.pdf',
    Buffer.from(pdf),
  )
  const error = 'This SLV already has 300 documents. Delete some first.'
  expect(answer).toMatchObject({ status: 409, body: { error } })
  expect(await inTheStore(store.folder)).toEqual([])
})
