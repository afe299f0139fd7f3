import type { Change, HistoryAction } from '@portal/contract/history/api'
import { mayPrepareDecision } from '@portal/contract/slv/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { writeHistory } from '../history/write.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, stale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, touch } from '../slv/perform.ts'

/** Something that happened to an item, as the history tells it. */
export type Event = { action: HistoryAction; changes: Change[]; comment?: string | null }
type Done<T> = { answer: T; events: Event[] }

/**
 * Changes an item of an SLV under the SLV's lock: by the rule for saving the form, with a new version and its history.
 * Items of the decision are for whoever prepares it. Where nothing happened, nothing is told and the version stays.
 */
export const withinSlv = <T extends object>(
  ctx: Ctx,
  slvId: string,
  part: 'request' | 'decision',
  ifMatch: number | undefined,
  work: (ctx: Ctx, slv: LockedSlv) => Promise<Done<T>>,
): Promise<T & { slvVersion: number }> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await admit(inner, slv, 'save')
    if (part === 'decision' && !mayPrepareDecision(inner.actor, slv))
      throw conflict('This SLV is in the hands of somebody else')
    if (ifMatch !== undefined && ifMatch !== slv.version) throw stale()
    const { answer, events } = await work(inner, slv)
    const slvVersion = events.length > 0 ? await touch(inner, slv) : slv.version
    if (!isSellerDraft(slv.status)) for (const event of events) await tell(inner, slv, event)
    return { ...answer, slvVersion }
  })

const tell = (ctx: Ctx, { id, status, resubmitCount }: LockedSlv, { action, changes, comment }: Event) =>
  writeHistory(ctx, {
    slvId: id,
    action,
    fromStatus: status,
    toStatus: status,
    resubmitCount,
    comment: comment ?? null,
    changes,
  })
