import type { SlaItemName } from '../sla/model.ts'
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
