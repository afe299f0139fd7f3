import type {
  ExplainedClock,
  ExplainedInterval,
  SlaExplanation,
  TdocSlaExplanation,
} from '@portal/contract/sla/api'
import { type BusinessDays, civil } from '@portal/contract/sla/calendar'
import type { SlaTarget, SlaTargets } from '@portal/contract/sla/model'
import {
  type Clock,
  clocks,
  hasSla,
  type Party,
  slaStatus,
  slvTarget,
} from '@portal/contract/slv/clocks'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import { findSlaItem } from '@portal/contract/tdoc/clocks'
import type { Selectable } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { DB } from '../lib/database/db-types.ts'
import { notFound } from '../lib/errors.ts'
import { loadDays } from '../lib/sla.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'

type Interval = Pick<
  Selectable<DB['slvInterval']>,
  'clock' | 'party' | 'resubmitCount' | 'openedAt' | 'closedAt'
>

/**
 * Explains the SLA figures and turn times of an SLV from its intervals. Throws
 * 404.
 */
export async function explainSlvClocks(
  ctx: Ctx,
  slvId: string,
): Promise<SlaExplanation> {
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
  const { days, ...calendar } = await findCalendar(ctx, slv, ledger.length > 0)
  const shown = hasSla(slv.status) ? clocks : []
  return {
    ...calendar,
    clocks: shown.flatMap((clock) => {
      const round = ledger.filter(
        (one) => one.clock === clock && one.resubmitCount === slv.resubmitCount,
      )
      if (round.length === 0) return []
      // The buyer's clock stops during other parties' turns.
      const intervals = round.map((one) =>
        explained(days, one, ctx.now, one.party === 'BUYER'),
      )
      return {
        clock,
        ...countedFigure(
          ctx,
          findTarget(targets, clock, slv.resubmitCount),
          intervals,
        ),
        intervals,
      }
    }),
    turnTimes: toTurnTimes(
      slv.status,
      ledger
        .filter(({ clock }) => clock === 'SLV')
        .map((one) =>
          explained(days, one, ctx.now, countsAsTurnTime(slv.status, one)),
        ),
    ),
  }
}

/** Explains the SLA figure of a Tdoc. Throws 404. */
export async function explainTdocClock(
  ctx: Ctx,
  tdocId: string,
): Promise<TdocSlaExplanation> {
  const tdoc = await visibleTdocs(ctx)
    .select(['status', 'type', 'loanKind', 'clockParty', 'countedBy'])
    .where('id', '=', tdocId)
    .executeTakeFirst()
  if (!tdoc) throw notFound('Tdoc')
  const ledger = await ctx.db
    .selectFrom('tdocInterval')
    .select(['party', 'openedAt', 'closedAt'])
    .where('tdocId', '=', tdocId)
    .orderBy('id')
    .execute()

  const { days, ...calendar } = await findCalendar(ctx, tdoc, ledger.length > 0)
  // The buyer's clock stops during the reviewer's turn.
  const intervals = ledger.map((one) =>
    explained(days, one, ctx.now, one.party === 'BUYER'),
  )
  return {
    ...calendar,
    clock:
      tdoc.status === 'COMPLETE'
        ? null
        : countedFigure(ctx, ctx.sla.targets[findSlaItem(tdoc)], intervals),
    intervals,
  }
}

type Clocked = { clockParty: unknown; countedBy: number }

/** For an ended clock, the calendar of its time. */
async function findCalendar(
  { db, sla }: Ctx,
  { clockParty, countedBy }: Clocked,
  hasLedger: boolean,
) {
  const isEarlierCalendar =
    hasLedger && clockParty === null && countedBy !== sla.version
  const days = isEarlierCalendar ? await loadDays(db, countedBy) : sla.days
  return {
    days,
    cutOff: days.cutOff,
    timeZone: days.timeZone,
    isEarlierCalendar,
  }
}

const findTarget = (
  targets: SlaTargets,
  clock: Clock,
  resubmitCount: number,
): SlaTarget =>
  ({
    SLV: slvTarget(targets, resubmitCount),
    SLR: targets.slrReview,
    TD: targets.tdReview,
  })[clock]

type Dates = { openedAt: Date; closedAt: Date | null }

const explained = <Interval extends Dates>(
  days: BusinessDays,
  { openedAt, closedAt, ...interval }: Interval,
  now: Date,
  counts: boolean,
) => {
  const to = closedAt ?? now
  const arrived = civil(openedAt, days.timeZone).day
  const receivedDay = days.toDay(days.receivedOrdinal(openedAt))
  return {
    ...interval,
    from: openedAt.toISOString(),
    to: closedAt?.toISOString() ?? null,
    receivedDay,
    isHeldOver: receivedDay !== arrived,
    days: days.between(openedAt, to),
    counts,
    holidays: days.holidaysBetween(arrived, civil(to, days.timeZone).day),
  }
}

/** Counted days − target. */
const countedFigure = (
  { sla: { days }, now }: Pick<Ctx, 'sla' | 'now'>,
  target: SlaTarget,
  intervals: readonly Pick<
    ExplainedInterval,
    'counts' | 'to' | 'days' | 'receivedDay'
  >[],
): Omit<ExplainedClock, 'clock' | 'intervals'> => {
  const { targetDays } = target
  const counted = intervals.filter(({ counts }) => counts)
  const ended = addUp(counted.filter(({ to }) => to !== null))
  const open = counted.find(({ to }) => to === null)
  const since = open ? days.ordinal(open.receivedDay) : null
  return {
    sla: slaStatus({ days: ended, since }, target, {
      days,
      today: days.ordinalAt(now),
    }),
    countedDays: addUp(counted),
    targetDays,
    dueDay:
      since !== null && ended <= targetDays
        ? days.toDay(since + targetDays - ended)
        : null,
  }
}

/**
 * The rule of `turnTimes` in contract/slv/clocks.ts: a decided round counts for
 * the seller once they came back with it.
 */
const countsAsTurnTime = (status: SlvStatus, { party, closedAt }: Interval) =>
  party === 'BUYER' || closedAt !== null || status === 'PENDING_DOCUMENTS'

const toTurnTimes = (
  status: SlvStatus,
  intervals: ExplainedInterval[],
): SlaExplanation['turnTimes'] => {
  const of = (party: Party) =>
    addUp(intervals.filter((one) => one.party === party && one.counts))
  const turnTime = of('BUYER')
  return {
    turnTime,
    sellerTurnTime: of('SELLER'),
    finalProcessingTime: isDecided(status) ? turnTime : null,
    intervals,
  }
}

const addUp = (intervals: readonly { days: number }[]) =>
  intervals.reduce((sum, { days }) => sum + days, 0)
