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
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { loadLockedSla } from '../lib/sla.ts'
import type { LockedSlv } from './lock.ts'

type Slv = Pick<
  LockedSlv,
  | keyof ClockColumns
  | 'id'
  | 'status'
  | 'resubmitCount'
  | 'countedBy'
  | 'calendarVersion'
>

/**
 * Updates the clock intervals for a status change and returns the clock columns
 * of the SLV, by the calendar as of the lock. `ctx.now` is not before the SLV's
 * last change.
 */
export async function moveClocks(ctx: Ctx, slv: Slv, to: SlvStatus) {
  const before = getClocks(slv.status)
  const after = getClocks(to)
  const changed = clocks.filter((clock) => before[clock] !== after[clock])
  if (changed.length === 0) return {}
  const { days, version } = await loadLockedSla(ctx, slv.calendarVersion)
  // Stopped clocks keep the count of an earlier calendar. When one runs again,
  // the current calendar recounts all intervals.
  const isOutdated = before.SLV === undefined && slv.countedBy !== version
  const counted = isOutdated ? await recount(ctx, slv, days) : slv

  const ended = changed.filter((clock) => before[clock] !== undefined)
  const at = await endIntervals(ctx, slv.id, ended)
  const isSentAgain = slv.status === 'DRAFT_RESUBMITTED' && after.SLV
  const pausedDays = isSentAgain
    ? await recordSellerInterval(ctx, slv, days)
    : 0
  const begun = changed.flatMap((clock) => {
    const party = after[clock]
    return party ? [{ clock, party }] : []
  })
  await openIntervals(ctx, slv, begun, at)

  const today = days.ordinalAt(at)
  /** The days of a clock with the interval that ended; null if it never ran. */
  const totalDays = (
    clock: Clock,
    total: number | null,
    since: number | null,
  ) =>
    changed.includes(clock) ? daysOn({ days: total ?? 0, since }, today) : total
  const nextSince = (clock: Clock, since: number | null) => {
    if (!changed.includes(clock)) return since
    return after[clock] ? days.receivedOrdinal(at) : null
  }
  /** The days of the whole SLV's interval that ended; 0 if it goes on. */
  const endedDays = totalDays('SLV', 0, counted.clockSince) ?? 0
  const buyerDays = before.SLV === 'BUYER' ? endedDays : 0
  const sellerDays = before.SLV === 'SELLER' ? endedDays : 0
  return {
    countedBy: after.SLV ? slv.countedBy : version,
    buyerDays: counted.buyerDays + buyerDays,
    roundDays: counted.roundDays + buyerDays,
    sellerDays: counted.sellerDays + sellerDays + pausedDays,
    clockParty: after.SLV ?? null,
    clockSince: nextSince('SLV', counted.clockSince),
    slrDays: totalDays('SLR', counted.slrDays, counted.slrSince),
    slrSince: nextSince('SLR', counted.slrSince),
    tdDays: totalDays('TD', counted.tdDays, counted.tdSince),
    tdSince: nextSince('TD', counted.tdSince),
  }
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
 * Closes intervals now, and returns the instant. A node of the previous release
 * may have opened them later, because the clocks of nodes differ.
 */
async function endIntervals(
  { db, now }: Ctx,
  slvId: string,
  ended: Clock[],
): Promise<Date> {
  if (ended.length === 0) return now
  const closed = await db
    .updateTable('slvInterval')
    .set({ closedAt: sql<Date>`greatest(opened_at, ${now}::timestamptz)` })
    .where('slvId', '=', slvId)
    .where((eb) => eb('clock', '=', eb.fn.any(eb.val(ended))))
    .where('closedAt', 'is', null)
    .returning('closedAt')
    .executeTakeFirst()
  return closed?.closedAt ?? now
}

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
