import type { FormFieldName } from '../slv/form.ts'
import { type Figures, figureOf, missingFields } from './figures.ts'
import { type ContractVariance, type Operator, type Parameter, parameters, type Rule } from './model.ts'
import { matchScope, specificity } from './scope.ts'

/** MISSES: a variance may be requested. NOT_EVALUATED: a field is missing, which never counts as met. */
export const findingStates = ['KNOCKED_OUT', 'MISSES', 'COVERED', 'NOT_EVALUATED', 'MEETS'] as const
export type FindingState = (typeof findingStates)[number]

export const verdicts = ['NOT_ELIGIBLE', 'NEEDS_VARIANCE', 'INCOMPLETE', 'ELIGIBLE'] as const
export type Verdict = (typeof verdicts)[number]

/**
 * What one parameter's rule says about a loan. `distance` is actual minus limit in the parameter's unit, and `share` its
 * size as a part of the limit; both are null for a yes or no, and where something is missing.
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

export const meets = (operator: Operator, actual: number, limit: number): boolean => {
  if (operator === '>=') return actual >= limit
  if (operator === '<=') return actual <= limit
  return limit === 1 || actual === 0
}

const round = (value: number) => Math.round(value * 1000) / 1000

/**
 * Judges a loan by the rules of its program, on a civil day (which dates an appraisal and decides which contract variances
 * are in force). `rules` may hold those of other programs too.
 */
export const evaluate = (
  figures: Figures,
  program: string,
  rules: readonly Rule[],
  options: EvaluationOptions,
): Evaluation => evaluateGroups(figures, program, groupRules(program, rules), options)

export type EvaluationOptions = { asOf: string; coverages?: readonly Coverage[] }

/** The rules of a program, grouped by what one finding is made from: for judging many loans by the same rules. */
export function groupRules(program: string, rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const groups = new Map<string, Rule[]>()
  for (const rule of rules) {
    if (rule.program !== program) continue
    const key = rule.scope.misses ? rule.id : `${rule.parameter} ${rule.severity}`
    const group = groups.get(key)
    if (group) group.push(rule)
    else groups.set(key, [rule])
  }
  return [...groups.values()]
}

/** `evaluate` with rules that are grouped already. */
export function evaluateGroups(
  figures: Figures,
  program: string,
  groups: readonly (readonly Rule[])[],
  { asOf, coverages = [] }: EvaluationOptions,
): Evaluation {
  const reviews: Finding[] = []
  const knockouts: [Rule, Finding][] = []
  for (const group of groups) {
    const found = judge(group, figures, asOf)
    if (!found) continue
    if (found.rule.severity === 'KNOCKOUT') knockouts.push([found.rule, found.finding])
    else reviews.push(cover(found.finding, figures, program, asOf, coverages))
  }
  const findings = [...reviews]
  for (const [rule, finding] of knockouts) {
    const judged = knockOut(rule, finding, reviews)
    const isSaidAlready =
      judged.state !== 'KNOCKED_OUT' && reviews.some(({ parameter }) => parameter === rule.parameter)
    if (!isSaidAlready) findings.push(judged)
  }
  const rank = ({ state }: Finding) => findingStates.indexOf(state)
  findings.sort((a, b) => rank(a) - rank(b))
  return { verdict: verdictOf(findings), findings }
}

const verdictOf = (findings: readonly Finding[]): Verdict => {
  const has = (state: FindingState) => findings.some((finding) => finding.state === state)
  if (has('KNOCKED_OUT')) return 'NOT_ELIGIBLE'
  if (has('MISSES')) return 'NEEDS_VARIANCE'
  return has('NOT_EVALUATED') || findings.length === 0 ? 'INCOMPLETE' : 'ELIGIBLE'
}

/** The most specific rule that matches, and whether the loan meets it; null if none is for this loan. */
function judge(rules: readonly Rule[], figures: Figures, asOf: string): { rule: Rule; finding: Finding } | null {
  let rule: Rule | undefined
  let unsure: Rule | undefined
  const missing = new Set<FormFieldName>()
  for (const each of rules) {
    const match = matchScope(each.scope, figures)
    if (match === true) rule = isCloser(each, rule) ? each : rule
    else if (match !== false) {
      unsure = isCloser(each, unsure) ? each : unsure
      missing.add(match)
    }
  }
  if (rule && unsure && specificity(unsure.scope) <= specificity(rule.scope)) missing.clear()
  const applied = rule ?? unsure
  if (!applied) return null
  const { parameter, operator, value: limit } = applied
  const actual = figureOf(parameter, figures, asOf)
  if (actual === null) for (const field of missingFields(parameter, figures)) missing.add(field)
  const isJudged = actual !== null && missing.size === 0
  const isNumeric = parameters[parameter].unit !== null
  const distance = isJudged && isNumeric ? round(actual - limit) : null
  const state = !isJudged ? 'NOT_EVALUATED' : meets(operator, actual, limit) ? 'MEETS' : 'MISSES'
  const finding: Finding = {
    ...{ parameter, state, ruleId: applied.id, operator, limit, actual, distance },
    share: distance === null || limit === 0 ? null : round(Math.abs(distance) / limit),
    ...{ unit: parameters[parameter].unit, citation: applied.citation, text: applied.text },
    ...{ missing: [...missing], coveredBy: null },
  }
  return { rule: applied, finding }
}

/** More specific, or else stricter: a draft version may have overlaps. */
const isCloser = (rule: Rule, than: Rule | undefined): boolean => {
  if (!than) return true
  const by = specificity(rule.scope) - specificity(than.scope)
  return by > 0 || (by === 0 && (rule.operator === '>=' ? rule.value > than.value : rule.value < than.value))
}

/** Whether a miss is a knockout: the rule is one, and the loan also has any other misses that the rule requires. */
function knockOut(rule: Rule, finding: Finding, reviews: readonly Finding[]): Finding {
  if (finding.state !== 'MISSES') return finding
  const isKnockedOut = (rule.scope.misses ?? []).every(({ parameter, by }) =>
    reviews.some(
      ({ state, distance, ...review }) =>
        review.parameter === parameter && state === 'MISSES' && distance !== null && Math.abs(distance) > by,
    ),
  )
  return { ...finding, state: isKnockedOut ? 'KNOCKED_OUT' : 'MEETS' }
}

function cover(
  finding: Finding,
  figures: Figures,
  program: string,
  asOf: string,
  coverages: readonly Coverage[],
): Finding {
  if (finding.state !== 'MISSES' || finding.actual === null) return finding
  const { parameter, operator, actual } = finding
  const covering = coverages.find(
    (each) =>
      each.parameter === parameter &&
      (each.programs.length === 0 || each.programs.includes(program)) &&
      each.from <= asOf &&
      (each.to === null || asOf <= each.to) &&
      hasRoom(each, figures.loanAmount ?? 0) &&
      matchScope(each.scope, figures) === true &&
      meets(operator, actual, each.value),
  )
  return covering ? { ...finding, state: 'COVERED', coveredBy: covering.code } : finding
}

/** Whether one more loan fits under the caps of a contract variance. */
export const hasRoom = ({ capLoans, capAmount, usedLoans, usedAmount }: Coverage, loanAmount: number): boolean =>
  (capLoans === null || usedLoans < capLoans) && (capAmount === null || usedAmount + loanAmount <= capAmount)
