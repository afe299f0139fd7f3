import type { Change } from '@portal/contract/history/api'
import type { TdocEventAction } from '@portal/contract/tdoc/answers'
import type { Notifier } from '../../lib/notify.ts'

type Event = { tdocId: string; categoryId?: string; action: TdocEventAction; changes?: Change[] }

export async function writeTdocEvents({ db, actor, now }: Notifier, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ tdocId, categoryId = null, action, changes = [] }) => ({
    ...{ tdocId, categoryId, action, changes: JSON.stringify(changes) },
    ...{ actorId: actor?.id ?? null, at: now },
  }))
  await db.insertInto('tdocHistory').values(rows).execute()
}

export const writeTdocHistory = (ctx: Notifier, event: Event): Promise<void> => writeTdocEvents(ctx, [event])
