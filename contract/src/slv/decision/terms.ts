import { divide, round } from '../../lib/exact.ts'
import { toRecord } from '../../lib/typed.ts'
import type { DecisionFields } from '../bodies.ts'
import type { Decision } from '../status.ts'

/**
 * The label of `decisionComment`: the conditions of an approval, otherwise the
 * reason.
 */
export const decisionCommentLabel = (decision: Decision | null): string =>
  decision === 'DECLINED' || decision === 'NOT_NEEDED'
    ? 'Reason'
    : 'Decision Subject To'

/**
 * The terms of an approval. A denial has none, so it is sent without a price.
 */
const termNames = [
  'priceAdjustment',
  'priceReason',
  'decisionLtv',
  'decisionCltv',
  'decisionHcltv',
  'decisionDti',
  'decisionDscr',
  'reserves',
] as const satisfies (keyof DecisionFields)[]

/** The decisions that have terms, and so a price. */
export const decisionsWithTerms = [
  'APPROVED',
  'NOT_NEEDED',
] as const satisfies Decision[]

/**
 * The fields of a decision as sent: a denial drops the terms that were prepared
 * for an approval, and only an approval is good until a day.
 */
export const finalFields = <T extends DecisionFields>(
  decision: Decision,
  fields: T,
): T => {
  if (decision === 'APPROVED') return fields
  const withoutDay = { ...fields, goodUntil: null }
  return decision === 'DECLINED'
    ? { ...withoutDay, ...toRecord(termNames, () => null) }
    : withoutDay
}

/**
 * A price adjustment in dollars: a basis point is a hundredth of a percent of
 * the loan amount.
 */
export const priceInDollars = (bps: number, loanAmount: number): number =>
  round(divide(bps * loanAmount, 10_000), 2)
