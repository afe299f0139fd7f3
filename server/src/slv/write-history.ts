import type { Change, HistoryAction } from '@portal/contract/history/api'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'

type Event = {
  slvId: string
  action: HistoryAction
  fromStatus: SlvStatus | null
  toStatus: SlvStatus
  resubmitCount: number
  comment: string | null
  changes: Change[]
}

/** Adds an event to an SLV's history, in the same transaction. */
export const writeHistory = ({ db, actor, now }: Ctx, { changes, ...event }: Event) =>
  db
    .insertInto('slvHistory')
    .values({ ...event, actorId: actor.id, at: now, changes: JSON.stringify(changes) })
    .execute()
