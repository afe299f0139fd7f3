import { sql } from 'kysely'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { loadSla } from './load.ts'

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
