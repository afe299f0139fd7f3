import { allTo } from '@portal/contract/assignment/model'
import { HistoryFilters } from '@portal/contract/history/api'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { describe, expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { keptFile } from '../../test/files.ts'
import { test as base } from '../../test/makers.ts'
import { findRows } from '../../test/rows.ts'
import { searchHistory } from '../history/search.ts'
import { assignSlvs } from '../slv/assign.ts'
import { viewSlv } from '../slv/detail.ts'
import * as decide from '../slv/review/decide.ts'
import { setPendingDocuments } from '../slv/review/request-documents.ts'
import {
  acceptAnswer,
  answerDocument,
  withdrawAnswer,
} from './answer-document.ts'
import { deleteDocument } from './delete-document.ts'
import { receiveDocument, sendPendingDocuments } from './receive-document.ts'
import { uploadDocument } from './upload-document.ts'

const reason = 'The borrower is self-employed and has no W-2'

/**
 * An SLV whose underwriter requested a W-2 and a lease, with its owner and a
 * file that they had already sent.
 */
const test = base.extend('requested', async ({ a, as }) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ underwriterId: underwriter.id })
  const [owner, reviewer] = [
    await as(await a.ownerOf(slv)),
    await as(underwriter),
  ]
  const { documents } = await uploadDocument(owner, slv.id, keptFile())
  const documentId = documents[0]?.id ?? ''
  const { pendingDocuments } = await setPendingDocuments(reviewer, slv.id, {
    pendingDocuments: [
      { name: 'W-2', note: '' },
      { name: 'Lease', note: 'Signed' },
    ],
    statusComment: '',
  })
  const ids = pendingDocuments.map(({ id }) => id)
  const [w2 = '', lease = ''] = ids
  const at = (pendingId: string) => ({ id: slv.id, pendingId })
  const answersOf = ({ pendingDocuments: asked }: SlvDetail) =>
    asked.map(({ answer }) => answer?.kind ?? null)
  return { slv, owner, reviewer, documentId, w2, lease, at, answersOf }
})

