import type { Change, HistoryAction } from '@portal/contract/history/api'
import { mayPrepareDecision } from '@portal/contract/slv/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, stale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, touch } from '../slv/perform.ts'

type Told<T> = { answer: T; action: HistoryAction; changes: Change[]; comment?: string | null }

/**
 * Changes an item of an SLV under the SLV's lock: by the rule for saving the form, with a new version and its history.
 * Items of the decision are for whoever prepares it.
 */
export const withinSlv = <T extends object>(
  ctx: Ctx,
  slvId: string,
  part: 'request' | 'decision',
  ifMatch: number | undefined,
  work: (ctx: Ctx, slv: LockedSlv) => Promise<Told<T>>,
): Promise<T & { slvVersion: number }> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await admit(inner, slv, 'save')
    if (part === 'decision' && !mayPrepareDecision(inner.actor, slv))
      throw conflict('This SLV is in the hands of somebody else')
    if (ifMatch !== undefined && ifMatch !== slv.version) throw stale()
    const { answer, action, changes, comment } = await work(inner, slv)
    const slvVersion = await touch(inner, slv)
    if (!isSellerDraft(slv.status))
      await writeHistory(inner, {
        slvId,
        action,
        fromStatus: slv.status,
        toStatus: slv.status,
        resubmitCount: slv.resubmitCount,
        comment: comment ?? null,
        changes,
      })
    return { ...answer, slvVersion }
  })
