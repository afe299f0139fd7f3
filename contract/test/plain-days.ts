import { type BusinessDays, civil } from '../src/sla/calendar.ts'
import type { Expectation, LedgerInterval, Party } from '../src/slv/clocks.ts'

// A second computation of the promised day: it counts day by day, and reads only
// the whole SLV's intervals.

const dayMs = 86_400_000

/** The civil day after this one. */
const nextDay = (day: string): string =>
  new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/** The first business day after this civil day. */
function nextBusinessDay(day: string, calendar: BusinessDays): string {
  let next = nextDay(day)
  while (!calendar.isBusinessDay(next)) next = nextDay(next)
  return next
}

/** The business day on which something counts as received. */
function receivedDay(at: Date, calendar: BusinessDays): string {
  const { day, time } = civil(at)
  const isInTime = calendar.isBusinessDay(day) && time < calendar.cutOff
  return isInTime ? day : nextBusinessDay(day, calendar)
}

/** The business days from receipt to an instant, counted one by one. */
function countDays(from: Date, to: Date, calendar: BusinessDays): number {
  const last = civil(to).day
  let count = 0
  let day = nextBusinessDay(receivedDay(from, calendar), calendar)
  while (day <= last) {
    count++
    day = nextBusinessDay(day, calendar)
  }
  return count
}

/** The day that comes this many business days after receipt. */
function dayAfter(receipt: Date, days: number, calendar: BusinessDays): string {
  let day = receivedDay(receipt, calendar)
  for (let count = 0; count < days; count++)
    day = nextBusinessDay(day, calendar)
  return day
}

type Round = {
  /** The intervals of an open SLV, oldest first. */
  ledger: readonly LedgerInterval[]
  resubmitCount: number
  targets: Record<
    'slvReview' | 'slvResubmission' | 'sellerDocuments',
    { targetDays: number }
  >
  calendar: BusinessDays
}

type Promised = {
  waitingOn: Party
  receivedOn: string
  /** Null if the days were used up before it was received: the day is past. */
  expectedBy: string | null
}

/** Who acts next on an open SLV and by which day, from its ledger alone. */
export function countPromisedDay({
  ledger,
  resubmitCount,
  targets,
  calendar,
}: Round): Promised {
  const whole = ledger.filter(({ clock }) => clock === 'SLV')
  const current = whole.at(-1)
  if (!current) throw new Error('An open SLV has a clock')
  const { party, openedAt } = current
  const receivedOn = receivedDay(openedAt, calendar)
  if (party === 'SELLER')
    return {
      waitingOn: party,
      receivedOn,
      expectedBy: dayAfter(
        openedAt,
        targets.sellerDocuments.targetDays,
        calendar,
      ),
    }

  const target =
    resubmitCount === 0 ? targets.slvReview : targets.slvResubmission
  const used = whole
    .filter(
      (one) => one.party === 'BUYER' && one.resubmitCount === resubmitCount,
    )
    .reduce(
      (sum, one) =>
        sum +
        (one.closedAt ? countDays(one.openedAt, one.closedAt, calendar) : 0),
      0,
    )
  const left = target.targetDays - used
  return {
    waitingOn: party,
    receivedOn,
    expectedBy: left < 0 ? null : dayAfter(openedAt, left, calendar),
  }
}

/** Whether an SLV promises what its ledger says. */
export const isAsPromised = (
  { waitingOn, expectedBy }: Expectation,
  promised: Promised,
): boolean => {
  if (waitingOn !== promised.waitingOn || expectedBy === null) return false
  return promised.expectedBy === null
    ? expectedBy < promised.receivedOn
    : expectedBy === promised.expectedBy
}
