import { addDecimals, addMoney, compare, type Exact } from '../lib/exact.ts'
import type { FormFieldName } from '../slv/form.ts'
import {
  exactFigure,
  type Figures,
  isEmpty,
  missingFields,
  shownFigure,
} from './figures.ts'
import {
  type ContractVariance,
  isYesNo,
  type Operator,
  type Parameter,
  parameters,
  type Rule,
} from './model.ts'
import {
  type BandFigures,
  matchScope,
  readBandFigures,
  specificity,
} from './scope.ts'

/**
 * MISSES: a variance may be requested. NOT_EVALUATED: a field is missing, which
 * never counts as met.
 */
export const findingStates = [
  'KNOCKED_OUT',
  'MISSES',
  'COVERED',
  'NOT_EVALUATED',
  'MEETS',
] as const
export type FindingState = (typeof findingStates)[number]

export const verdicts = [
  'NOT_ELIGIBLE',
  'NEEDS_VARIANCE',
  'INCOMPLETE',
  'ELIGIBLE',
] as const
export type Verdict = (typeof verdicts)[number]

/**
 * The result of one parameter's rule for a loan. The state comes from exact
 * figures. `actual` is rounded to be shown, on the side of the limit on which
 * it is. `distance` is actual minus limit in the parameter's unit, and `share`
 * its size as a part of the limit; both are null for a yes or no, and where
 * something is missing.
 */
export type Finding = {
  parameter: Parameter
  state: FindingState
  ruleId: string
  operator: Operator
  limit: number
  actual: number | null
  distance: number | null
  share: number | null
  unit: string | null
  citation: string
  text: string
  missing: FormFieldName[]
  /**
   * Of the missing fields, those without which a request can't be sent: a
   * scope's, and all of a knockout's. Absent in rounds that earlier releases
   * sent.
   */
  requiredFields?: FormFieldName[] | undefined
  /** The code of the contract variance that covers the miss. */
  coveredBy: string | null
}

export type Evaluation = { verdict: Verdict; findings: Finding[] }

/** The part of a contract variance that evaluation reads. */
export type Coverage = Pick<
  ContractVariance,
  | 'code'
  | 'programs'
  | 'parameter'
  | 'scope'
  | 'value'
  | 'from'
  | 'to'
  | 'capLoans'
  | 'capAmount'
  | 'usedLoans'
  | 'usedAmount'
>

export const meets = (
  operator: Operator,
  actual: Exact,
  limit: number,
): boolean => {
  if (operator === '>=') return compare(actual, limit) >= 0
  if (operator === '<=') return compare(actual, limit) <= 0
  return limit === 1 || actual === 0
}

/**
 * Judges a loan by the rules of its program, on a civil day (which dates an
 * appraisal and decides which contract variances are in force). Rules of other
 * programs are ignored.
 */
export const evaluate = (
  figures: Figures,
  program: string,
  rules: readonly Rule[],
  options: EvaluationOptions,
): Evaluation =>
  evaluateGroups(figures, program, groupRules(program, rules), options)

export type EvaluationOptions = {
  asOf: string
  coverages?: readonly Coverage[]
}

/**
 * The rules of a program in groups, each of which leads to at most one finding.
 * To evaluate many loans by the same rules, group them once.
 */
export function groupRules(
  program: string,
  rules: readonly Rule[],
): readonly (readonly Rule[])[] {
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    if (rule.program !== program) continue
    const key = rule.scope.misses
      ? rule.id
      : `${rule.parameter} ${rule.severity}`
    const group = groups.get(key)
    if (group) group.push(rule)
    else groups.set(key, [rule])
  }
  return [...groups.values()]
}

/** A loan with the values that many rules need. */
type Loan = { figures: Figures; bandFigures: BandFigures; asOf: string }

/** A rule that applies to a loan, its own finding, and the exact figure. */
type RuleOutcome = { rule: Rule; finding: Finding; actual: Exact | null }

