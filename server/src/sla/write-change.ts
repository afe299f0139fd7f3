import type { Change } from '@portal/contract/history/api'
import type { Ctx } from '../lib/ctx.ts'

/** Tells the history of SLA what was changed, by whom and when, in the transaction that changes it. */
export const writeChange = ({ db, actor, now }: Ctx, changes: readonly Change[]) =>
  db
    .insertInto('slaHistory')
    .values({ at: now, actorId: actor.id, changes: JSON.stringify(changes) })
    .execute()