describe('the answer to a requested document', () => {
  test('is a file already sent or a reason, and reaches the underwriter when the seller sends', async ({
    db,
    requested,
  }) => {
    const { slv, owner, reviewer, documentId, w2, lease, at } = requested
    const sent = await answerDocument(owner, at(lease), {
      kind: 'ALREADY_SENT',
      documentId,
    })
    expect(sent.status).toBe('PENDING_DOCUMENTS')
    await expect(sendPendingDocuments(owner, slv.id, {})).rejects.toMatchObject(
      {
        statusCode: 400,
        details: [
          {
            field: `pendingDocuments.${w2}`,
            error:
              'W-2: add a file, choose one that you already sent, or say why you can’t provide it',
          },
        ],
      },
    )
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    await db.deleteFrom('notification').execute()
    const { status } = await sendPendingDocuments(owner, slv.id, {})
    expect(status).toBe('DOCUMENTS_RECEIVED')
    expect(await findRows(db, 'notification')).toMatchObject([
      { userId: reviewer.actor.id, action: 'DOCUMENTS_SUBMITTED' },
    ])

    const { pendingDocuments } = await viewSlv(reviewer, slv.id)
    expect(pendingDocuments).toMatchObject([
      {
        name: 'W-2',
        receivedAt: null,
        answer: {
          kind: 'CANNOT',
          reason,
          document: null,
          answeredAt: owner.now.toISOString(),
          answeredByName: owner.actor.name,
        },
      },
      {
        name: 'Lease',
        answer: { kind: 'ALREADY_SENT', document: { id: documentId } },
      },
    ])
  })

  test('is in the history of both sides, with the reason', async ({
    requested,
  }) => {
    const { slv, owner, reviewer, w2, at } = requested
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    for (const reader of [owner, reviewer]) {
      const { items } = await searchHistory(
        reader,
        slv.id,
        HistoryFilters.parse({}),
      )
      expect(items[0]).toMatchObject({
        action: 'answer-pending-document',
        comment: reason,
        changes: [{ field: 'pendingDocuments', after: 'W-2 · Can’t provide' }],
      })
    }
  })

  test('is replaced by another answer, and by a file', async ({
    requested,
  }) => {
    const { slv, owner, documentId, w2, at, answersOf } = requested
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    const other = await answerDocument(owner, at(w2), {
      kind: 'ALREADY_SENT',
      documentId,
    })
    expect(answersOf(other)).toEqual(['ALREADY_SENT', null])
    expect(other.pendingDocuments[0]?.answer?.reason).toBeNull()

    const file = { pendingDocumentId: w2, send: false }
    const received = await receiveDocument(owner, slv.id, file, keptFile())
    expect(answersOf(received)).toEqual([null, null])
    expect(
      await statusOf(answerDocument(owner, at(w2), { kind: 'CANNOT', reason })),
    ).toBe(409)
  })

  test('can be withdrawn until it is sent, and the document is missing again', async ({
    db,
    requested,
  }) => {
    const { slv, owner, reviewer, documentId, w2, lease, at, answersOf } =
      requested
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    const { version } = await answerDocument(owner, at(lease), {
      kind: 'ALREADY_SENT',
      documentId,
    })
    expect(await statusOf(withdrawAnswer(owner, at(w2), version - 1))).toBe(412)
    expect(await statusOf(withdrawAnswer(reviewer, at(w2)))).toBe(403)
    const withdrawn = await withdrawAnswer(owner, at(w2), version)
    expect(answersOf(withdrawn)).toEqual([null, 'ALREADY_SENT'])
    expect(withdrawn.version).toBe(version + 1)
    await expect(withdrawAnswer(owner, at(w2))).rejects.toMatchObject({
      statusCode: 409,
      message: 'This document has no answer',
    })
    expect(await statusOf(sendPendingDocuments(owner, slv.id, {}))).toBe(400)
    expect(
      await findRows(db, 'slvHistory', {
        slvId: slv.id,
        action: 'withdraw-pending-answer',
      }),
    ).toMatchObject([
      {
        actorId: owner.actor.id,
        changes: [{ field: 'pendingDocuments', before: 'W-2', after: null }],
      },
    ])

    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    await sendPendingDocuments(owner, slv.id, {})
    expect(await statusOf(withdrawAnswer(owner, at(w2)))).toBe(409)
  })

  test('is refused for a document of another SLV, of the buyer, or deleted', async ({
    a,
    as,
    requested,
  }) => {
    const { owner, w2, at } = requested
    const alien = await a.slv()
    const { documents } = await uploadDocument(
      await as(await a.ownerOf(alien)),
      alien.id,
      keptFile(),
    )
    await expect(
      answerDocument(owner, at(w2), {
        kind: 'ALREADY_SENT',
        documentId: documents[0]?.id,
      }),
    ).rejects.toMatchObject({ details: [{ field: 'documentId' }] })
    expect(
      await statusOf(
        answerDocument(
          owner,
          { id: alien.id, pendingId: w2 },
          { kind: 'CANNOT', reason },
        ),
      ),
    ).toBe(404)
  })
})

test('a file that is added without sending leaves the request with the seller, and the last one sends it by default', async ({
  requested,
}) => {
  const { slv, owner, w2, lease, at } = requested
  await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
  const added = await receiveDocument(
    owner,
    slv.id,
    { pendingDocumentId: lease, send: false },
    keptFile(),
  )
  expect(added.status).toBe('PENDING_DOCUMENTS')
  const complete = await receiveDocument(
    owner,
    slv.id,
    { pendingDocumentId: lease },
    keptFile(),
  )
  expect(complete.status).toBe('DOCUMENTS_RECEIVED')
})

