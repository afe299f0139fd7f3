import type { Change } from '@portal/contract/history/api'
import { tableOf } from '@portal/contract/lib/typed'
import { businessDays, civil, keepingOrdinal } from '@portal/contract/sla/calendar'
import { calendarFields } from '@portal/contract/sla/labels'
import type { BusinessCalendarAnswer, BusinessCalendarChange } from '@portal/contract/sla/manage-api'
import { managesSla } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { stale } from '../lib/errors.ts'
import { loadCalendar, type StoredCalendar } from '../lib/sla.ts'
import { lockActor } from '../user/lock-person.ts'
import { writeChange } from './write-change.ts'
import { writeClocks } from './write-clocks.ts'

export const findCalendar = async ({ db, now }: Ctx): Promise<BusinessCalendarAnswer> => {
  const calendar = await loadCalendar(db)
  return { ...calendar, today: civil(now, calendar.timeZone).day }
}

/**
 * Replaces the calendar and recounts every running clock in one transaction, with SLVs locked out
 * (docs/decisions/018-sla-management.md). Throws 412.
 */
export const updateCalendar = (
  ctx: Ctx,
  wanted: BusinessCalendarChange,
  ifMatch?: number,
): Promise<BusinessCalendarAnswer> =>
  transact(ctx, async (inner) => {
    await sql`select take_calendar()`.execute(inner.db)
    const before = await loadCalendar(inner.db)
    await lockActor(inner, managesSla)
    if (ifMatch !== undefined && ifMatch !== before.version) throw stale()
    const [had, has] = [calendarFields(before), calendarFields(wanted)]
    const changes = changesBetween(had, { ...gone(had), ...has })
    const today = civil(inner.now, before.timeZone).day
    if (changes.length === 0) return { ...before, today }

    const { ordinalOffset = 0 } = keepingOrdinal({ ...before, ...wanted }, businessDays(before), today)
    const after = { ...before, ...wanted, ordinalOffset, version: before.version + 1 }
    await keepPast(inner, before)
    await replace(inner, after)
    await writeChange(inner, changes.toSorted(byField))
    await writeClocks(inner.db, businessDays(after))
    return findCalendar(inner)
  })

const gone = (fields: Record<string, string>) => tableOf(Object.keys(fields), () => null)
const byField = (a: Change, b: Change) => (a.field < b.field ? -1 : 1)

const keepPast = ({ db, now }: Ctx, { frames, holidays, ...calendar }: StoredCalendar) =>
  db
    .insertInto('businessCalendarPast')
    .values({ ...calendar, frames: JSON.stringify(frames), holidays: JSON.stringify(holidays), endedAt: now })
    .execute()

async function replace({ db }: Ctx, { frames, holidays, cutOff, ordinalOffset, version }: StoredCalendar) {
  await db.updateTable('businessCalendar').set({ cutOff, ordinalOffset, version }).execute()
  await db.deleteFrom('businessFrame').execute()
  await db.insertInto('businessFrame').values(frames).execute()
  await db.deleteFrom('businessHoliday').execute()
  if (holidays.length > 0) await db.insertInto('businessHoliday').values(holidays).execute()
}
