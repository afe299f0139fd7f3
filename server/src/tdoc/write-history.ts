import type { Change } from '@portal/contract/history/api'
import type { TdocEventAction } from '@portal/contract/tdoc/answers'
import { preparedInserts } from '../lib/prepared-rows.ts'
import type { Teller } from '../notification/notify.ts'

type Event = { tdocId: string; categoryId?: string; action: TdocEventAction; changes?: Change[] }

const insertEvents = preparedInserts('tdocHistory')

/** Tells the activity logs of Tdocs what happened, by whom and when, in the transaction that makes it happen; in one statement, in this order. */
export const writeTdocEvents = ({ db, actor, now }: Teller, events: readonly Event[]): Promise<unknown> =>
  insertEvents(
    db,
    events.map(({ tdocId, categoryId, action, changes = [] }) => ({
      ...{ tdocId, action, changes, at: now },
      categoryId: categoryId ?? null,
      actorId: actor?.id ?? null,
    })),
  )

/** The same of one. */
export const writeTdocHistory = (teller: Teller, event: Event): Promise<unknown> => writeTdocEvents(teller, [event])