describe('when things go wrong', () => {
  test('an answer to a request that was withdrawn says so and is not saved', async ({
    requested,
  }) => {
    const { slv, owner, w2, at } = requested
    await decide.setWithdrawPending(owner, slv.id, { withdrawReason: 'Sold' })
    await expect(
      answerDocument(owner, at(w2), { kind: 'CANNOT', reason }),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: `The SLV is now Withdraw Pending, by ${owner.actor.name}`,
    })
    const { pendingDocuments } = await viewSlv(owner, slv.id)
    expect(pendingDocuments[0]?.answer).toBeNull()
  })

  test('of two people who answer, the second reads what the first did', async ({
    a,
    as,
    requested,
  }) => {
    const { slv, owner, documentId, w2, at, answersOf } = requested
    const { version } = await viewSlv(owner, slv.id)
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason }, version)
    const second = { kind: 'ALREADY_SENT', documentId } as const
    expect(await statusOf(answerDocument(owner, at(w2), second, version))).toBe(
      412,
    )
    expect(answersOf(await viewSlv(owner, slv.id))).toEqual(['CANNOT', null])

    const lead = await as(
      await a.underwriter('assignLoans', 'viewSlvDepartment'),
    )
    const colleague = await a.seller(owner.actor.companyId)
    await assignSlvs(lead, 'assign-seller', allTo(colleague.id, [slv.id]))
    expect(await statusOf(answerDocument(owner, at(w2), second))).toBe(404)
    const taken = await answerDocument(await as(colleague), at(w2), second)
    expect(answersOf(taken)).toEqual(['ALREADY_SENT', null])
  })

  test('a document that is deleted after it was named is missing again', async ({
    requested,
  }) => {
    const { slv, owner, documentId, w2, lease, at, answersOf } = requested
    await answerDocument(owner, at(w2), { kind: 'ALREADY_SENT', documentId })
    await answerDocument(owner, at(lease), { kind: 'CANNOT', reason })
    await deleteDocument(owner, slv.id, documentId)
    expect(answersOf(await viewSlv(owner, slv.id))).toEqual([null, 'CANNOT'])
    expect(await statusOf(sendPendingDocuments(owner, slv.id, {}))).toBe(400)
    await expect(
      answerDocument(owner, at(w2), { kind: 'ALREADY_SENT', documentId }),
    ).rejects.toMatchObject({ details: [{ field: 'documentId' }] })
  })
})

describe('the underwriter', () => {
  test('accepts an answer once it is sent', async ({ db, requested }) => {
    const { slv, owner, reviewer, w2, lease, at } = requested
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    await answerDocument(owner, at(lease), { kind: 'CANNOT', reason })
    expect(await statusOf(acceptAnswer(reviewer, at(w2)))).toBe(409)
    await sendPendingDocuments(owner, slv.id, {})
    const accepted = await acceptAnswer(reviewer, at(w2))
    expect(accepted.pendingDocuments).toMatchObject([
      { outcome: { kind: 'ACCEPTED', byName: reviewer.actor.name } },
      { outcome: null },
    ])
    expect(await statusOf(acceptAnswer(owner, at(lease)))).toBe(409)
    const history = await findRows(db, 'slvHistory', {
      slvId: slv.id,
      action: 'accept-pending-answer',
    })
    expect(history).toHaveLength(1)
  })

  test('requests the document again, and the earlier request is closed', async ({
    requested,
  }) => {
    const { slv, owner, reviewer, w2, lease, at } = requested
    await answerDocument(owner, at(w2), { kind: 'CANNOT', reason })
    await answerDocument(owner, at(lease), { kind: 'CANNOT', reason })
    await sendPendingDocuments(owner, slv.id, {})
    await decide.startReview(reviewer, slv.id)
    const again = (insteadOf: string) =>
      setPendingDocuments(reviewer, slv.id, {
        pendingDocuments: [{ name: 'W-2', note: 'Or 1099s', insteadOf }],
        statusComment: '',
      })
    const { pendingDocuments } = await again(w2)
    expect(pendingDocuments).toMatchObject([
      { outcome: { kind: 'ASKED_AGAIN' } },
      { outcome: null },
      { name: 'W-2', note: 'Or 1099s', answer: null },
    ])
    for (const closed of [
      answerDocument(owner, at(w2), { kind: 'CANNOT', reason }),
      receiveDocument(owner, slv.id, { pendingDocumentId: w2 }, keptFile()),
    ])
      expect(await statusOf(closed)).toBe(409)

    const newest = pendingDocuments[2]?.id ?? ''
    const file = { pendingDocumentId: newest }
    const { status } = await receiveDocument(owner, slv.id, file, keptFile())
    expect(status).toBe('DOCUMENTS_RECEIVED')
    await decide.startReview(reviewer, slv.id)
    expect(await statusOf(again(w2))).toBe(400)
  })
})
