import { type DocumentKind, maxDocuments } from '@portal/contract/document/model'
import type { HistoryAction } from '@portal/contract/history/api'
import { isSellerDraft } from '@portal/contract/slv/status'
import { writeHistory } from '../history/write.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { enqueue } from '../lib/jobs.ts'
import type { Kept } from '../lib/upload.ts'
import type { LockedSlv } from '../slv/lock.ts'
import type { Judged } from './check-content.ts'

/** A file of an SLV that is in the store. */
export type KeptFile = Kept<Judged>

type What = { kind: DocumentKind; file: KeptFile; pendingDocumentId?: string }

/**
 * Writes the row of a file that is in the store, tells the history and queues it for LoanDock: under the SLV's lock, once
 * the rule has agreed. A draft's files leave no history and are sent with the request.
 */
export async function insertFile(ctx: Ctx, slv: LockedSlv, { kind, file, pendingDocumentId }: What): Promise<string> {
  await refuseTooMany(ctx, slv)
  const { id } = await ctx.db
    .insertInto('document')
    .values({
      slvId: slv.id,
      kind,
      pendingDocumentId: pendingDocumentId ?? null,
      resubmitCount: slv.resubmitCount,
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
      facts: file.facts ?? [],
      pageCount: file.pageCount ?? null,
      storageKey: file.key,
      uploadedById: ctx.actor.id,
      uploadedAt: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isSellerDraft(slv.status)) return id
  await tellFile(ctx, slv, kind === 'SELLER' ? 'add-document' : 'add-underwriter-document', {
    kind,
    before: null,
    after: file.name,
  })
  await enqueue(ctx.db, 'send-document', { documentId: id }, { key: id })
  return id
}

async function refuseTooMany({ db }: Ctx, { id }: LockedSlv) {
  const { count } = await db
    .selectFrom('document')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('slvId', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxDocuments) throw conflict(`This SLV holds ${maxDocuments} documents; take some away first`)
}

type Told = { kind: DocumentKind; before: string | null; after: string | null }

/** Tells the history what happened to a file, by its name. */
export const tellFile = (ctx: Ctx, slv: LockedSlv, action: HistoryAction, { kind, before, after }: Told) =>
  writeHistory(ctx, {
    slvId: slv.id,
    action,
    fromStatus: slv.status,
    toStatus: slv.status,
    resubmitCount: slv.resubmitCount,
    comment: null,
    changes: [{ field: kind === 'SELLER' ? 'documents' : 'underwriterDocuments', before, after }],
  })
