import type { BusinessDays } from '../sla/calendar.ts'
import type { SlaItemName, SlaTargets } from '../sla/model.ts'
import { daysOn, slaStatus } from '../slv/clocks.ts'
import type { SlaStatus } from '../slv/model.ts'
import type { LoanKind, TdocParty, TdocStatus, TdocType, TprResponse } from './model.ts'

/** What decides who has the ball. */
export type BallFacts = { status: TdocStatus; tprResponse: TprResponse | null; isReturned: boolean }

/**
 * Who has to act on a Tdoc; null once it is complete: then no clock runs. New ones are the buyer's from receipt on; what an
 * underwriter returned is the reviewer's until they respond, and stays theirs while they answer 'Not Reviewed'.
 */
export const ballOf = ({ status, tprResponse, isReturned }: BallFacts): TdocParty | null => {
  if (status === 'COMPLETE') return null
  if (status === 'NEW') return isReturned ? 'TPR' : 'BUYER'
  return tprResponse === 'NOT_REVIEWED' ? 'TPR' : 'BUYER'
}

/** The target that holds for a Tdoc: purchased loans have their own, an escalation is always one (product.md §5). */
export const slaItemOf = ({ type, loanKind }: { type: TdocType; loanKind: LoanKind }): SlaItemName => {
  if (type === 'ESCALATION') return 'tdocEscalation'
  if (loanKind === 'PURCHASED') return 'tdocPurchased'
  return type === 'MANUAL' ? 'tdocManual' : 'tdocAutomatic'
}

/** What of a Tdoc is made from its ledger: the buyer's ended days, who has the ball and since which business day. */
export type TdocClock = { buyerDays: number; clockParty: TdocParty | null; clockSince: number | null }

/** One interval of a Tdoc's ledger. */
export type TdocInterval = { party: TdocParty; openedAt: Date; closedAt: Date | null }

const buyersClock = ({ buyerDays, clockParty, clockSince }: TdocClock) => ({
  days: buyerDays,
  since: clockParty === 'BUYER' ? clockSince : null,
})

/** Business days that the buyer has had a Tdoc, at the ordinal `today`. */
export const tdocTurnTime = (tdoc: TdocClock, today: number): number => daysOn(buyersClock(tdoc), today)

/** The SLA clock of a Tdoc at the ordinal `today`; none once it is complete. */
export const tdocSlaStatus = (
  tdoc: TdocClock & { status: TdocStatus; type: TdocType; loanKind: LoanKind },
  targets: SlaTargets,
  today: number,
): SlaStatus | null =>
  tdoc.status === 'COMPLETE' ? null : slaStatus(buyersClock(tdoc), targets[slaItemOf(tdoc)], today)

/** The clock columns of a Tdoc, counted anew from its whole ledger by this calendar. */
export const replayedTdoc = (ledger: readonly TdocInterval[], days: BusinessDays): TdocClock => {
  const open = ledger.find(({ closedAt }) => closedAt === null)
  return {
    buyerDays: ledger.reduce(
      (sum, { party, openedAt, closedAt }) =>
        party === 'BUYER' && closedAt ? sum + days.between(openedAt, closedAt) : sum,
      0,
    ),
    clockParty: open?.party ?? null,
    clockSince: open ? days.receivedOrdinal(open.openedAt) : null,
  }
}
