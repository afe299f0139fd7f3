import { mayWithDocument } from '@portal/contract/document/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, refuseStale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { bumpVersion } from '../slv/perform.ts'
import type { FileRecord } from '../slv/record.ts'
import { findFile } from './list-documents.ts'
import { noAnswer } from './receive-document.ts'
import { writeFileHistory } from './upload-document.ts'

/**
 * Deletes a file; its row and content stay as a record unless it is a draft's.
 * A requested document without another file becomes missing again.
 */
export const deleteDocument = (
  ctx: Ctx,
  slvId: string,
  documentId: string,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    const file = await findFile(inner, slv, documentId)
    const facts = {
      ...file,
      isOfThisRound: file.resubmitCount === slv.resubmitCount,
    }
    if (!mayWithDocument('delete', inner.actor, slv, facts))
      throw conflict(whyNot(file, facts.isOfThisRound))
    refuseStale(slv, ifMatch)

    // The sweep removes the content.
    if (isSellerDraft(slv.status))
      await inner.db
        .deleteFrom('document')
        .where('id', '=', documentId)
        .execute()
    else await markDeleted(inner, slv, file)
    return { slvVersion: await bumpVersion(inner, slv) }
  })

async function markDeleted(
  ctx: Ctx,
  slv: LockedSlv,
  { id, kind, name, pendingDocumentId }: FileRecord,
) {
  await ctx.db
    .updateTable('document')
    .set({ deletedAt: ctx.now, deletedById: ctx.actor.id })
    .where('id', '=', id)
    .execute()
  if (pendingDocumentId) await markMissing(ctx, slv, pendingDocumentId)
  await removeAnswers(ctx, slv, id)
  const action =
    kind === 'SELLER' ? 'delete-document' : 'delete-underwriter-document'
  const change = { id, kind, before: name, after: null }
  await writeFileHistory(ctx, slv, action, change)
}

const whyNot = ({ isExample }: FileRecord, isOfThisRound: boolean) => {
  if (!isOfThisRound) return 'This document belongs to a round that has ended'
  if (isExample) return 'This document is shared with the seller as an example'
  return 'This document can no longer be deleted'
}

/** Removes the answers that name a file as already sent. */
const removeAnswers = ({ db }: Ctx, slv: LockedSlv, documentId: string) =>
  db
    .updateTable('slvPendingDocument')
    .set(noAnswer)
    .where('slvId', '=', slv.id)
    .where('answerDocumentId', '=', documentId)
    .execute()

/**
 * Marks a requested document as missing if it has no other file. Only possible
 * while the SLV waits for documents.
 */
async function markMissing(
  { db }: Ctx,
  slv: LockedSlv,
  pendingDocumentId: string,
) {
  await db
    .updateTable('slvPendingDocument as p')
    .set({ receivedAt: null })
    .where('p.id', '=', pendingDocumentId)
    .where('p.slvId', '=', slv.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document')
            .select('id')
            .whereRef('document.pendingDocumentId', '=', 'p.id')
            .where('document.deletedAt', 'is', null),
        ),
      ),
    )
    .execute()
}
