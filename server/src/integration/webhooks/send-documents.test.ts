import { EventDocument } from '@portal/contract/integration/answers'
import type { WebhookEvent } from '@portal/contract/integration/model'
import { expect } from 'vitest'
import { innerCanary } from '../../../test/canary.ts'
import { keptFile } from '../../../test/files.ts'
import { findRows } from '../../../test/rows.ts'
import { test as base, sendQueued } from '../../../test/webhooks.ts'
import {
  acceptAnswer,
  answerDocument,
  withdrawAnswer,
} from '../../document/answer-document.ts'
import { deleteDocument } from '../../document/delete-document.ts'
import { getDocument } from '../../document/list-documents.ts'
import {
  receiveDocument,
  sendPendingDocuments,
} from '../../document/receive-document.ts'
import {
  uploadDocument,
  uploadUnderwriterDocument,
} from '../../document/upload-document.ts'
import { setPendingDocuments } from '../../slv/review/request-documents.ts'

const documentEvents: WebhookEvent[] = [
  'slv.document_added',
  'slv.document_removed',
  'slv.document_answer_changed',
]

/** An SLV in review, its underwriter and seller, and a webhook of each. */
const test = base.extend(
  'parties',
  async ({ made, ctxOf, subscribe, receiver }) => {
    const underwriter = await made.underwriter('myOwn', 'manageIntegrations')
    const seller = await made.seller(undefined, 'manageIntegrations')
    const slv = await made.slv({
      underwriterId: underwriter.id,
      sellerId: seller.id,
      companyId: seller.companyId,
    })
    const change = { events: documentEvents, url: receiver.url }
    const [ofBuyer, ofSeller] = [await ctxOf(underwriter), await ctxOf(seller)]
    return {
      slv,
      buyer: { ctx: ofBuyer, hook: await subscribe(ofBuyer, change) },
      seller: { ctx: ofSeller, hook: await subscribe(ofSeller, change) },
    }
  },
)

test('added and deleted documents are delivered to those who may see them, as they see them', async ({
  parties: { slv, buyer, seller },
  created,
  committed,
}) => {
  const { documents } = await uploadDocument(seller.ctx, slv.id, keptFile())
  const { underwriterDocuments } = await uploadUnderwriterDocument(
    buyer.ctx,
    slv.id,
    keptFile(`${innerCanary}.pdf`),
  )
  const [own = '', inner = ''] = [documents[0]?.id, underwriterDocuments[0]?.id]
  const added = (id: string) => ({
    type: 'slv.document_added',
    data: { id, proxyLoanId: slv.id },
  })
  const ofSeller = await created(seller.hook.id)
  expect(ofSeller).toMatchObject([added(own)])
  expect(await created(buyer.hook.id)).toMatchObject([added(own), added(inner)])
  const proxyLoanId = slv.id
  expect(ofSeller[0]?.data).toEqual({
    ...(await getDocument(seller.ctx, slv.id, own)),
    proxyLoanId,
  })

  await deleteDocument(buyer.ctx, slv.id, inner)
  await setPendingDocuments(buyer.ctx, slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
    statusComment: '',
  })
  await deleteDocument(seller.ctx, slv.id, own)
  const removed = (id: string) => ({
    type: 'slv.document_removed',
    data: { id, proxyLoanId, availableActions: [] },
  })
  const [, last] = await created(seller.hook.id)
  expect(last).toMatchObject(removed(own))
  expect(EventDocument.parse(last?.data)).toEqual(last?.data)
  expect((await created(buyer.hook.id)).slice(2)).toMatchObject([
    removed(inner),
    removed(own),
  ])
  const deliveries = await findRows(committed, 'webhookDelivery', {
    webhookId: seller.hook.id,
  })
  expect(JSON.stringify(deliveries)).not.toContain(innerCanary)
})

test('a document that was deleted before its delivery isn’t sent, and its deletion is', async ({
  parties: { slv, seller, buyer },
  created,
  committed,
  receiver,
}) => {
  await committed
    .deleteFrom('webhook')
    .where('id', '=', buyer.hook.id)
    .execute()
  await setPendingDocuments(buyer.ctx, slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
    statusComment: '',
  })
  const { documents } = await uploadDocument(seller.ctx, slv.id, keptFile())
  const [first = ''] = documents.map(({ id }) => id)
  expect(await created(seller.hook.id)).toHaveLength(1)
  await deleteDocument(seller.ctx, slv.id, first)
  const next = await uploadDocument(seller.ctx, slv.id, keptFile())
  const [second = ''] = next.documents.map(({ id }) => id)
  await deleteDocument(seller.ctx, slv.id, second)
  await created(seller.hook.id)
  await sendQueued(committed, () => seller.ctx.now)
  const received = receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return `${type} ${data.id}`
  })
  // Two deliveries run at the same time, so either may arrive first.
  expect(received.toSorted()).toEqual(
    [first, second].map((id) => `slv.document_removed ${id}`).toSorted(),
  )
})

test('answers to requested documents are delivered with the SLV, and a file for one names it', async ({
  parties: { slv, seller, buyer },
  created,
}) => {
  const { pendingDocuments } = await setPendingDocuments(buyer.ctx, slv.id, {
    pendingDocuments: [
      { name: 'W-2', note: '' },
      { name: 'Lease', note: '' },
    ],
    statusComment: '',
  })
  const [w2 = '', lease = ''] = pendingDocuments.map(({ id }) => id)
  const place = { id: slv.id, pendingId: w2 }
  const answer = { kind: 'CANNOT' as const, reason: 'Self-employed' }
  await answerDocument(seller.ctx, place, answer)
  await withdrawAnswer(seller.ctx, place)
  await answerDocument(seller.ctx, place, answer)
  await receiveDocument(
    seller.ctx,
    slv.id,
    { pendingDocumentId: lease, send: false },
    keptFile(),
  )
  await sendPendingDocuments(seller.ctx, slv.id, {})
  await acceptAnswer(buyer.ctx, place)
  for (const { hook } of [seller, buyer]) {
    const payloads = await created(hook.id)
    const answered = { type: 'slv.document_answer_changed' }
    expect(payloads).toMatchObject([
      answered,
      answered,
      answered,
      { type: 'slv.document_added', data: { pendingDocumentId: lease } },
      {
        ...answered,
        data: {
          id: slv.id,
          pendingDocuments: [
            { name: 'W-2', outcome: { kind: 'ACCEPTED' } },
            { name: 'Lease' },
          ],
        },
      },
    ])
  }
})
