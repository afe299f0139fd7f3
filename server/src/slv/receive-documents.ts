import { type Ctx, transact } from '../lib/ctx.ts'
import { getDetail } from './detail.ts'
import { lockSlv } from './lock.ts'
import { admit, move, touch } from './perform.ts'

/**
 * Notes that asked documents have their files. With the last one the SLV moves on to DOCUMENTS_RECEIVED; before that it stays.
 */
export const receiveDocuments = (ctx: Ctx, id: string, documentIds: readonly string[]) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'upload-pending-documents')
    await inner.db
      .updateTable('slvPendingDocument')
      .set({ receivedAt: inner.now })
      .where('slvId', '=', id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .where('id', 'in', [...documentIds])
      .where('receivedAt', 'is', null)
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
