import { mayWithDocument } from '@portal/contract/document/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, stale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { touch } from '../slv/perform.ts'
import { tellFile } from './insert-file.ts'
import { findFile } from './list-documents.ts'
import type { FileRecord } from './record.ts'

/**
 * Takes a file away: nobody can open it any more. Its row and its bytes stay, for whoever must prove later what was
 * there; but of a draft, which nobody has read, nothing stays. A document that was asked for and has no other file is
 * awaited again.
 */
export const deleteDocument = (ctx: Ctx, slvId: string, documentId: string, ifMatch?: number) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    const file = await findFile(inner, slv, documentId)
    const facts = { ...file, isOfThisRound: file.resubmitCount === slv.resubmitCount }
    if (!mayWithDocument('delete', inner.actor, slv, facts)) throw conflict(whyNot(file, facts.isOfThisRound))
    if (ifMatch !== undefined && ifMatch !== slv.version) throw stale()

    if (isSellerDraft(slv.status)) await forget(inner, documentId)
    else await takeAway(inner, slv, file)
    return { slvVersion: await touch(inner, slv) }
  })

async function takeAway(ctx: Ctx, slv: LockedSlv, { id, kind, name, pendingDocumentId }: FileRecord) {
  await ctx.db
    .updateTable('document')
    .set({ deletedAt: ctx.now, deletedById: ctx.actor.id })
    .where('id', '=', id)
    .execute()
  if (pendingDocumentId) await awaitAgain(ctx, slv, pendingDocumentId)
  const action = kind === 'SELLER' ? 'delete-document' : 'delete-underwriter-document'
  await tellFile(ctx, slv, action, { kind, before: name, after: null })
}

/** Its bytes are then a leftover, and go with the next sweep. */
const forget = ({ db }: Ctx, id: string) => db.deleteFrom('document').where('id', '=', id).execute()

const whyNot = ({ isExample }: FileRecord, isOfThisRound: boolean) => {
  if (!isOfThisRound) return 'This document belongs to a round that has ended'
  if (isExample) return 'The seller was shown this document as an example'
  return 'This document can no longer be taken away'
}

/** Only while the SLV waits for documents does the delete rule let the answer to one go. */
async function awaitAgain({ db }: Ctx, slv: LockedSlv, pendingDocumentId: string) {
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
