import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { findSlv } from '../slv/find-slv.ts'
import { findFile } from './list-documents.ts'

const keyOf = prepared('document.key', (db, value: Slot<{ id: string }>) =>
  db.selectFrom('document').select('storageKey').where('id', '=', value('id')),
)

/** A file that the asker may open, with where the store holds it. Throws 404. */
export async function findStored(ctx: Ctx, slvId: string, documentId: string) {
  const file = await findFile(ctx, await findSlv(ctx, slvId), documentId)
  const [row] = await keyOf(ctx.db, { id: documentId })
  if (!row) throw notFound('Document')
  return { ...file, storageKey: row.storageKey }
}
