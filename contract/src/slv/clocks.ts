import { z } from 'zod'
import { isOneOf } from '../lib/typed.ts'
import type { BusinessDays } from '../sla/calendar.ts'
import type { SlaTarget, SlaTargets } from '../sla/model.ts'
import type { SlaStatus } from './model.ts'
import {
  isDecided,
  isSellerDraft,
  isUndecided,
  openStatuses,
  type SlvStatus,
  slrStage,
  tdStage,
} from './status.ts'
import type { TableMode } from './table-mode.ts'

const parties = ['BUYER', 'SELLER'] as const
export const Party = z.enum(parties)
export type Party = z.infer<typeof Party>

export const clocks = ['SLV', 'SLR', 'TD'] as const
export type Clock = (typeof clocks)[number]

/**
 * The party whose turn it is on each clock; a missing clock is stopped. After a
 * decision all are, also during a draft resubmission; when the new round is
 * sent, the time since the decision is recorded as the seller's (product.md §2,
 * Clocks).
 */
export const getClocks = (status: SlvStatus): Partial<Record<Clock, Party>> => {
  if (isSellerDraft(status) || !isUndecided(status)) return {}
  if (status === 'PENDING_DOCUMENTS') return { SLV: 'SELLER' }
  if (
    status === 'SLR_PENDING' ||
    status === 'SLR_INFO_RECEIVED' ||
    status === 'SLR_REVIEW'
  )
    return { SLV: 'BUYER', SLR: 'BUYER' }
  if (isOneOf(tdStage, status)) return { SLV: 'BUYER', TD: 'BUYER' }
  return { SLV: 'BUYER' }
}

/**
 * A clock: the days of its ended intervals and, while it runs, the ordinal of
 * the business day it counts from.
 */
export type ClockFigures = { days: number; since: number | null }

/** Days on a clock at the business-day ordinal `today`. */
export const daysOn = ({ days, since }: ClockFigures, today: number): number =>
  days + (since === null ? 0 : Math.max(0, today - since))

/** A calendar, and the ordinal of today's business day on it. */
export type Today = { days: BusinessDays; today: number }

/**
 * The ordinal of the business day by which a running clock reaches its target;
 * null while it is paused.
 */
const dueOrdinal = (
  clock: ClockFigures,
  targetDays: number,
  today: number,
): number | null => {
  if (clock.since === null) return null
  const daysOver = daysOn(clock, today) - targetDays
  // Work that was received after the cutoff starts on a later day.
  const countedUntil = daysOver > 0 ? today : Math.max(today, clock.since)
  return countedUntil - daysOver
}

/**
 * slaDays = business days on the clock − target: positive is overdue
 * (product.md §5). A running clock is overdue from the day after its due day.
 * If its days were already used up when it resumed, they count back from today.
 */
export const slaStatus = (
  clock: ClockFigures,
  { targetDays, warnDays }: SlaTarget,
  { days: calendar, today }: Today,
): SlaStatus => {
  const { since } = clock
  const days = daysOn(clock, today) - targetDays
  const overdue = days > 0
  const warn = !overdue && days >= -warnDays
  const running = since !== null
  const due = dueOrdinal(clock, targetDays, today)
  const openState = warn && running ? 'SOON' : 'OK'
  const dueState = overdue ? 'OVERDUE' : openState
  return {
    days,
    overdue,
    warn,
    running,
    dueAt: due === null ? null : calendar.getEnd(due).toISOString(),
    dueState,
  }
}

/** The target of the whole SLV: a resubmission has its own. */
export const slvTarget = <Target>(
  targets: Record<'slvReview' | 'slvResubmission', Target>,
  resubmitCount: number,
): Target => (resubmitCount > 0 ? targets.slvResubmission : targets.slvReview)

export const hasSla = (status: SlvStatus): boolean =>
  isOneOf(openStatuses, status)

/** The clock columns of an SLV: business days and calendar ordinals. */
export type SlvClocks = ClockColumns & { status: SlvStatus }

