import { type DocumentKind, maxDocuments } from '@portal/contract/document/model'
import type { HistoryAction } from '@portal/contract/history/api'
import { isSellerDraft } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import type { Kept } from '../lib/files/upload.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import type { LockedSlv } from '../slv/lock.ts'
import { writeHistory } from '../slv/write-history.ts'
import type { Judged } from './check-content.ts'

export type KeptFile = Kept<Judged>

type NewFile = { kind: DocumentKind; file: KeptFile; pendingDocumentId?: string }

/**
 * Inserts the row of a stored file, writes the history and queues the file for LoanDock. Files of a draft are sent with
 * the request.
 */
export async function insertFile(
  ctx: Ctx,
  slv: LockedSlv,
  { kind, file, pendingDocumentId }: NewFile,
): Promise<string> {
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
  await writeFileHistory(ctx, slv, kind === 'SELLER' ? 'add-document' : 'add-underwriter-document', {
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
  if (count >= maxDocuments) throw conflict(`This SLV already has ${maxDocuments} documents. Delete some first.`)
}

type FileChange = { kind: DocumentKind; before: string | null; after: string | null }

export const writeFileHistory = (
  ctx: Ctx,
  slv: LockedSlv,
  action: HistoryAction,
  { kind, before, after }: FileChange,
) =>
  writeHistory(ctx, {
    slvId: slv.id,
    action,
    fromStatus: slv.status,
    toStatus: slv.status,
    resubmitCount: slv.resubmitCount,
    comment: null,
    changes: [{ field: kind === 'SELLER' ? 'documents' : 'underwriterDocuments', before, after }],
  })
