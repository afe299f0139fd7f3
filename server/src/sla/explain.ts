import type { ExplainedClock, ExplainedInterval, SlaExplanation } from '@portal/contract/sla/api'
import { type BusinessDays, civil } from '@portal/contract/sla/calendar'
import type { SlaTarget, SlaTargets } from '@portal/contract/sla/model'
import { type Clock, clocks, hasSla, type Party, slaStatus, slvTarget } from '@portal/contract/slv/clocks'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/db-types.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { loadDays } from './load.ts'

type Interval = Pick<Selectable<DB['slvInterval']>, 'clock' | 'party' | 'resubmitCount' | 'openedAt' | 'closedAt'>

/**
 * How the SLA figures and the turn times of an SLV came: each interval of its ledger, counted again by the calendar.
 * Throws 404 for an SLV that the asker may not see.
 */
export async function explainSlvClocks(ctx: Ctx, slvId: string): Promise<SlaExplanation> {
  const slv = await visibleSlvs(ctx)
    .select(['status', 'resubmitCount', 'clockParty', 'countedBy'])
    .where('slv.id', '=', slvId)
    .executeTakeFirst()
  if (!slv) throw notFound('SLV')
  const ledger = await ctx.db
    .selectFrom('slvInterval')
    .select(['clock', 'party', 'resubmitCount', 'openedAt', 'closedAt'])
    .where('slvId', '=', slvId)
    .orderBy('id')
    .execute()

  const { targets } = ctx.sla
  // What is over stays as it was counted, by the calendar of its time.
  const isEarlierCalendar = ledger.length > 0 && slv.clockParty === null && slv.countedBy !== ctx.sla.version
  const days = isEarlierCalendar ? await loadDays(ctx.db, slv.countedBy) : ctx.sla.days
  const told = hasSla(slv.status) ? clocks : []
  return {
    cutOff: days.cutOff,
    timeZone: days.timeZone,
    isEarlierCalendar,
    clocks: told.flatMap((clock) => {
      const round = ledger.filter((one) => one.clock === clock && one.resubmitCount === slv.resubmitCount)
      if (round.length === 0) return []
      // While somebody else has the ball, the buyer's clock stands.
      const intervals = round.map((one) => explained(days, one, ctx.now, one.party === 'BUYER'))
      return explainedClock(ctx, clock, targetOf(targets, clock, slv.resubmitCount), intervals)
    }),
    turnTimes: turnTimesOf(
      slv.status,
      ledger
        .filter(({ clock }) => clock === 'SLV')
        .map((one) => explained(days, one, ctx.now, countsAsTurnTime(slv.status, one))),
    ),
  }
}

const targetOf = (targets: SlaTargets, clock: Clock, resubmitCount: number): SlaTarget =>
  ({ SLV: slvTarget(targets, resubmitCount), SLR: targets.slrReview, TD: targets.tdReview })[clock]

const explained = (days: BusinessDays, interval: Interval, now: Date, counts: boolean): ExplainedInterval => ({
  party: interval.party,
  resubmitCount: interval.resubmitCount,
  ...countedInterval(days, interval, now, counts),
})

/** One interval of a ledger, counted by a calendar. */
export const countedInterval = (
  days: BusinessDays,
  { openedAt, closedAt }: Pick<Interval, 'openedAt' | 'closedAt'>,
  now: Date,
  counts: boolean,
): Omit<ExplainedInterval, 'party' | 'resubmitCount'> => {
  const to = closedAt ?? now
  const arrived = civil(openedAt, days.timeZone).day
  const receivedDay = days.dayOf(days.receivedOrdinal(openedAt))
  return {
    from: openedAt.toISOString(),
    to: closedAt?.toISOString() ?? null,
    receivedDay,
    isHeldOver: receivedDay !== arrived,
    days: days.between(openedAt, to),
    counts,
    holidays: days.holidaysBetween(arrived, civil(to, days.timeZone).day),
  }
}

const explainedClock = (ctx: Ctx, clock: Clock, target: SlaTarget, intervals: ExplainedInterval[]): ExplainedClock => ({
  clock,
  ...countedFigure(ctx, target, intervals),
  intervals,
})

/** The figure that intervals add up to: counted − target. */
export const countedFigure = (
  { sla: { days }, now }: Pick<Ctx, 'sla' | 'now'>,
  target: SlaTarget,
  intervals: readonly Pick<ExplainedInterval, 'counts' | 'to' | 'days' | 'receivedDay'>[],
): Omit<ExplainedClock, 'clock' | 'intervals'> => {
  const { targetDays } = target
  const counted = intervals.filter(({ counts }) => counts)
  const ended = sumOf(counted.filter(({ to }) => to !== null))
  const open = counted.find(({ to }) => to === null)
  const since = open ? days.ordinal(open.receivedDay) : null
  return {
    sla: slaStatus({ days: ended, since }, target, days.ordinalAt(now)),
    countedDays: sumOf(counted),
    targetDays,
    dueDay: since !== null && ended <= targetDays ? days.dayOf(since + targetDays - ended) : null,
  }
}

/** The rule of `turnTimes` in contract/slv/clocks.ts: a decided round counts for the seller once they came back with it. */
const countsAsTurnTime = (status: SlvStatus, { party, closedAt }: Interval) =>
  party === 'BUYER' || closedAt !== null || status === 'PENDING_DOCUMENTS'

const turnTimesOf = (status: SlvStatus, intervals: ExplainedInterval[]): SlaExplanation['turnTimes'] => {
  const of = (party: Party) => sumOf(intervals.filter((one) => one.party === party && one.counts))
  const turnTime = of('BUYER')
  return {
    turnTime,
    sellerTurnTime: of('SELLER'),
    finalProcessingTime: isDecided(status) ? turnTime : null,
    intervals,
  }
}

const sumOf = (intervals: readonly { days: number }[]) => intervals.reduce((sum, { days }) => sum + days, 0)
