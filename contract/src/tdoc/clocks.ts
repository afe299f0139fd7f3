import type { BusinessDays } from '../sla/calendar.ts'
import type { SlaItemName, SlaTargets } from '../sla/model.ts'
import { daysOn, slaStatus, type Today } from '../slv/clocks.ts'
import type { SlaStatus } from '../slv/model.ts'
import type {
  LoanKind,
  TdocParty,
  TdocStatus,
  TdocType,
  TprResponse,
} from './model.ts'

export type ResponsibilityFacts = {
  status: TdocStatus
  tprResponse: TprResponse | null
  isReturned: boolean
}

/**
 * The party that has to act; null once the Tdoc is complete. It is the buyer
 * from receipt on, and the reviewer from a return until they respond, also
 * after the response 'Not Reviewed'.
 */
export const responsibleParty = ({
  status,
  tprResponse,
  isReturned,
}: ResponsibilityFacts): TdocParty | null => {
  if (status === 'COMPLETE') return null
  if (status === 'NEW') return isReturned ? 'TPR' : 'BUYER'
  return tprResponse === 'NOT_REVIEWED' ? 'TPR' : 'BUYER'
}

/** The SLA item of a Tdoc (product.md §5). */
export const findSlaItem = ({
  type,
  loanKind,
}: {
  type: TdocType
  loanKind: LoanKind
}): SlaItemName => {
  if (type === 'ESCALATION') return 'tdocEscalation'
  if (loanKind === 'PURCHASED') return 'tdocPurchased'
  return type === 'MANUAL' ? 'tdocManual' : 'tdocAutomatic'
}

/** Computed from the ledger. */
export type TdocClock = {
  buyerDays: number
  clockParty: TdocParty | null
  clockSince: number | null
}

export type TdocInterval = {
  party: TdocParty
  openedAt: Date
  closedAt: Date | null
}

const getBuyerClock = ({ buyerDays, clockParty, clockSince }: TdocClock) => ({
  days: buyerDays,
  since: clockParty === 'BUYER' ? clockSince : null,
})

/** Business days that the buyer has had a Tdoc, at the ordinal `today`. */
export const tdocTurnTime = (tdoc: TdocClock, today: number): number =>
  daysOn(getBuyerClock(tdoc), today)

/** The SLA clock of a Tdoc; none once it is complete. */
export const tdocSlaStatus = (
  tdoc: TdocClock & { status: TdocStatus; type: TdocType; loanKind: LoanKind },
  targets: SlaTargets,
  today: Today,
): SlaStatus | null =>
  tdoc.status === 'COMPLETE'
    ? null
    : slaStatus(getBuyerClock(tdoc), targets[findSlaItem(tdoc)], today)

/** The clock columns of a Tdoc, recounted from its ledger by this calendar. */
export const computeTdocClock = (
  ledger: readonly TdocInterval[],
  days: BusinessDays,
): TdocClock => {
  const open = ledger.find(({ closedAt }) => closedAt === null)
  let buyerDays = 0
  for (const { party, openedAt, closedAt } of ledger)
    if (party === 'BUYER' && closedAt)
      buyerDays += days.between(openedAt, closedAt)
  return {
    buyerDays,
    clockParty: open?.party ?? null,
    clockSince: open ? days.receivedOrdinal(open.openedAt) : null,
  }
}
