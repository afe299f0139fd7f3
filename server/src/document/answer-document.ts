import type { AnswerBody } from '@portal/contract/document/api'
import { mayAcceptAnswers } from '@portal/contract/document/policy'
import { answerText } from '@portal/contract/document/texts'
import type { Updateable } from 'kysely'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { conflict, notFound, refuseStale } from '../lib/errors.ts'
import { getDetail } from '../slv/detail.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, bumpVersion, describeCurrentStatus } from '../slv/perform.ts'
import { writeEvent } from '../slv/write-history.ts'
import { findSentDocument } from './find-sent-document.ts'
import { noAnswer, refuseClosed, requestedIn } from './receive-document.ts'

type RequestedDocumentKey = { id: string; pendingId: string }

/**
 * Saves the seller's answer to a requested document, in place of an earlier
 * one. It reaches the underwriter with send-pending-documents. Throws 409 for a
 * document that has a file, or that is no longer requested.
 */
export const answerDocument = (
  ctx: Ctx,
  key: RequestedDocumentKey,
  body: z.output<typeof AnswerBody>,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const { slv, requested } = await lockAsSeller(inner, key)
    if (requested.receivedAt)
      throw conflict(
        'This document already has a file. Delete the file to answer without one.',
      )
    refuseStale(slv, ifMatch)

    const document = await findSentDocument(inner, slv, body.documentId)
    const { kind, reason = null } = body
    await updateRequested(inner, requested.id, {
      answerKind: kind,
      answerDocumentId: document?.id ?? null,
      answerReason: reason,
      answeredById: inner.actor.id,
      answeredAt: inner.now,
    })
    const text = answerText({ kind, document, reason: null })
    const after = `${requested.name} · ${text}`
    await writeEvent(inner, slv, {
      action: 'answer-pending-document',
      comment: reason,
      changes: [{ field: 'pendingDocuments', before: null, after }],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, key.id)
  })

/**
 * Withdraws the seller's answer to a requested document before it is sent, so
 * that the document is missing again. Throws 409 for a document without an
 * answer, or that is no longer requested.
 */
export const withdrawAnswer = (
  ctx: Ctx,
  key: RequestedDocumentKey,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const { slv, requested } = await lockAsSeller(inner, key)
    refuseUnanswered(requested)
    refuseStale(slv, ifMatch)

    await updateRequested(inner, requested.id, noAnswer)
    const before = requested.name
    await writeEvent(inner, slv, {
      action: 'withdraw-pending-answer',
      changes: [{ field: 'pendingDocuments', before, after: null }],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, key.id)
  })

/**
 * The underwriter accepts the seller's answer to a requested document. Throws
 * 409 before it is sent, and for a document without an answer.
 */
export const acceptAnswer = (
  ctx: Ctx,
  key: RequestedDocumentKey,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, key.id)
    await requireTurn(inner, slv)
    const requested = await findRequested(inner, slv, key.pendingId)
    refuseUnanswered(requested)
    if (requested.outcome === 'ASKED_AGAIN')
      throw conflict('This document was requested again')
    refuseStale(slv, ifMatch)

    await updateRequested(inner, requested.id, {
      outcome: 'ACCEPTED',
      outcomeById: inner.actor.id,
      outcomeAt: inner.now,
    })
    const after = requested.name
    await writeEvent(inner, slv, {
      action: 'accept-pending-answer',
      changes: [{ field: 'pendingDocuments', before: null, after }],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, key.id)
  })

/** Locks the SLV for a seller who may still answer the document. */
async function lockAsSeller(ctx: Ctx, { id, pendingId }: RequestedDocumentKey) {
  const slv = await lockSlv(ctx, id)
  await admit(ctx, slv, 'upload-pending-documents')
  const requested = await findRequested(ctx, slv, pendingId)
  refuseClosed(requested)
  return { slv, requested }
}

async function findRequested(ctx: Ctx, slv: LockedSlv, pendingId: string) {
  const requested = await requestedIn(ctx, slv)
    .select(['id', 'name', 'receivedAt', 'answerKind', 'outcome'])
    .where('id', '=', pendingId)
    .executeTakeFirst()
  if (!requested) throw notFound('Document')
  return requested
}

const refuseUnanswered = ({ answerKind }: { answerKind: string | null }) => {
  if (!answerKind) throw conflict('This document has no answer')
}

const updateRequested = (
  { db }: Ctx,
  pendingId: string,
  columns: Updateable<DB['slvPendingDocument']>,
) =>
  db
    .updateTable('slvPendingDocument')
    .set(columns)
    .where('id', '=', pendingId)
    .execute()

async function requireTurn(ctx: Ctx, slv: LockedSlv) {
  if (mayAcceptAnswers(ctx.actor, slv)) return
  if (slv.underwriterId !== ctx.actor.id)
    throw conflict('Someone else has to act on this SLV')
  throw conflict(await describeCurrentStatus(ctx, slv))
}
