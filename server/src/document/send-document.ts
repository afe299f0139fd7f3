import type { SlvDocument } from '@portal/contract/document/model'
import { mayWithDocument } from '@portal/contract/document/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { enqueue } from '../lib/jobs.ts'
import { lockSlv } from '../slv/lock.ts'
import { tellFile } from './insert-file.ts'
import { findFile, getDocument } from './list-documents.ts'

/** Queues a file for LoanDock again: it failed, or LoanDock lost it. One that is queued already stays so. */
export const requeueDocument = (ctx: Ctx, slvId: string, documentId: string): Promise<SlvDocument> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    const file = await findFile(inner, slv, documentId)
    const facts = { ...file, isOfThisRound: file.resubmitCount === slv.resubmitCount }
    if (!mayWithDocument('send-to-ldp', inner.actor, slv, facts))
      throw conflict('This SLV is in the hands of somebody else')
    await inner.db
      .updateTable('document')
      .set({ ldpState: 'QUEUED', ldpSentAt: null, ldpAttempts: 0, ldpError: null })
      .where('id', '=', documentId)
      .execute()
    await tellFile(inner, slv, 'send-document', { kind: file.kind, before: null, after: file.name })
    await enqueue(inner.db, 'send-document', { documentId }, { key: documentId })
    return getDocument(inner, slvId, documentId)
  })

/** Queues the files that a draft held back, in the transaction that sends the request. */
export async function queueDraftFiles({ db }: Ctx, slvId: string) {
  const files = await db
    .selectFrom('document')
    .select('id')
    .where('slvId', '=', slvId)
    .where('deletedAt', 'is', null)
    .where('ldpState', '=', 'QUEUED')
    .execute()
  for (const { id } of files) await enqueue(db, 'send-document', { documentId: id }, { key: id })
}
