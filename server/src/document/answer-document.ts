import type { AnswerBody } from '@portal/contract/document/api'
import { mayAcceptAnswers } from '@portal/contract/document/policy'
import { answerText } from '@portal/contract/document/texts'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound, refuseStale } from '../lib/errors.ts'
import { getDetail } from '../slv/detail.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, bumpVersion, describeCurrentStatus } from '../slv/perform.ts'
import { writeEvent } from '../slv/write-history.ts'
import { findSentDocument } from './find-sent-document.ts'
import { noAnswer, refuseClosed, requestedIn } from './receive-document.ts'

type Place = { id: string; pendingId: string }

/**
 * Saves the seller's answer to a requested document, in place of an earlier
 * one. It reaches the underwriter with send-pending-documents. Throws 409 for a
 * document that has a file, or that is no longer requested.
 */
export const answerDocument = (
  ctx: Ctx,
  { id, pendingId }: Place,
  body: z.output<typeof AnswerBody>,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    const asked = await findAsked(inner, slv, pendingId)
    refuseClosed(asked)
    if (asked.receivedAt)
      throw conflict(
        'This document already has a file. Delete the file to answer without one.',
      )
    refuseStale(slv, ifMatch)

    const document = await findSentDocument(inner, slv, body.documentId)
    const { kind, reason = null } = body
    await inner.db
      .updateTable('slvPendingDocument')
      .set({
        answerKind: kind,
        answerDocumentId: document?.id ?? null,
        answerReason: reason,
        answeredById: inner.actor.id,
        answeredAt: inner.now,
      })
      .where('id', '=', asked.id)
      .execute()
    const text = answerText({ kind, document, reason: null })
    await writeEvent(inner, slv, {
      action: 'answer-pending-document',
      comment: reason,
      changes: [
        {
          field: 'pendingDocuments',
          before: null,
          after: `${asked.name} · ${text}`,
        },
      ],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, id)
  })

/**
 * Withdraws the seller's answer to a requested document before it is sent, so
 * that the document is missing again. Throws 409 for a document without an
 * answer, or that is no longer requested.
 */
export const withdrawAnswer = (
  ctx: Ctx,
  { id, pendingId }: Place,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    const asked = await findAsked(inner, slv, pendingId)
    refuseClosed(asked)
    if (!asked.answerKind) throw conflict('This document has no answer')
    refuseStale(slv, ifMatch)

    await inner.db
      .updateTable('slvPendingDocument')
      .set(noAnswer)
      .where('id', '=', asked.id)
      .execute()
    await writeEvent(inner, slv, {
      action: 'withdraw-pending-answer',
      changes: [{ field: 'pendingDocuments', before: asked.name, after: null }],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, id)
  })

async function findAsked(ctx: Ctx, slv: LockedSlv, pendingId: string) {
  const asked = await requestedIn(ctx, slv)
    .select(['id', 'name', 'receivedAt', 'answerKind', 'outcome'])
    .where('id', '=', pendingId)
    .executeTakeFirst()
  if (!asked) throw notFound('Document')
  return asked
}

/**
 * The underwriter accepts the seller's answer to a requested document. Throws
 * 409 before it is sent, and for a document without an answer.
 */
export const acceptAnswer = (
  ctx: Ctx,
  { id, pendingId }: Place,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await requireTurn(inner, slv)
    const asked = await findAsked(inner, slv, pendingId)
    if (!asked.answerKind) throw conflict('This document has no answer')
    if (asked.outcome === 'ASKED_AGAIN')
      throw conflict('This document was requested again')
    refuseStale(slv, ifMatch)

    await inner.db
      .updateTable('slvPendingDocument')
      .set({
        outcome: 'ACCEPTED',
        outcomeById: inner.actor.id,
        outcomeAt: inner.now,
      })
      .where('id', '=', asked.id)
      .execute()
    await writeEvent(inner, slv, {
      action: 'accept-pending-answer',
      changes: [{ field: 'pendingDocuments', before: null, after: asked.name }],
    })
    await bumpVersion(inner, slv)
    return getDetail(inner, id)
  })

async function requireTurn(ctx: Ctx, slv: LockedSlv) {
  if (mayAcceptAnswers(ctx.actor, slv)) return
  if (slv.underwriterId !== ctx.actor.id)
    throw conflict('Someone else has to act on this SLV')
  throw conflict(await describeCurrentStatus(ctx, slv))
}