/** `evaluate` with rules that are grouped already. */
export function evaluateGroups(
  figures: Figures,
  program: string,
  groups: readonly (readonly Rule[])[],
  { asOf, coverages = [] }: EvaluationOptions,
): Evaluation {
  const loan: Loan = { figures, bandFigures: readBandFigures(figures), asOf }
  const reviews: RuleOutcome[] = []
  const knockouts: RuleOutcome[] = []
  for (const group of groups) {
    const outcome = evaluateGroup(group, loan)
    if (outcome?.rule.severity === 'KNOCKOUT') knockouts.push(outcome)
    else if (outcome) reviews.push(cover(outcome, loan, program, coverages))
  }

  const findings = reviews.map(({ finding }) => finding)
  for (const knockout of knockouts) {
    const finding = evaluateKnockout(knockout, reviews, figures)
    if (finding && !isShownByReview(finding, reviews)) findings.push(finding)
  }
  const rank = ({ state }: Finding) => findingStates.indexOf(state)
  findings.sort((a, b) => rank(a) - rank(b))
  return { verdict: verdictFor(findings), findings }
}

/** A met knockout adds nothing to a finding for the same parameter. */
const isShownByReview = (
  { state, parameter }: Finding,
  reviews: readonly RuleOutcome[],
): boolean =>
  state === 'MEETS' &&
  reviews.some(({ finding }) => finding.parameter === parameter)

/**
 * A knockout is final even if fields are missing. Otherwise, a loan with
 * missing fields is incomplete.
 */
export const verdictFor = (
  findings: readonly Pick<Finding, 'state'>[],
): Verdict => {
  const has = (state: FindingState) =>
    findings.some((finding) => finding.state === state)
  if (has('KNOCKED_OUT')) return 'NOT_ELIGIBLE'
  if (has('NOT_EVALUATED') || findings.length === 0) return 'INCOMPLETE'
  return has('MISSES') ? 'NEEDS_VARIANCE' : 'ELIGIBLE'
}

const toShown = (actual: Exact, { parameter, value }: Rule): number =>
  isYesNo(parameter) ? Number(actual) : shownFigure(actual, parameter, value)

/**
 * Evaluates the rule of a group that applies to the loan; null if none does.
 */
function evaluateGroup(rules: readonly Rule[], loan: Loan): RuleOutcome | null {
  const choice = chooseRule(rules, loan)
  if (!choice) return null
  const { rule, missing: missingInScope } = choice
  const { parameter, operator, value: limit } = rule
  const actual = exactFigure(parameter, loan.figures, loan.asOf)
  const shown = actual === null ? null : toShown(actual, rule)
  const isMet = actual !== null && meets(operator, actual, limit)
  const finding: Finding = {
    parameter,
    state: isMet ? 'MEETS' : 'MISSES',
    ruleId: rule.id,
    operator,
    limit,
    actual: shown,
    ...measureDistance(parameter, shown, limit),
    unit: parameters[parameter].unit,
    citation: rule.citation,
    text: rule.text,
    missing: [],
    requiredFields: [],
    coveredBy: null,
  }
  if (actual !== null && missingInScope.length === 0)
    return { rule, finding, actual }
  const missingFigures =
    actual === null ? missingFields(parameter, loan.figures) : []
  const missing = [...missingInScope, ...missingFigures]
  return {
    rule,
    finding: notEvaluated(finding, missing, missingInScope),
    actual,
  }
}

function measureDistance(
  parameter: Parameter,
  actual: number | null,
  limit: number,
): Pick<Finding, 'distance' | 'share'> {
  if (actual === null || isYesNo(parameter))
    return { distance: null, share: null }
  const distance = addDecimals(actual, -limit)
  return {
    distance,
    share: limit === 0 ? null : addDecimals(Math.abs(distance) / limit, 0),
  }
}

const notEvaluated = (
  finding: Finding,
  missing: readonly FormFieldName[],
  requiredFields: readonly FormFieldName[],
): Finding => ({
  ...finding,
  state: 'NOT_EVALUATED',
  distance: null,
  share: null,
  missing: [...new Set([...finding.missing, ...missing])],
  requiredFields: [
    ...new Set([...(finding.requiredFields ?? []), ...requiredFields]),
  ],
})

/**
 * The closest rule whose scope matches the loan. `missing` are the fields of
 * scopes that may match and are closer; without a rule that matches, the
 * closest of those is chosen.
 */
function chooseRule(
  rules: readonly Rule[],
  loan: Loan,
): { rule: Rule; missing: readonly FormFieldName[] } | null {
  const matching: Rule[] = []
  const possible: { rule: Rule; missing: FormFieldName[] }[] = []
  for (const rule of rules) {
    const match = matchScope(rule.scope, loan.figures, loan.bandFigures)
    if (match === true) matching.push(rule)
    else if (match !== false) possible.push({ rule, missing: match })
  }
  const closestMatch = findClosest(matching)
  const closer = possible.filter(
    ({ rule }) => !closestMatch || isCloser(rule, closestMatch),
  )
  const rule = closestMatch ?? findClosest(closer.map(({ rule }) => rule))
  if (!rule) return null
  return { rule, missing: closer.flatMap(({ missing }) => missing) }
}

