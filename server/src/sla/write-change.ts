import type { Change } from '@portal/contract/history/api'
import type { Ctx } from '../lib/ctx.ts'

/** Writes the SLA history, in the transaction of the change. */
export const writeChange = ({ db, actor, now }: Ctx, changes: readonly Change[]) =>
  db
    .insertInto('slaHistory')
    .values({ at: now, actorId: actor.id, changes: JSON.stringify(changes) })
    .execute()
