import { nextDue, type ReportSchedule, type ReportScheduleChange } from '@portal/contract/reporting/schedule'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { rhythmOf, searchOf } from './create-schedule.ts'
import { presentSchedule, toldOfSchedule } from './present.ts'

/**
 * Changes one of the actor's own: its name, its view, its rhythm; pauses it, or goes on with it from its next day. Throws
 * 404 for what is not theirs, 403 for a view of a list that they do not have.
 */
export const changeSchedule = (
  ctx: Ctx,
  id: string,
  { name, view, isPaused, cadence, weekday = null }: ReportScheduleChange,
): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const own = await db
      .selectFrom('reportSchedule')
      .select(['cadence', 'weekday', 'isPaused', 'nextAt', 'state'])
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw notFound('Schedule')
    const rhythm = cadence ? rhythmOf({ cadence, weekday }) : own
    const isAnother = rhythm.cadence !== own.cadence || rhythm.weekday !== own.weekday
    const goesOn = own.isPaused && isPaused === false
    // What fell due while it was paused is not made up for.
    const nextAt = goesOn || isAnother ? nextDue(rhythm, now) : own.nextAt
    const isCalledOff = isPaused && (own.state === 'QUEUED' || own.state === 'RETRYING')
    // What was refused was the view before.
    const isRefusalOver = view && own.state === 'REFUSED'
    const row = await db
      .updateTable('reportSchedule')
      .set({
        ...(name !== undefined && { name }),
        ...(view && { search: searchOf(ctx, view) }),
        ...{ cadence: rhythm.cadence, weekday: rhythm.weekday, nextAt },
        isPaused: isPaused ?? own.isPaused,
        // What is queued or being printed sends nothing any more, also when it goes on soon.
        ...(isPaused && { doneDue: now }),
        ...((isCalledOff || isRefusalOver) && { state: null, stateAt: null }),
      })
      .where('id', '=', id)
      .returning(toldOfSchedule)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })
