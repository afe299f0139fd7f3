import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import type { LockedSlv } from '../slv/lock.ts'

/** A file of the seller, of any round. Throws 400 for any other document. */
export async function findSentDocument(
  ctx: Ctx,
  slv: LockedSlv,
  documentId: string | undefined,
) {
  if (documentId === undefined) return null
  const file = await ctx.db
    .selectFrom('document')
    .select(['id', 'name'])
    .where('id', '=', documentId)
    .where('slvId', '=', slv.id)
    .where('kind', '=', 'SELLER')
    .where('resubmitCount', '<=', slv.resubmitCount)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (file) return file
  throw badRequest([
    {
      field: 'documentId',
      error: 'Choose one of your documents. This one may have been deleted.',
    },
  ])
}
