import { tableOf } from '@portal/contract/lib/typed'
import { type BusinessDays, businessDays } from '@portal/contract/sla/calendar'
import { type BusinessCalendar, slaItemNames } from '@portal/contract/sla/model'
import { sql } from 'kysely'
import type { Ctx, Sla } from './ctx.ts'
import type { Db } from './database/db.ts'

/** The business calendar and the targets as they stand in the database. */
export async function loadSla(db: Db): Promise<Sla> {
  const [{ version, ...calendar }, items] = await Promise.all([
    loadCalendar(db),
    db.selectFrom('slaItem').select(['name', 'targetDays', 'warnDays']).execute(),
  ])
  const targets = tableOf(slaItemNames, (name) => {
    const item = items.find((candidate) => candidate.name === name)
    if (!item) throw new Error(`There is no SLA item ${name}`)
    return { targetDays: item.targetDays, warnDays: item.warnDays }
  })
  return { version, days: businessDays(calendar), targets }
}

export type StoredCalendar = Required<BusinessCalendar> & { version: number }

/** The business calendar. One statement: while somebody changes it, all of it is read as it was, or all as it is. */
export const loadCalendar = (db: Db): Promise<StoredCalendar> =>
  db
    .selectFrom('businessCalendar')
    .select(['version', 'timeZone', 'cutOff', 'ordinalOffset'])
    .select([
      sql<BusinessCalendar['frames']>`(select json_agg(json_build_object(
        'weekday', weekday, 'opens', opens, 'closes', closes) order by weekday, opens) from business_frame)`.as(
        'frames',
      ),
      sql<BusinessCalendar['holidays']>`(select coalesce(json_agg(json_build_object(
        'day', day, 'name', name) order by day), '[]') from business_holiday)`.as('holidays'),
    ])
    .executeTakeFirstOrThrow()

/** Counts by the calendar that had this version: one that was replaced, or one newer than what this node remembers. */
export async function loadDays(db: Db, version: number): Promise<BusinessDays> {
  const past = await db
    .selectFrom('businessCalendarPast')
    .select(['timeZone', 'cutOff', 'ordinalOffset', 'frames', 'holidays'])
    .where('version', '=', version)
    .executeTakeFirst()
  return businessDays(past ?? (await loadCalendar(db)))
}

/**
 * Locks the calendar against changes until the transaction ends, and returns its version. In the statement that locks an SLV
 * or a Tdoc, it runs before the row lock is waited for, so that a change of the calendar never waits for that row.
 */
export const lockedCalendarVersion = sql<number>`keep_calendar()`

type Deps = Pick<Ctx, 'db' | 'sla'>

/** Locks the calendar until the transaction ends, and returns the calendar and the targets to write clocks by. */
export async function lockCalendar(ctx: Deps): Promise<Sla> {
  const { version } = await ctx.db.selectNoFrom(lockedCalendarVersion.as('version')).executeTakeFirstOrThrow()
  return loadLockedSla(ctx, version)
}

/**
 * The calendar and the targets of a locked version: those of the request, or those in the database if another node has
 * changed the calendar within the last second.
 */
export async function loadLockedSla(ctx: Deps, calendarVersion: number | null): Promise<Sla> {
  if (calendarVersion === null) throw new Error('Clocks must be written under the lock of their SLV or Tdoc')
  return calendarVersion === ctx.sla.version ? ctx.sla : loadSla(ctx.db)
}
