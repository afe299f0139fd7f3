import {
  mostSchedules,
  nextDue,
  type ReportSchedule,
  type ReportScheduleForm,
  type ReportView,
} from '@portal/contract/reporting/schedule'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import { stopPerson } from '../auth/hold-person.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { presentSchedule, toldOfSchedule } from './present.ts'
import { readFilter } from './read-filter.ts'

/** As an address may be long. */
const longestSearch = 4000

/** Mails a view to the actor from its next day on. Throws 403 for a list that they do not have, 409 when they have too many. */
export const createSchedule = (ctx: Ctx, { weekday, view, ...form }: ReportScheduleForm): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const search = searchOf(ctx, view)
    // Whoever adds two at once waits for the first.
    await stopPerson(db, actor.id)
    const { count } = await db
      .selectFrom('reportSchedule')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (count >= mostSchedules) throw conflict(`You have ${mostSchedules} schedules already: delete one first`)
    const rhythm = rhythmOf({ ...form, weekday })
    const row = await db
      .insertInto('reportSchedule')
      .values({ ...form, ...rhythm, search, userId: actor.id, nextAt: nextDue(rhythm, now), createdAt: now })
      .returning(toldOfSchedule)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })

/** A view as it is kept. Throws 400 for one that is too long, 403 for one of a list that the asker does not have. */
export function searchOf(ctx: Ctx, view: ReportView): string {
  const search = new URLSearchParams(view).toString()
  if (search.length > longestSearch) throw badRequest([{ field: 'view', error: 'Too much to filter by' }])
  readFilter(ctx, readSearch(search))
  return search
}

/** What of a rhythm is kept. */
export const rhythmOf = ({ cadence, weekday }: Pick<ReportSchedule, 'cadence' | 'weekday'>) => ({
  cadence,
  weekday: cadence === 'WEEKLY' ? weekday : null,
})

/** A view as the calls of its page read it. */
export const readSearch = (search: string) =>
  downloadReporting.query.parse(Object.fromEntries(new URLSearchParams(search)))