/** The closest rule; of equally close ones, the first. */
function findClosest(rules: readonly Rule[]): Rule | undefined {
  let closest: Rule | undefined
  for (const rule of rules)
    if (!closest || isCloser(rule, closest)) closest = rule
  return closest
}

/** More specific, or else stricter: a draft version may have overlaps. */
function isCloser(rule: Rule, other: Rule): boolean {
  const difference = specificity(rule.scope) - specificity(other.scope)
  if (difference !== 0) return difference > 0
  return rule.operator === '>='
    ? rule.value > other.value
    : rule.value < other.value
}

/**
 * Evaluates a knockout. If its own limit isn't met, the misses that it depends
 * on decide: null if one of them is not a miss, because the knockout then
 * doesn't apply to this loan. It is not evaluated while any part is unknown and
 * none is known to be met.
 */
function evaluateKnockout(
  { rule, finding }: RuleOutcome,
  reviews: readonly RuleOutcome[],
  figures: Figures,
): Finding | null {
  if (finding.state === 'MEETS') return finding
  const conditions = (rule.scope.misses ?? []).map((condition) =>
    checkMiss(condition, reviews),
  )
  if (conditions.includes(false)) return null
  const unknown = conditions.flatMap((condition) =>
    typeof condition === 'boolean' ? [] : condition,
  )
  if (finding.state === 'MISSES' && unknown.length === 0)
    return { ...finding, state: 'KNOCKED_OUT' }
  const missing = [...finding.missing, ...unknown]
  // A current payment of 0 is a valid answer, although no payment shock follows
  // from it.
  const empty = missing.filter((field) => isEmpty(figures[field]))
  return notEvaluated(finding, missing, empty)
}

type Condition = NonNullable<Rule['scope']['misses']>[number]

/**
 * Whether the loan misses a parameter's limit by more than `by` units, or the
 * fields that are needed to know.
 */
function checkMiss(
  { parameter, by }: Condition,
  reviews: readonly RuleOutcome[],
): boolean | FormFieldName[] {
  const review = reviews.find(({ finding }) => finding.parameter === parameter)
  if (!review) return false
  const { rule, finding, actual } = review
  if (finding.state === 'NOT_EVALUATED') return finding.missing
  if (finding.state !== 'MISSES' || actual === null) return false
  if (isYesNo(parameter)) return by === 0
  if (rule.operator === '>=')
    return compare(actual, addDecimals(rule.value, -by)) < 0
  return compare(actual, addDecimals(rule.value, by)) > 0
}

/**
 * Covers a miss that one of the seller's contract variances relaxes far enough.
 */
function cover(
  outcome: RuleOutcome,
  loan: Loan,
  program: string,
  coverages: readonly Coverage[],
): RuleOutcome {
  const { finding, actual, rule } = outcome
  if (finding.state !== 'MISSES' || actual === null) return outcome
  const covering = coverages.find(
    (coverage) =>
      coverage.parameter === rule.parameter &&
      isInForce(coverage, program, loan.asOf) &&
      hasRoom(coverage, loan.figures.loanAmount ?? null) &&
      matchScope(coverage.scope, loan.figures, loan.bandFigures) === true &&
      meets(rule.operator, actual, coverage.value),
  )
  if (!covering) return outcome
  return {
    ...outcome,
    finding: { ...finding, state: 'COVERED', coveredBy: covering.code },
  }
}

const isInForce = (
  { programs, from, to }: Coverage,
  program: string,
  asOf: string,
): boolean =>
  (programs.length === 0 || programs.includes(program)) &&
  from <= asOf &&
  (to === null || asOf <= to)

/**
 * Whether one more loan fits under the caps of a contract variance. Without an
 * amount, it doesn't fit a dollar cap.
 */
export const hasRoom = (
  {
    capLoans,
    capAmount,
    usedLoans,
    usedAmount,
  }: Pick<Coverage, 'capLoans' | 'capAmount' | 'usedLoans' | 'usedAmount'>,
  loanAmount: number | null,
): boolean => {
  if (capLoans !== null && usedLoans >= capLoans) return false
  if (capAmount === null) return true
  if (loanAmount === null) return false
  return addMoney(usedAmount, loanAmount) <= capAmount
}
