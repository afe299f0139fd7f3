import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { stale } from '../lib/errors.ts'
import { getDetail } from './detail.ts'
import { type LockedSlv, lockSlv } from './lock.ts'
import { admit, move } from './perform.ts'

/**
 * Discards a drafted resubmission, with its files: the round in effect was never touched, so everything is as it was before.
 * A first draft is deleted for good, and answered as it last was.
 */
export const discardDraft = (ctx: Ctx, id: string, ifMatch?: number) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'discard-draft')
    if (ifMatch !== undefined && ifMatch !== slv.version) throw stale()
    if (slv.statusInEffect === null) return deleteDraft(inner, slv)
    await inner.db
      .deleteFrom('document')
      .where('slvId', '=', id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .execute()
    await move(inner, slv, 'discard-draft', { set: { resubmission: null } })
    return getDetail(inner, id)
  })

/** What belongs to it goes with it, by the database's cascades; the bytes of its files go with the next sweep. */
async function deleteDraft(ctx: Ctx, { id, status, resubmitCount }: LockedSlv) {
  const last = await getDetail(ctx, id)
  await writeHistory(ctx, {
    slvId: id,
    action: 'discard-draft',
    fromStatus: status,
    toStatus: status,
    resubmitCount,
    comment: null,
    changes: [],
  })
  await ctx.db.deleteFrom('slv').where('id', '=', id).execute()
  return { ...last, availableActions: [] }
}
