import type { BusinessDays } from '@portal/contract/sla/calendar'
import {
  type Clock,
  type ClockColumns,
  clocks,
  computeClockColumns,
  daysOn,
  getClocks,
  type Party,
} from '@portal/contract/slv/clocks'
import type { SlvStatus } from '@portal/contract/slv/status'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { loadLockedSla } from '../lib/sla.ts'
import type { LockedSlv } from './lock.ts'

type Figures = Pick<
  Selectable<DB['slv']>,
  | 'buyerDays'
  | 'sellerDays'
  | 'roundDays'
  | 'clockParty'
  | 'clockSince'
  | 'slrDays'
  | 'slrSince'
  | 'tdDays'
  | 'tdSince'
>

type Slv = Figures &
  Pick<LockedSlv, 'id' | 'resubmitCount' | 'countedBy' | 'calendarVersion'> & {
    status: SlvStatus
  }

/**
 * Updates the clock intervals for a status change and returns the clock columns
 * of the SLV, by the calendar as of the lock. `ctx.now` is not before the SLV's
 * last change.
 */
export async function moveClocks(
  ctx: Ctx,
  slv: Slv,
  to: SlvStatus,
): Promise<Partial<Figures & Pick<LockedSlv, 'countedBy'>>> {
  const before = getClocks(slv.status)
  const after = getClocks(to)
  const changed = clocks.filter((clock) => before[clock] !== after[clock])
  if (changed.length === 0) return {}
  const { days, version } = await loadLockedSla(ctx, slv.calendarVersion)
  // Stopped clocks keep the count of an earlier calendar. When one runs again,
  // the current calendar recounts all intervals.
  const isOutdated = before.SLV === undefined && slv.countedBy !== version
  const recounted = isOutdated ? await recount(ctx, slv, days) : {}
  const ended = changed.filter((clock) => before[clock] !== undefined)
  const begun = changed.flatMap((clock) =>
    after[clock] ? [{ clock, party: after[clock] }] : [],
  )

  const closed =
    ended.length > 0
      ? await endIntervals(ctx.db, slv.id, ended, ctx.now)
      : undefined
  const addedSellerDays =
    slv.status === 'DRAFT_RESUBMITTED' && after.SLV
      ? await recordSellerInterval(ctx, slv, days)
      : 0
  const at = closed?.closedAt ?? ctx.now
  await openIntervals(ctx, slv, begun, at)

  const today = days.ordinalAt(at)
  const since = days.receivedOrdinal(at)
  const counted = { ...slv, ...recounted }
  const figures = {
    ...counted,
    sellerDays: counted.sellerDays + addedSellerDays,
  }
  const moved = changed.map((clock) =>
    computeFigures(figures, clock, before[clock], after[clock], today, since),
  )
  return Object.assign(
    {
      ...recounted,
      ...(addedSellerDays > 0 && { sellerDays: figures.sellerDays }),
      ...(after.SLV === undefined && { countedBy: version }),
    },
    ...moved,
  )
}

/**
 * When a new round is sent, records the time since the decision as the
 * seller's. Returns the business days.
 */
async function recordSellerInterval(
  { db, now }: Ctx,
  { id, resubmitCount }: Slv,
  days: BusinessDays,
): Promise<number> {
  const { openedAt, closedAt } = await db
    .insertInto('slvInterval')
    .values({
      slvId: id,
      resubmitCount: resubmitCount - 1,
      clock: 'SLV',
      party: 'SELLER',
      openedAt: sql<Date>`least(
        ${now}::timestamptz,
        (
          select max(closed_at)
          from slv_interval
          where slv_id = ${id}
        )
      )`,
      closedAt: now,
    })
    .returning(['openedAt', 'closedAt'])
    .executeTakeFirstOrThrow()
  return closedAt ? days.between(openedAt, closedAt) : 0
}

const recount = async (
  { db }: Ctx,
  { id, resubmitCount }: Slv,
  days: BusinessDays,
): Promise<ClockColumns> => {
  const ledger = await db
    .selectFrom('slvInterval')
    .select(['clock', 'party', 'resubmitCount', 'openedAt', 'closedAt'])
    .where('slvId', '=', id)
    .orderBy('id')
    .execute()
  return computeClockColumns(ledger, resubmitCount, days)
}

/**
 * Closes intervals. A node of the previous release may have opened them later
 * than `at`, because node clocks differ.
 */
const endIntervals = (db: Db, slvId: string, ended: Clock[], at: Date) =>
  db
    .updateTable('slvInterval')
    .set({ closedAt: sql<Date>`greatest(opened_at, ${at}::timestamptz)` })
    .where('slvId', '=', slvId)
    .where((eb) => eb('clock', '=', eb.fn.any(eb.val(ended))))
    .where('closedAt', 'is', null)
    .returning('closedAt')
    .executeTakeFirst()

export async function openIntervals(
  { db }: Ctx,
  { id, resubmitCount }: { id: string; resubmitCount: number },
  begun: readonly { clock: Clock; party: Party }[],
  openedAt: Date,
): Promise<void> {
  if (begun.length === 0) return
  const intervals = begun.map(({ clock, party }) => ({
    slvId: id,
    resubmitCount,
    clock,
    party,
    openedAt,
  }))
  await db.insertInto('slvInterval').values(intervals).execute()
}

/**
 * The clock columns after one clock changes: adds the days of the closed
 * interval and notes the start of the new one.
 */
const computeFigures = (
  slv: Figures,
  clock: Clock,
  before: Party | undefined,
  after: Party | undefined,
  today: number,
  since: number,
): Partial<Figures> => {
  const start = after ? since : null
  const ended = (sinceThen: number | null) =>
    daysOn({ days: 0, since: sinceThen }, today)
  if (clock === 'SLR')
    return {
      slrDays: (slv.slrDays ?? 0) + ended(slv.slrSince),
      slrSince: start,
    }
  if (clock === 'TD')
    return { tdDays: (slv.tdDays ?? 0) + ended(slv.tdSince), tdSince: start }
  const days = ended(slv.clockSince)
  return {
    clockParty: after ?? null,
    clockSince: start,
    ...(before === 'BUYER' && {
      buyerDays: slv.buyerDays + days,
      roundDays: slv.roundDays + days,
    }),
    ...(before === 'SELLER' && { sellerDays: slv.sellerDays + days }),
  }
}
