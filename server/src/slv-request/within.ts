import type { HistoryAction } from '@portal/contract/history/api'
import type { Change } from '@portal/contract/history/model'
import { mayPrepareDecision } from '@portal/contract/slv/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, refuseStale } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { admit, bumpVersion } from '../slv/perform.ts'
import { writeEvent } from '../slv/write-history.ts'

/** A history entry about an item. */
export type Event = {
  action: HistoryAction
  changes: Change[]
  comment?: string | null
}
type Result<T> = { answer: T; events: Event[] }

/**
 * Changes a child row of an SLV by the rule for saving the form, with a new
 * version and history. Without events, the version stays.
 */
export const withinSlv = <T extends object>(
  ctx: Ctx,
  slvId: string,
  part: 'request' | 'decision',
  ifMatch: number | undefined,
  work: (ctx: Ctx, slv: LockedSlv) => Promise<Result<T>>,
): Promise<T & { slvVersion: number }> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    await admit(inner, slv, 'save')
    if (part === 'decision' && !mayPrepareDecision(inner.actor, slv))
      throw conflict('Someone else has to act on this SLV')
    refuseStale(slv, ifMatch)
    const { answer, events } = await work(inner, slv)
    const slvVersion =
      events.length > 0 ? await bumpVersion(inner, slv) : slv.version
    if (!isSellerDraft(slv.status))
      for (const event of events) await writeEvent(inner, slv, event)
    return { ...answer, slvVersion }
  })
