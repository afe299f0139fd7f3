import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { getExtension } from '../lib/files/file-name.ts'
import { getDetail } from '../slv/detail.ts'
import { findSlv, type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, bumpVersion, move } from '../slv/perform.ts'
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

const requestedIn = ({ db }: Ctx, { id, resubmitCount }: LockedSlv) =>
  db
    .selectFrom('slvPendingDocument')
    .where('slvId', '=', id)
    .where('resubmitCount', '=', resubmitCount)

async function findRequested(ctx: Ctx, slv: LockedSlv, id: string) {
  const requested = await requestedIn(ctx, slv)
    .select(['id', 'receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!requested) throw notFound('Document')
  return requested
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
    .where('receivedAt', 'is', null)
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

/**
 * Stores the file of a requested document. With the last one, the SLV moves to
 * DOCUMENTS_RECEIVED.
 */
export const receiveDocument = (
  ctx: Ctx,
  id: string,
  chosenId: string | undefined,
  file: DocumentFile,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    const requested = await (chosenId === undefined
      ? findByName(inner, slv, file.name)
      : findRequested(inner, slv, chosenId))
    await insertFile(inner, slv, {
      kind: 'SELLER',
      file,
      pendingDocumentId: requested.id,
    })
    if (!requested.receivedAt)
      await inner.db
        .updateTable('slvPendingDocument')
        .set({ receivedAt: inner.now })
        .where('id', '=', requested.id)
        .execute()
    const missing = await requestedIn(inner, slv)
      .select('id')
      .where('receivedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (missing) await bumpVersion(inner, slv)
    else await move(inner, slv, 'upload-pending-documents', {})
    return getDetail(inner, id)
  })
