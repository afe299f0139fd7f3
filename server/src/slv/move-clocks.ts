import type { BusinessDays } from '@portal/contract/sla/calendar'
import {
  type Clock,
  type ClockColumns,
  clocks,
  clocksOf,
  daysOn,
  type Party,
  replayed,
} from '@portal/contract/slv/clocks'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { presentSla } from '../sla/keep-calendar.ts'
import type { LockedSlv } from './lock.ts'

type Figures = Pick<
  Selectable<DB['slv']>,
  'buyerDays' | 'sellerDays' | 'roundDays' | 'clockParty' | 'clockSince' | 'slrDays' | 'slrSince' | 'tdDays' | 'tdSince'
>

type Slv = Figures &
  Pick<LockedSlv, 'id' | 'resubmitCount' | 'countedBy' | 'calendarVersion'> & {
    status: SlvStatus
  }

/**
 * Writes the ledger for a status change: closes the intervals that it ends, opens those that it begins,
 * and returns the figures that stand beside the SLV, by the calendar as it stands under the lock.
 */
export async function moveClocks(
  ctx: Ctx,
  slv: Slv,
  to: SlvStatus,
): Promise<Partial<Figures & Pick<LockedSlv, 'countedBy'>>> {
  const before = clocksOf(slv.status)
  const after = clocksOf(to)
  const changed = clocks.filter((clock) => before[clock] !== after[clock])
  if (changed.length === 0) return {}
  const { days, version } = await presentSla(ctx, slv.calendarVersion)
  // What had ended was left as an earlier calendar counted it. Now that it goes on, one calendar counts it all.
  const isOutdated = before.SLV === undefined && slv.countedBy !== version
  const recounted = isOutdated ? await recount(ctx, slv, days) : {}
  const ended = changed.filter((clock) => before[clock] !== undefined)
  const begun = changed.flatMap((clock) => (after[clock] ? [{ clock, party: after[clock] }] : []))

  if (ended.length > 0) await endIntervals(ctx.db, { slvId: slv.id, clocks: ended, at: ctx.now })
  // A seller who comes back to an ended round has had the ball since it ended.
  const comesBack = before.SLV === undefined && after.SLV === 'SELLER'
  const openedAt = (comesBack ? await lastClosing(ctx, slv.id) : undefined) ?? ctx.now
  if (begun.length > 0) await openIntervals(ctx, slv, begun, openedAt)

  const today = days.ordinalAt(ctx.now)
  const since = days.receivedOrdinal(openedAt)
  const figures = { ...slv, ...recounted }
  const moved = changed.map((clock) => figuresOf(figures, clock, before[clock], after[clock], today, since))
  return Object.assign({ ...recounted, ...(after.SLV === undefined && { countedBy: version }) }, ...moved)
}

const recount = async ({ db }: Ctx, { id, resubmitCount }: Slv, days: BusinessDays): Promise<ClockColumns> => {
  const ledger = await db
    .selectFrom('slvInterval')
    .select(['clock', 'party', 'resubmitCount', 'openedAt', 'closedAt'])
    .where('slvId', '=', id)
    .orderBy('id')
    .execute()
  return replayed(ledger, resubmitCount, days)
}

const endIntervals = prepared('slv.intervals.end', (db, value: Slot<{ slvId: string; clocks: Clock[]; at: Date }>) =>
  db
    .updateTable('slvInterval')
    .set({ closedAt: value('at') })
    .where('slvId', '=', value('slvId'))
    .where((eb) => eb('clock', '=', eb.fn.any(eb.val(value('clocks')))))
    .where('closedAt', 'is', null),
)

type Interval = { slvId: string; resubmitCount: number; openedAt: Date; clock: Clock; party: Party }

const openInterval = prepared('slv.intervals.open', (db, value: Slot<Interval>) =>
  db.insertInto('slvInterval').values({
    slvId: value('slvId'),
    resubmitCount: value('resubmitCount'),
    openedAt: value('openedAt'),
    clock: value('clock'),
    party: value('party'),
  }),
)

/** Opens intervals in the ledger of an SLV. */
export async function openIntervals(
  ctx: Ctx,
  { id, resubmitCount }: { id: string; resubmitCount: number },
  begun: { clock: Clock; party: Party }[],
  openedAt: Date,
) {
  for (const interval of begun) await openInterval(ctx.db, { slvId: id, resubmitCount, openedAt, ...interval })
}

/** When the last interval of the whole SLV was closed: when its round ended. */
const lastClosing = async (ctx: Ctx, slvId: string): Promise<Date | undefined> => {
  const last = await ctx.db
    .selectFrom('slvInterval')
    .select('closedAt')
    .where('slvId', '=', slvId)
    .where('clock', '=', 'SLV')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.closedAt ?? undefined
}

/** What one clock's change does to the figures: the ended interval's days are added, the begun one's start is noted. */
const figuresOf = (
  slv: Figures,
  clock: Clock,
  before: Party | undefined,
  after: Party | undefined,
  today: number,
  since: number,
): Partial<Figures> => {
  const start = after ? since : null
  const ended = (sinceThen: number | null) => daysOn({ days: 0, since: sinceThen }, today)
  if (clock === 'SLR') return { slrDays: (slv.slrDays ?? 0) + ended(slv.slrSince), slrSince: start }
  if (clock === 'TD') return { tdDays: (slv.tdDays ?? 0) + ended(slv.tdSince), tdSince: start }
  const days = ended(slv.clockSince)
  return {
    clockParty: after ?? null,
    clockSince: start,
    ...(before === 'BUYER' && { buyerDays: slv.buyerDays + days, roundDays: slv.roundDays + days }),
    ...(before === 'SELLER' && { sellerDays: slv.sellerDays + days }),
  }
}
