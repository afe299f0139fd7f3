import type { Change, HistoryAction } from '@portal/contract/history/api'
import { isVisibleEntry } from '@portal/contract/history/visible'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { publish } from '../lib/publish.ts'

type Event = {
  slvId: string
  action: HistoryAction
  fromStatus: SlvStatus | null
  toStatus: SlvStatus
  resubmitCount: number
  comment: string | null
  changes: Change[]
}

type Slv = { id: string; status: SlvStatus; resubmitCount: number }
type SlvEvent = { [Name in Exclude<keyof Event, 'slvId' | 'action'>]?: Event[Name] | undefined }

/** Adds an event of a locked SLV, by default in its present status and round. */
export const writeEvent = (
  ctx: Ctx,
  { id, status, resubmitCount }: Slv,
  { action, fromStatus = status, toStatus = status, ...event }: SlvEvent & Pick<Event, 'action'>,
) => {
  const { resubmitCount: round = resubmitCount, comment = null, changes = [] } = event
  return writeHistory(ctx, { slvId: id, action, fromStatus, toStatus, resubmitCount: round, comment, changes })
}

/** Adds an event to an SLV's history, in the same transaction, and tells open pages. */
export const writeHistory = ({ db, actor, now }: Ctx, { changes, ...event }: Event) => {
  publish(db, { kind: 'SLV', id: event.slvId, isInner: !isVisibleEntry('SELLER', { ...event, changes }) })
  return db
    .insertInto('slvHistory')
    .values({ ...event, actorId: actor.id, at: now, changes: JSON.stringify(changes) })
    .execute()
}
