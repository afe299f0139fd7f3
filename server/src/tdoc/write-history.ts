import type { Change } from '@portal/contract/history/api'
import type { TdocEventAction } from '@portal/contract/tdoc/answers'
import { prepared, type Slot } from '../lib/prepared.ts'
import type { Teller } from '../notification/notify.ts'

type Event = { tdocId: string; categoryId?: string; action: TdocEventAction; changes?: Change[] }

type Row = {
  tdocId: string
  categoryId: string | null
  at: Date
  actorId: string | null
  action: TdocEventAction
  changes: string
}

const insertEvent = prepared('tdoc.history', (db, value: Slot<Row>) =>
  db.insertInto('tdocHistory').values({
    tdocId: value('tdocId'),
    categoryId: value('categoryId'),
    at: value('at'),
    actorId: value('actorId'),
    action: value('action'),
    changes: value('changes'),
  }),
)

/** Tells a Tdoc's activity log what happened, by whom and when, in the transaction that makes it happen. */
export const writeTdocHistory = ({ db, actor, now }: Teller, { tdocId, categoryId, action, changes = [] }: Event) =>
  insertEvent(db, {
    tdocId,
    categoryId: categoryId ?? null,
    action,
    actorId: actor?.id ?? null,
    at: now,
    changes: JSON.stringify(changes),
  })
