import { insertFile, type KeptFile } from '../document/insert-file.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { getDetail } from './detail.ts'
import { findSlv } from './find-slv.ts'
import { type LockedSlv, lockSlv } from './lock.ts'
import { admit, move, touch } from './perform.ts'

/** Refuses who may not bring this asked document's file now: 404 unseen or not asked in this round, 409 wrong state or turn. */
export async function admitAskedDocument(ctx: Ctx, id: string, pendingDocumentId: string) {
  const slv = await findSlv(ctx, id)
  await admit(ctx, slv, 'upload-pending-documents')
  await findAsked(ctx, slv, pendingDocumentId)
}

async function findAsked({ db }: Ctx, slv: LockedSlv, id: string) {
  const asked = await db
    .selectFrom('slvPendingDocument')
    .select(['id', 'receivedAt'])
    .where('id', '=', id)
    .where('slvId', '=', slv.id)
    .where('resubmitCount', '=', slv.resubmitCount)
    .executeTakeFirst()
  if (!asked) throw notFound('Document')
  return asked
}

/**
 * Takes the file that an asked document waits for. With the last one the SLV moves on to DOCUMENTS_RECEIVED; before that
 * it stays.
 */
export const receiveDocument = (ctx: Ctx, id: string, pendingDocumentId: string, file: KeptFile) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    const asked = await findAsked(inner, slv, pendingDocumentId)
    await insertFile(inner, slv, { kind: 'SELLER', file, pendingDocumentId })
    if (!asked.receivedAt)
      await inner.db
        .updateTable('slvPendingDocument')
        .set({ receivedAt: inner.now })
        .where('id', '=', asked.id)
        .execute()
    const awaited = await inner.db
      .selectFrom('slvPendingDocument')
      .select('id')
      .where('slvId', '=', id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .where('receivedAt', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (awaited) await touch(inner, slv)
    else await move(inner, slv, 'upload-pending-documents', {})
    return getDetail(inner, id)
  })
