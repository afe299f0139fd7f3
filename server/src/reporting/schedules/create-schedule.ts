import {
  mostSchedules,
  nextDue,
  type ReportSchedule,
  type ReportScheduleForm,
  type ReportView,
} from '@portal/contract/reporting/schedule'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import { readFilter } from '../figures/read-filter.ts'
import { presentSchedule, scheduleColumns } from './present.ts'

const longestSearch = 4000

/** Schedules emails of a view to the actor. Throws 403 for a list that they don't have, 409 at 20 schedules. */
export const createSchedule = (ctx: Ctx, { weekday, view, ...form }: ReportScheduleForm): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const search = searchOf(ctx, view)
    // Locks the actor, so that two requests at once can't exceed the limit.
    await lockPersonForUpdate(db, actor.id)
    const { count } = await db
      .selectFrom('reportSchedule')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (count >= mostSchedules) throw conflict(`You already have ${mostSchedules} schedules. Delete one first.`)
    const times = timesOf({ ...form, weekday })
    const row = await db
      .insertInto('reportSchedule')
      .values({ ...form, ...times, search, userId: actor.id, nextAt: nextDue(times, now), createdAt: now })
      .returning(scheduleColumns)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })

export function searchOf(ctx: Ctx, view: ReportView): string {
  const search = new URLSearchParams(view).toString()
  if (search.length > longestSearch) throw badRequest([{ field: 'view', error: 'Too many filters' }])
  readFilter(ctx, readSearch(search))
  return search
}

/** Drops the weekday of monthly schedules. */
export const timesOf = ({ cadence, weekday }: Pick<ReportSchedule, 'cadence' | 'weekday'>) => ({
  cadence,
  weekday: cadence === 'WEEKLY' ? weekday : null,
})

export const readSearch = (search: string) =>
  downloadReporting.query.parse(Object.fromEntries(new URLSearchParams(search)))
