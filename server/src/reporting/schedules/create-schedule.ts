import {
  maxSchedules,
  nextDue,
  type ReportSchedule,
  type ReportScheduleChange,
  type ReportScheduleForm,
  type ReportView,
} from '@portal/contract/reporting/schedule'
import { downloadReporting } from '@portal/contract/reporting/summary-api'
import type { Selectable } from 'kysely'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { badRequest, conflict, notFound } from '../../lib/errors.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import { readFilter } from '../figures/read-filter.ts'

const scheduleColumns = [
  'id',
  'name',
  'search',
  'cadence',
  'weekday',
  'isPaused',
  'nextAt',
  'lastSentAt',
  'state',
  'stateAt',
] as const

type Row = Pick<
  Selectable<DB['reportSchedule']>,
  (typeof scheduleColumns)[number]
>

const presentSchedule = ({
  search,
  nextAt,
  lastSentAt,
  stateAt,
  ...row
}: Row): ReportSchedule => ({
  ...row,
  view: Object.fromEntries(new URLSearchParams(search)),
  nextAt: row.isPaused ? null : nextAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
  stateAt: stateAt?.toISOString() ?? null,
})

const longestSearch = 4000

/**
 * Schedules emails of a view to the actor. Throws 403 for a list that they
 * don't have, 409 at 20 schedules.
 */
export const createSchedule = (
  ctx: Ctx,
  { weekday, view, ...form }: ReportScheduleForm,
): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const search = toSearch(ctx, view)
    // Locks the actor, so that two simultaneous requests can't exceed the
    // limit.
    await lockPersonForUpdate(db, actor.id)
    const { count } = await db
      .selectFrom('reportSchedule')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (count >= maxSchedules)
      throw conflict(
        `You already have ${maxSchedules} schedules. Delete one first.`,
      )
    const times = toTimes({ ...form, weekday })
    const row = await db
      .insertInto('reportSchedule')
      .values({
        ...form,
        ...times,
        search,
        userId: actor.id,
        nextAt: nextDue(times, now),
        createdAt: now,
      })
      .returning(scheduleColumns)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })

function toSearch(ctx: Ctx, view: ReportView): string {
  const search = new URLSearchParams(view).toString()
  if (search.length > longestSearch)
    throw badRequest([{ field: 'view', error: 'Too many filters' }])
  readFilter(ctx, readSearch(search))
  return search
}

/** Drops the weekday of monthly schedules. */
const toTimes = ({
  cadence,
  weekday,
}: Pick<ReportSchedule, 'cadence' | 'weekday'>) => ({
  cadence,
  weekday: cadence === 'WEEKLY' ? weekday : null,
})

export const readSearch = (search: string) =>
  downloadReporting.query.parse(Object.fromEntries(new URLSearchParams(search)))

/**
 * Changes, pauses or resumes the actor's schedule. Throws 404, and 403 for a
 * list that they don't have.
 */
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
    const times = toTimes(cadence ? { cadence, weekday } : old)
    const hasNewTimes =
      times.cadence !== old.cadence || times.weekday !== old.weekday
    const isResumed = old.isPaused && isPaused === false
    const row = await db
      .updateTable('reportSchedule')
      .set({
        ...(name !== undefined && { name }),
        ...(view && { search: toSearch(ctx, view) }),
        ...times,
        // Emails missed during a pause aren't sent later.
        ...((isResumed || hasNewTimes) && { nextAt: nextDue(times, now) }),
        isPaused: isPaused ?? old.isPaused,
        // A pause cancels queued and running emails, even if it ends soon.
        ...(isPaused && { doneDue: now }),
        ...(isStateOver(old.state, { view, isPaused }) && {
          state: null,
          stateAt: null,
        }),
      })
      .where('id', '=', id)
      .returning(scheduleColumns)
      .executeTakeFirstOrThrow()
    return presentSchedule(row)
  })

/** Whether a change cancels a queued email, or the refusal of the old view. */
const isStateOver = (
  state: ReportSchedule['state'],
  { view, isPaused }: Pick<ReportScheduleChange, 'view' | 'isPaused'>,
) => {
  const isQueued = state === 'QUEUED' || state === 'RETRYING'
  return (isPaused && isQueued) || (view && state === 'REFUSED')
}

/**
 * Queues one email of the actor's schedule now, even if it is paused; only one
 * waits at a time. Throws 404.
 */
export const sendSchedule = (ctx: Ctx, id: string): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const row = await db
      .updateTable('reportSchedule')
      .set({ state: 'QUEUED', stateAt: now })
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returning(scheduleColumns)
      .executeTakeFirst()
    if (!row) throw notFound('Schedule')
    const job = { scheduleId: id, dueAt: now.toISOString(), isAsked: true }
    await enqueue(db, 'send-scheduled-report', job, { key: `${id} now` })
    return presentSchedule(row)
  })

/**
 * Deletes the actor's schedule; queued emails of it aren't sent. Throws 404 for
 * someone else's.
 */
export async function deleteSchedule(
  { db, actor }: Ctx,
  id: string,
): Promise<{ id: string }> {
  const deleted = await db
    .deleteFrom('reportSchedule')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('Schedule')
  return deleted
}

/** Throws 404 for someone else's schedule. */
export async function getSchedule(
  { db, actor }: Ctx,
  id: string,
): Promise<ReportSchedule> {
  const row = await db
    .selectFrom('reportSchedule')
    .select(scheduleColumns)
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw notFound('Schedule')
  return presentSchedule(row)
}

export async function listSchedules({
  db,
  actor,
}: Ctx): Promise<ReportSchedule[]> {
  const rows = await db
    .selectFrom('reportSchedule')
    .select(scheduleColumns)
    .where('userId', '=', actor.id)
    .orderBy('id')
    .execute()
  return rows.map(presentSchedule)
}
