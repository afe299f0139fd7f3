import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { getExtension } from '../lib/files/file-name.ts'
import { getDetail } from '../slv/detail.ts'
import { findSlv, type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, bumpVersion, move, performing } from '../slv/perform.ts'
import { isMissingIn } from '../slv/review/find-missing.ts'
import { type DocumentFile, insertFile } from './upload-document.ts'

/**
 * Throws 404 if the actor may not see the SLV or the document isn't requested
 * in this round, 409 in the wrong status or turn.
 */
export async function admitRequestedDocument(
  ctx: Ctx,
  id: string,
  pendingDocumentId: string | undefined,
) {
  const slv = await findSlv(ctx, id)
  await admit(ctx, slv, 'upload-pending-documents')
  if (pendingDocumentId !== undefined)
    await findRequested(ctx, slv, pendingDocumentId)
}

export const requestedIn = ({ db }: Ctx, { id, resubmitCount }: LockedSlv) =>
  db
    .selectFrom('slvPendingDocument')
    .where('slvId', '=', id)
    .where('resubmitCount', '=', resubmitCount)

async function findRequested(ctx: Ctx, slv: LockedSlv, id: string) {
  const requested = await requestedIn(ctx, slv)
    .select(['id', 'receivedAt', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!requested) throw notFound('Document')
  refuseClosed(requested)
  return requested
}

/** Throws 409 for a document that the underwriter doesn't wait for any more. */
export const refuseClosed = ({ outcome }: { outcome: string | null }) => {
  if (outcome) throw conflict('This document is no longer requested')
}

/** A name's letters and digits in lower case, without the file extension. */
const normalize = (name: string, extension = getExtension(name)) =>
  name
    .slice(0, extension ? -extension.length - 1 : undefined)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The requested document of a file: the only one missing, or the only one with
 * this name. Throws 400 with the choices.
 */
async function findByName(ctx: Ctx, slv: LockedSlv, fileName: string) {
  const open = await requestedIn(ctx, slv)
    .select(['id', 'name', 'receivedAt'])
    .where(isMissingIn('slvPendingDocument'))
    .orderBy('id')
    .execute()
  const named = open.filter(
    ({ name }) => normalize(name, '') === normalize(fileName),
  )
  const [only, ...others] = open.length === 1 ? open : named
  if (only && others.length === 0) return only
  const choices = open.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw badRequest(
    [{ field: 'pendingDocumentId', error: `Choose one of: ${choices}` }],
    'Choose which requested document this file is for',
  )
}

type Choice = {
  /** The requested document; found by the file's name if undefined. */
  pendingDocumentId?: string | undefined
  /** Whether the last missing document sends the request; by default it does. */
  send?: boolean
}

/**
 * Stores the file of a requested document, which replaces an answer. With the
 * last missing one, the SLV moves to DOCUMENTS_RECEIVED.
 */
export const receiveDocument = (
  ctx: Ctx,
  id: string,
  { pendingDocumentId, send = true }: Choice,
  file: DocumentFile,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    const requested = await (pendingDocumentId === undefined
      ? findByName(inner, slv, file.name)
      : findRequested(inner, slv, pendingDocumentId))
    await insertFile(inner, slv, {
      kind: 'SELLER',
      file,
      pendingDocumentId: requested.id,
    })
    await inner.db
      .updateTable('slvPendingDocument')
      .set({ ...noAnswer, receivedAt: requested.receivedAt ?? inner.now })
      .where('id', '=', requested.id)
      .execute()
    const missing = await findMissing(inner, slv)
    if (send && missing.length === 0)
      await move(inner, slv, 'upload-pending-documents', {})
    else await bumpVersion(inner, slv)
    return getDetail(inner, id)
  })

/** The columns of a requested document without an answer. */
export const noAnswer = {
  answerKind: null,
  answerDocumentId: null,
  answerReason: null,
  answeredById: null,
  answeredAt: null,
}

const findMissing = (ctx: Ctx, slv: LockedSlv) =>
  requestedIn(ctx, slv)
    .select(['id', 'name'])
    .where(isMissingIn('slvPendingDocument'))
    .orderBy('askedAt')
    .orderBy('id')
    .execute()

/**
 * Sends the added files and answers to the underwriter. Throws 400 that names
 * the requested documents without either.
 */
export const sendPendingDocuments = performing(
  'send-pending-documents',
  async (ctx, slv) => {
    const missing = await findMissing(ctx, slv)
    if (missing.length === 0) return {}
    throw badRequest(
      missing.map(({ id, name }) => ({
        field: `pendingDocuments.${id}`,
        error: `${name}: add a file, choose one that you already sent, or say why you can’t provide it`,
      })),
      'Answer every requested document first',
    )
  },
)