/** The columns computed from the ledger. */
export type ClockColumns = {
  buyerDays: number
  sellerDays: number
  roundDays: number
  clockParty: string | null
  clockSince: number | null
  slrDays: number | null
  slrSince: number | null
  tdDays: number | null
  tdSince: number | null
}

/**
 * Turn times at the ordinal `today`, in business days. The seller's counts
 * requested documents, and a decided round once it is resubmitted.
 */
export const turnTimes = (slv: SlvClocks, today: number) => {
  const runningSince = (party: Party) =>
    slv.clockParty === party ? slv.clockSince : null
  const buyerClock = {
    days: slv.buyerDays,
    since: runningSince('BUYER'),
  }
  const areDocumentsRequested = slv.status === 'PENDING_DOCUMENTS'
  const sellerClock = {
    days: slv.sellerDays,
    since: areDocumentsRequested ? runningSince('SELLER') : null,
  }
  const turnTime = daysOn(buyerClock, today)
  return {
    turnTime,
    finalProcessingTime: isDecided(slv.status) ? turnTime : null,
    sellerTurnTime: daysOn(sellerClock, today),
  }
}

type SlaClocks = Omit<SlvClocks, 'buyerDays' | 'sellerDays'> & {
  resubmitCount: number
}

/** The SLA clocks of an SLV. */
export const slaStatuses = (
  slv: SlaClocks,
  targets: SlaTargets,
  today: Today,
) => {
  const getStatus = (
    days: number | null,
    since: number | null,
    target: SlaTarget,
  ) => {
    if (days === null || !hasSla(slv.status)) return null
    return slaStatus({ days, since }, target, today)
  }
  const buyerSince = slv.clockParty === 'BUYER' ? slv.clockSince : null
  const target = slvTarget(targets, slv.resubmitCount)
  return {
    groupSlaStatus: getStatus(slv.roundDays, buyerSince, target),
    slrSlaStatus: getStatus(slv.slrDays, slv.slrSince, targets.slrReview),
    tdSlaStatus: getStatus(slv.tdDays, slv.tdSince, targets.tdReview),
  }
}

/** Who acts next on a sent request, and by when. */
export type Expectation = {
  waitingOn: Party | null
  /** A civil day in New York. */
  expectedBy: string | null
}

/** The civil day by which the buyer decides, by the SLA of the review. */
const findDecisionDay = (
  clock: ClockFigures,
  targetDays: number,
  { days, today }: Today,
): string | null => {
  const due = dueOrdinal(clock, targetDays, today)
  return due === null ? null : days.toDay(due)
}

/**
 * The civil day by which the buyer decides a round that is sent at this time:
 * the `expectedBy` that it has once it is sent.
 */
export const findDecisionDayIfSent = (
  targetDays: number,
  at: Date,
  days: BusinessDays,
): string | null => {
  const clock = { days: 0, since: days.receivedOrdinal(at) }
  return findDecisionDay(clock, targetDays, {
    days,
    today: days.ordinalAt(at),
  })
}

/**
 * The party whose turn it is on a sent request, and the day by which its SLA
 * says that it acts: the buyer decides by that of the review, the seller sends
 * requested documents by that of documents. It reads only the clock of the
 * whole SLV, so it reveals no internal stage to sellers.
 */
export const findExpectation = (
  slv: Pick<
    SlaClocks,
    'status' | 'roundDays' | 'resubmitCount' | 'clockParty' | 'clockSince'
  >,
  targets: SlaTargets,
  { days, today }: Today,
): Expectation => {
  const { status, clockParty, clockSince: since, roundDays } = slv
  if (!hasSla(status)) return { waitingOn: null, expectedBy: null }
  if (clockParty === 'SELLER') {
    const { targetDays } = targets.sellerDocuments
    const due = dueOrdinal({ days: 0, since }, targetDays, today)
    const expectedBy = due === null ? null : days.toDay(due)
    return { waitingOn: 'SELLER', expectedBy }
  }
  const { targetDays } = slvTarget(targets, slv.resubmitCount)
  const clock = { days: roundDays, since }
  const expectedBy = findDecisionDay(clock, targetDays, { days, today })
  return { waitingOn: 'BUYER', expectedBy }
}

