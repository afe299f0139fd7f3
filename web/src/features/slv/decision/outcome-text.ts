import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  figureNames,
  requestedFigures,
} from '@portal/contract/slv/decision/requested-figures'
import { priceInDollars } from '@portal/contract/slv/decision/terms'
import type { Decision } from '@portal/contract/slv/status'
import * as format from '../../../lib/text/format.ts'
import { fieldText } from '../../../records/slv/field-text.ts'
import type { DecisionName } from './review-draft.ts'

export type DecidedFigure = {
  name: DecisionName
  label: string
  decided: string
  /** What was requested, if the decision differs from it. */
  requested: string | null
}

const joinList = (items: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(items)

const figureLabels: Partial<Record<DecisionName, string>> = {
  decisionLtv: 'LTV',
  decisionCltv: 'CLTV',
  decisionHcltv: 'HCLTV',
  decisionDti: 'DTI',
  decisionDscr: 'DSCR',
  reserves: 'reserves',
}

/** The figures of a decision, each beside what was requested. */
export const listDecidedFigures = (slv: SlvDetail): DecidedFigure[] => {
  const requested = requestedFigures(slv)
  return figureNames(slv).flatMap((name) => {
    const decided = slv[name] ?? null
    if (decided === null) return []
    const before = requested[name] ?? null
    const isOther = before !== null && before !== decided
    return [
      {
        name,
        label: figureLabels[name] ?? name,
        decided: fieldText(name, decided),
        requested: isOther ? fieldText(name, before) : null,
      },
    ]
  })
}

/** 'at LTV 70.00% (requested 72.80%) and reserves 6 months (requested 4.5 months)' */
const changesText = (slv: SlvDetail): string => {
  const changes = listDecidedFigures(slv).flatMap(
    ({ label, decided, requested }) =>
      requested === null
        ? []
        : [`${label} ${decided} (requested ${requested})`],
  )
  return changes.length === 0 ? 'as requested' : `at ${joinList(changes)}`
}

const smallNumbers = ['', 'one', 'two', 'three', 'four', 'five', 'six']

/** ', subject to two conditions' */
const conditionsText = ({
  conditions = [],
  decisionComment,
}: SlvDetail): string => {
  const { length } = conditions
  if (length === 0) return decisionComment ? ', subject to conditions' : ''
  const count = smallNumbers[length] ?? String(length)
  return `, subject to ${count} ${length === 1 ? 'condition' : 'conditions'}`
}

/**
 * A decision in one sentence: 'Approved at LTV 70.00% (requested 72.80%) for −25
 * bps, subject to conditions.'
 */
export const outcomeText = (decision: Decision, slv: SlvDetail): string => {
  if (decision === 'DECLINED') return 'Denied.'
  if (decision === 'NOT_NEEDED') return 'No variance is needed.'
  const price = slv.priceAdjustment
    ? ` for ${format.bps(slv.priceAdjustment)}`
    : ''
  return `Approved ${changesText(slv)}${price}${conditionsText(slv)}.`
}

/** '−25 bps · −$910 on $364,000'; null if the decision has no price. */
export const priceText = ({
  priceAdjustment,
  loanAmount,
}: SlvDetail): string | null => {
  if (priceAdjustment === null || priceAdjustment === undefined) return null
  const bps = format.bps(priceAdjustment)
  if (priceAdjustment === 0 || !loanAmount) return bps
  const dollars = priceDollars(priceAdjustment, loanAmount)
  return `${bps} · ${dollars} on ${format.money(loanAmount)}`
}

/** A price in dollars: '−$352.50'. */
export const priceDollars = (bps: number, loanAmount: number): string => {
  const dollars = priceInDollars(bps, loanAmount)
  return `${format.signFor(dollars)}${format.money(Math.abs(dollars))}`
}
