import { nextDue, type ReportSchedule, type ReportScheduleChange } from '@portal/contract/reporting/schedule'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { searchOf, timesOf } from './create-schedule.ts'
import { presentSchedule, scheduleColumns } from './present.ts'

/** Changes, pauses or resumes the actor's schedule. Throws 404, and 403 for a list that they don't have. */
export const changeSchedule = (
  ctx: Ctx,
  id: string,
  { name, view, isPaused, cadence, weekday = null }: ReportScheduleChange,
): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const old = await db
      .selectFrom('reportSchedule')
      .select(['cadence', 'weekday', 'isPaused', 'nextAt', 'state'])
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!old) throw notFound('Schedule')
    const times = cadence ? timesOf({ cadence, weekday }) : { cadence: old.cadence, weekday: old.weekday }
    const hasNewTimes = times.cadence !== old.cadence || times.weekday !== old.weekday
    const isResumed = old.isPaused && isPaused === false
    const isCanceled = isPaused && (old.state === 'QUEUED' || old.state === 'RETRYING')
    // The old view was refused, not the new one.
    const isRefusalOver = view && old.state === 'REFUSED'
    const row = await db
      .updateTable('reportSchedule')
      .set({
        ...(name !== undefined && { name }),
        ...(view && { search: searchOf(ctx, view) }),
        ...times,
        // Emails missed during a pause aren't sent later.
        ...((isResumed || hasNewTimes) && { nextAt: nextDue(times, now) }),
        isPaused: isPaused ?? old.isPaused,
        // A pause cancels queued and running emails, even if it ends soon.
        ...(isPaused && { doneDue: now }),
        ...((isCanceled || isRefusalOver) && { state: null, stateAt: null }),
      })
      .where('id', '=', id)
      .returning(scheduleColumns)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })
