import {
  type Evaluation,
  evaluateGroups,
  type Finding,
  groupRules,
} from '../src/guideline/evaluate.ts'
import type { Figures } from '../src/guideline/figures.ts'
import { fitChanges, nearestFit } from '../src/guideline/fit.ts'
import type { Rule } from '../src/guideline/model.ts'
import { distanceSide, distanceText } from '../src/guideline/texts.ts'
import { plainVerdict } from './plain-verdicts.ts'
import { randomFrom, randomLoan, randomRules } from './random-loans.ts'

const asOf = '2026-11-24'
const program = 'DP'
const loansPerGuide = 200
const loansPerFit = 10

export type VerdictCheck = {
  /**
   * The first loans that the second computation evaluates differently, or that are
   * shown as the opposite.
   */
  problems: string[]
  /** Of all answers, to compare engines. */
  hash: number
  verdicts: Record<string, number>
  fits: number
}

/**
 * Judges random loans by random rules, and checks each verdict, each distance
 * and each nearest fit.
 */
export function checkVerdicts(count: number, seed = 20_261_124): VerdictCheck {
  const random = randomFrom(seed)
  const check: VerdictCheck = { problems: [], hash: 0, verdicts: {}, fits: 0 }
  let rules: Rule[] = []
  let groups = groupRules(program, rules)
  for (let index = 0; index < count; index++) {
    if (index % loansPerGuide === 0) {
      rules = randomRules(random, program, 14)
      groups = groupRules(program, rules)
    }
    const loan = randomLoan(random)
    const evaluation = evaluateGroups(loan, program, groups, { asOf })
    check.verdicts[evaluation.verdict] =
      (check.verdicts[evaluation.verdict] ?? 0) + 1
    check.hash = addToHash(check.hash, evaluation)
    const problems = [
      ...verdictProblems(loan, rules, evaluation),
      ...distanceProblems(evaluation.findings),
    ]
    if (index % loansPerFit === 0)
      problems.push(...fitProblems(loan, rules, check))
    for (const problem of problems)
      if (check.problems.length < 5)
        check.problems.push(
          `${problem}: ${JSON.stringify({ loan, evaluation })}`,
        )
  }
  return check
}

function verdictProblems(
  loan: Figures,
  rules: readonly Rule[],
  { verdict, findings }: Evaluation,
): string[] {
  const plain = plainVerdict(loan, rules)
  const problems =
    verdict === plain.verdict ? [] : [`${verdict} instead of ${plain.verdict}`]
  for (const { ruleId, state } of findings) {
    const expected = plain.states.get(ruleId)
    // Which of several rules is named while none is sure doesn't matter.
    if (expected !== state && state !== 'NOT_EVALUATED')
      problems.push(`${ruleId} is ${state}, not ${expected}`)
  }
  return problems
}

/**
 * What is met never has the words of a miss, and what is missed always has
 * them.
 */
function distanceProblems(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ state, operator, distance, unit, ruleId }) => {
    if (distance === null) return []
    const isMiss = state === 'MISSES' || state === 'KNOCKED_OUT'
    const text = distanceText({ operator, distance, unit })
    const looksMissed =
      distanceSide({ operator, distance }) === 'MISSES' ||
      /over|short|[+−-]/.test(text)
    return isMiss === looksMissed
      ? []
      : [`${ruleId} is ${state} and reads "${text}"`]
  })
}

/** After a nearest fit is applied, the second computation finds no miss. */
function fitProblems(
  loan: Figures,
  rules: readonly Rule[],
  check: VerdictCheck,
): string[] {
  const fit = nearestFit(loan, program, rules, { asOf })
  if (!fit) return []
  check.fits++
  const { verdict, states } = plainVerdict(
    { ...loan, ...fitChanges(loan, fit) },
    rules,
  )
  const isMissed = [...states.values()].some(
    (state) => state === 'MISSES' || state === 'KNOCKED_OUT',
  )
  const isIncomplete = verdict === 'INCOMPLETE'
  if (!isMissed && isIncomplete === fit.missing.length > 0) return []
  return [`${JSON.stringify(fit)} gives ${verdict}`]
}

function addToHash(hash: number, { verdict, findings }: Evaluation): number {
  const text =
    verdict +
    findings
      .map(
        (each) => `${each.state}${each.actual}${each.distance}${each.missing}`,
      )
      .join()
  let result = hash
  for (let index = 0; index < text.length; index++)
    result = (Math.imul(result, 31) + text.charCodeAt(index)) | 0
  return result
}
