import { nextDue, type ReportSchedule } from '@portal/contract/reporting/schedule'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { presentSchedule, toldOfSchedule } from './present.ts'

/** Pauses one of the actor's own, or goes on with it from its next day. Throws 404 for what is not theirs. */
export const changeSchedule = (ctx: Ctx, id: string, { isPaused }: { isPaused: boolean }): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const own = await db
      .selectFrom('reportSchedule')
      .select(['cadence', 'weekday', 'isPaused', 'nextAt', 'state'])
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw notFound('Schedule')
    // What fell due while it was paused is not made up for.
    const nextAt = own.isPaused && !isPaused ? nextDue(own, now) : own.nextAt
    const isQueued = own.state === 'QUEUED' || own.state === 'RETRYING'
    const row = await db
      .updateTable('reportSchedule')
      .set({
        isPaused,
        nextAt,
        // What is queued sends nothing any more, also when it goes on soon.
        ...(isPaused && { doneDue: now }),
        ...(isPaused && isQueued && { state: null, stateAt: null }),
      })
      .where('id', '=', id)
      .returning(toldOfSchedule)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })
