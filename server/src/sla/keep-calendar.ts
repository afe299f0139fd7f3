import { sql } from 'kysely'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { loadSla } from './load.ts'

/**
 * The version of the calendar, which stays as it is until the transaction ends. In the statement that locks an SLV or a Tdoc it is
 * worked out before the row is waited for, so that nobody who changes the calendar waits for that row meanwhile.
 */
export const calendarKept = sql<number>`keep_calendar()`

/** Where clocks are written, and what the request came with; a request's ctx will do. */
type Counter = Pick<Ctx, 'db' | 'sla'>

/** The calendar and the targets to write clocks by, which stay as they are until the transaction ends. */
export async function keepCalendar(ctx: Counter): Promise<Sla> {
  const { version } = await ctx.db.selectNoFrom(calendarKept.as('version')).executeTakeFirstOrThrow()
  return presentSla(ctx, version)
}

/**
 * What clocks are written by while `calendarVersion` is kept: what the request came with, or, when another node has changed
 * the calendar within the last second, what stands in the database.
 */
export async function presentSla(ctx: Counter, calendarVersion: number | null): Promise<Sla> {
  if (calendarVersion === null) throw new Error('Clocks are written under the lock of their SLV or Tdoc')
  return calendarVersion === ctx.sla.version ? ctx.sla : loadSla(ctx.db)
}
