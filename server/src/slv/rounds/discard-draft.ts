import { type Ctx, transact } from '../../lib/ctx.ts'
import { stale } from '../../lib/errors.ts'
import { getDetail } from '../detail.ts'
import { type LockedSlv, lockSlv } from '../lock.ts'
import { admit, move } from '../perform.ts'
import { writeHistory } from '../write-history.ts'

/** Discards a draft resubmission and its files. Permanently deletes a first draft and returns its last state. */
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

/** The database cascades to its child rows; the next sweep deletes the contents of its files. */
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
