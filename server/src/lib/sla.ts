import { toRecord } from '@portal/contract/lib/typed'
import { BusinessDays } from '@portal/contract/sla/calendar'
import { type BusinessCalendar, slaItemNames } from '@portal/contract/sla/model'
import { sql } from 'kysely'
import type { Ctx, Sla } from './ctx.ts'
import type { Db } from './database/db.ts'

/** The business calendar and the targets in the database. */
export async function loadSla(db: Db): Promise<Sla> {
  const [{ version, ...calendar }, items] = await Promise.all([
    loadCalendar(db),
    db
      .selectFrom('slaItem')
      .select(['name', 'targetDays', 'warnDays'])
      .execute(),
  ])
  const targets = toRecord(slaItemNames, (name) => {
    const item = items.find((candidate) => candidate.name === name)
    if (!item) throw new Error(`There is no SLA item ${name}`)
    return { targetDays: item.targetDays, warnDays: item.warnDays }
  })
  return { version, days: new BusinessDays(calendar), targets }
}

export type StoredCalendar = Required<BusinessCalendar> & { version: number }

/** The business calendar, read by one statement so that it is consistent. */
export const loadCalendar = (db: Db): Promise<StoredCalendar> =>
  db
    .selectFrom('businessCalendar')
    .select(['version', 'timeZone', 'cutOff', 'ordinalOffset'])
    .select([
      sql<BusinessCalendar['frames']>`(
        select
          json_agg(
            json_build_object('weekday', weekday, 'opens', opens, 'closes', closes)
            order by weekday, opens
          )
        from business_frame
      )`.as('frames'),
      sql<
        BusinessCalendar['holidays']
      >`(select coalesce(json_agg(json_build_object(
        'day', day, 'name', name) order by day), '[]') from business_holiday)`.as(
        'holidays',
      ),
    ])
    .executeTakeFirstOrThrow()

/**
 * Counts by the calendar of this version: a former one, or one newer than this
 * node's.
 */
export async function loadDays(db: Db, version: number): Promise<BusinessDays> {
  const past = await db
    .selectFrom('businessCalendarPast')
    .select(['timeZone', 'cutOff', 'ordinalOffset', 'frames', 'holidays'])
    .where('version', '=', version)
    .executeTakeFirst()
  return new BusinessDays(past ?? (await loadCalendar(db)))
}

/**
 * Locks the calendar until the transaction ends and returns its version. In the
 * statement that locks an SLV or a Tdoc it runs before the row lock, so that a
 * calendar change never waits for that row.
 */
export const lockedCalendarVersion = sql<number>`keep_calendar()`

type Deps = Pick<Ctx, 'db' | 'sla'>

/**
 * Locks the calendar until the transaction ends, and returns it with the
 * targets.
 */
export async function lockCalendar(ctx: Deps): Promise<Sla> {
  const { version } = await ctx.db
    .selectNoFrom(lockedCalendarVersion.as('version'))
    .executeTakeFirstOrThrow()
  return loadLockedSla(ctx, version)
}

/**
 * The calendar and the targets of a locked version, read again if another node
 * has just changed them.
 */
export async function loadLockedSla(
  ctx: Deps,
  calendarVersion: number | null,
): Promise<Sla> {
  if (calendarVersion === null)
    throw new Error(
      'Clocks must be written under the lock of their SLV or Tdoc',
    )
  return calendarVersion === ctx.sla.version ? ctx.sla : loadSla(ctx.db)
}
