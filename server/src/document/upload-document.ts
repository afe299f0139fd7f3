import {
  type DocumentKind,
  maxDocuments,
} from '@portal/contract/document/model'
import { uploads } from '@portal/contract/document/policy'
import type { HistoryAction } from '@portal/contract/history/api'
import { isSellerDraft } from '@portal/contract/slv/status'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import type { StoredFile } from '../lib/files/upload.ts'
import { enqueue } from '../lib/jobs/jobs.ts'
import { findSlv, type LockedSlv, lockSlv } from '../slv/lock.ts'
import { bumpVersion, describeCurrentStatus } from '../slv/perform.ts'
import { writeEvent } from '../slv/write-history.ts'
import type { ContentFacts } from './content/check-content.ts'
import { presentSlvFiles } from './list-documents.ts'

export type DocumentFile = StoredFile<ContentFacts>

type NewFile = {
  kind: DocumentKind
  file: DocumentFile
  pendingDocumentId?: string
}

/**
 * Inserts the row of a stored file, writes the history and queues the file for
 * LoanDock. Files of a draft are sent with the request.
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
  const action = kind === 'SELLER' ? 'add-document' : 'add-underwriter-document'
  const change = { id, kind, before: null, after: file.name }
  await writeFileHistory(ctx, slv, action, change)
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
  if (count >= maxDocuments)
    throw conflict(
      `This SLV already has ${maxDocuments} documents. Delete some first.`,
    )
}

type FileChange = {
  id: string
  kind: DocumentKind
  before: string | null
  after: string | null
}

export const writeFileHistory = (
  ctx: Ctx,
  slv: LockedSlv,
  action: HistoryAction,
  { id, kind, before, after }: FileChange,
) => {
  const field = kind === 'SELLER' ? 'documents' : 'underwriterDocuments'
  const changes = [{ field, before, after }]
  return writeEvent(ctx, slv, { action, changes, documentId: id })
}

/**
 * Throws 404 if the actor may not see the SLV, 409 if they can't add such a
 * file now.
 */
export const admitUpload = async (
  ctx: Ctx,
  slvId: string,
  kind: DocumentKind,
) => refuseUnlessAllowed(ctx, await findSlv(ctx, slvId), kind)

async function refuseUnlessAllowed(
  ctx: Ctx,
  slv: LockedSlv,
  kind: DocumentKind,
) {
  const { isOpen, turn } = uploads[kind]
  if (!isOpen(slv.status)) throw conflict(await describeCurrentStatus(ctx, slv))
  if (!turn(ctx.actor, slv))
    throw conflict('Someone else has to act on this SLV')
}

const addDocument = (
  ctx: Ctx,
  slvId: string,
  kind: DocumentKind,
  file: DocumentFile,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await refuseUnlessAllowed(inner, slv, kind)
    await insertFile(inner, slv, { kind, file })
    const slvVersion = await bumpVersion(inner, slv)
    const files = await presentSlvFiles(inner, slv)
    return { ...files, slvVersion }
  })

export const uploadDocument = (ctx: Ctx, slvId: string, file: DocumentFile) =>
  addDocument(ctx, slvId, 'SELLER', file)

export async function uploadUnderwriterDocument(
  ctx: Ctx,
  slvId: string,
  file: DocumentFile,
) {
  const { underwriterDocuments = [], slvVersion } = await addDocument(
    ctx,
    slvId,
    'UNDERWRITER',
    file,
  )
  return { underwriterDocuments, slvVersion }
}
