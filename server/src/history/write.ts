import type { Change, HistoryAction } from '@portal/contract/history/api'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

type Event = {
  slvId: string
  action: HistoryAction
  fromStatus: SlvStatus | null
  toStatus: SlvStatus
  resubmitCount: number
  comment: string | null
  changes: Change[]
}

type Row = Omit<Event, 'changes'> & { actorId: string; at: Date; changes: string }

const insertEvent = prepared('slv.history', (db, value: Slot<Row>) =>
  db.insertInto('slvHistory').values({
    slvId: value('slvId'),
    at: value('at'),
    actorId: value('actorId'),
    action: value('action'),
    fromStatus: value('fromStatus'),
    toStatus: value('toStatus'),
    resubmitCount: value('resubmitCount'),
    comment: value('comment'),
    changes: value('changes'),
  }),
)

/** Tells an SLV's history what happened, by whom and when, in the transaction that makes it happen. */
export const writeHistory = ({ db, actor, now }: Ctx, { changes, ...event }: Event) =>
  insertEvent(db, { ...event, actorId: actor.id, at: now, changes: JSON.stringify(changes) })