/** The SLA field of each clock. */
export const slaFields = {
  SLV: 'groupSlaStatus',
  SLR: 'slrSlaStatus',
  TD: 'tdSlaStatus',
} as const

/**
 * The statuses in which a list uses each clock: a completed review is back with
 * the underwriter.
 */
export const clockStatuses: Record<Clock, readonly SlvStatus[]> = {
  SLV: openStatuses,
  SLR: slrStage,
  TD: tdStage,
}

type Slas = { status: SlvStatus } & {
  [Field in (typeof slaFields)[Clock]]?: SlaStatus | null | undefined
}

/** The SLA of an SLV on a clock while its work is open; null otherwise. */
export const slaOn = (clock: Clock, slv: Slas): SlaStatus | null => {
  if (!clockStatuses[clock].includes(slv.status)) return null
  return slv[slaFields[clock]] ?? null
}

type WorkList = {
  tableMode?: TableMode | undefined
  slrReviewerIds?: readonly string[] | undefined
  tradeDeskIds?: readonly string[] | undefined
}

/**
 * The clock that a list uses: lists of SLR, the trade desk or their reviewers
 * use the clock of that review.
 */
export const clockForList = ({
  tableMode,
  slrReviewerIds = [],
  tradeDeskIds = [],
}: WorkList): Clock => {
  if (tableMode === 'SLR' || slrReviewerIds.length > 0) return 'SLR'
  if (tableMode === 'TRADE_DESK' || tradeDeskIds.length > 0) return 'TD'
  return 'SLV'
}

export type LedgerInterval = {
  clock: Clock
  party: Party
  resubmitCount: number
  openedAt: Date
  closedAt: Date | null
}

const isOpen = ({ closedAt }: LedgerInterval) => closedAt === null

/** Business days of the ended intervals. */
function sumEndedDays(
  intervals: readonly LedgerInterval[],
  days: BusinessDays,
): number {
  let sum = 0
  for (const { openedAt, closedAt } of intervals)
    if (closedAt) sum += days.between(openedAt, closedAt)
  return sum
}

/** The ordinal from which the open interval counts; null if none is open. */
function findSince(
  intervals: readonly LedgerInterval[],
  days: BusinessDays,
): number | null {
  const open = intervals.find(isOpen)
  return open ? days.receivedOrdinal(open.openedAt) : null
}

/**
 * The clock columns, recounted from the ledger by this calendar;
 * `resubmitCount` is the current round.
 */
export function computeClockColumns(
  ledger: readonly LedgerInterval[],
  resubmitCount: number,
  days: BusinessDays,
): ClockColumns {
  const isOfRound = (interval: LedgerInterval) =>
    interval.resubmitCount === resubmitCount
  const byClock = (clock: Clock) =>
    ledger.filter((interval) => interval.clock === clock)
  const slv = byClock('SLV')
  const slr = byClock('SLR')
  const td = byClock('TD')
  const buyer = slv.filter(({ party }) => party === 'BUYER')
  const seller = slv.filter(({ party }) => party === 'SELLER')
  /** Null if the round has not been at this desk. */
  const sumRoundDays = (desk: readonly LedgerInterval[]) => {
    const ofRound = desk.filter(isOfRound)
    return ofRound.length > 0 ? sumEndedDays(ofRound, days) : null
  }
  return {
    buyerDays: sumEndedDays(buyer, days),
    sellerDays: sumEndedDays(seller, days),
    roundDays: sumEndedDays(buyer.filter(isOfRound), days),
    clockParty: slv.find(isOpen)?.party ?? null,
    clockSince: findSince(slv, days),
    slrDays: sumRoundDays(slr),
    slrSince: findSince(slr, days),
    tdDays: sumRoundDays(td),
    tdSince: findSince(td, days),
  }
}
