import type { Finding } from '../../guideline/evaluate.ts'
import { isSameFactor, type MeasuredFactor } from '../../guideline/factors.ts'
import type { Qualifying } from '../../guideline/model.ts'
import type { Problem } from '../../lib/errors.ts'
import { joinSentences } from '../../lib/sentences.ts'
import { bpsText, differsFromSuggestion } from '../../price/suggestion.ts'
import type { SlvDecisionRequest, SlvRequest } from '../../slv-request/model.ts'
import { findAnswer, type GivenAnswers } from '../../slv-request/policy.ts'
import type { DecisionFields } from '../bodies.ts'
import type { SlvType } from '../model.ts'
import type { Decision } from '../status.ts'
import { approvalProblems } from './eligibility.ts'

type Decided = {
  type: SlvType
  slvRequests: readonly Pick<
    SlvRequest,
    'id' | 'reason' | 'summary' | 'compensatingFactors'
  >[]
  slvDecisionRequests?:
    | readonly Pick<SlvDecisionRequest, 'slvRequestId'>[]
    | undefined
  /**
   * The catalog's factors measured on the loan; null for rounds from before
   * guidelines, where every factor counts.
   */
  factors?: readonly MeasuredFactor[] | null
  /**
   * The findings for the current figures: a loan with a knockout can't be
   * approved.
   */
  findings?: readonly Finding[]
  /** In all; null without a suggestion. */
  suggestedTotal?: number | null
} & Pick<DecisionFields, 'decisionComment' | 'priceAdjustment' | 'priceReason'>

/** What keeps a decision from being final (product.md §2). */
export function decisionProblems(decision: Decision, slv: Decided): Problem[] {
  const isApproved = decision === 'APPROVED'
  const ofRequests = slv.slvRequests.flatMap((request, index) => [
    ...unansweredProblems(request, index, slv),
    ...(isApproved ? factorProblems(request, index, slv) : []),
  ])
  const others = isApproved ? problemsOfApproval(slv) : reasonProblems(slv)
  return [...ofRequests, ...others]
}

function problemsOfApproval(slv: Decided): Problem[] {
  const problems = approvalProblems(slv.findings ?? [])
  if (slv.type === 'PRE' && slv.slvRequests.length === 0)
    problems.push({
      field: 'slvRequests',
      error: 'Add at least one variance before you approve',
    })
  return [...problems, ...priceProblems(slv)]
}

/** Every decision but an approval needs a reason. */
function reasonProblems({ decisionComment }: Decided): Problem[] {
  if (decisionComment?.trim()) return []
  return [
    {
      field: 'decisionComment',
      error: 'Enter a reason. The seller sees it with the decision.',
    },
  ]
}

/** A price other than the suggested one needs a reason. */
function priceProblems({
  suggestedTotal = null,
  priceAdjustment,
  priceReason,
}: Decided): Problem[] {
  const needsReason = differsFromSuggestion(priceAdjustment, suggestedTotal)
  if (suggestedTotal === null || !needsReason || priceReason?.trim()) return []
  return [
    {
      field: 'priceReason',
      error: `The suggested price is ${bpsText(suggestedTotal)}. Use it, or enter a reason for another price.`,
    },
  ]
}

type DecidedRequest = Decided['slvRequests'][number]

function unansweredProblems(
  { id, summary }: DecidedRequest,
  index: number,
  { slvDecisionRequests }: Decided,
): Problem[] {
  if (findAnswer(slvDecisionRequests, id)) return []
  return [
    {
      field: `slvRequests.${index}`,
      error: `Answer this variance first: ${summary}`,
    },
  ]
}

/** An approval needs a factor that counts for each variance. */
function factorProblems(
  { reason, compensatingFactors }: DecidedRequest,
  index: number,
  { factors = null }: Decided,
): Problem[] {
  const hasFactor = compensatingFactors.some(({ factor }) =>
    counts(factor, factors),
  )
  if (hasFactor) return []
  return [
    {
      field: `slvRequests.${index}.compensatingFactors`,
      error: joinSentences([
        `An approval needs a compensating factor for ${reason}`,
        ...whyNot(compensatingFactors, factors),
      ]),
    },
  ]
}

const findFactor = (label: string, factors: Decided['factors']) =>
  factors?.find((factor) => isSameFactor(label, factor.label))

const counts = (label: string, factors: Decided['factors']): boolean =>
  !factors || findFactor(label, factors)?.state === 'COUNTS'

/** Why the factors of a variance don't count. */
const whyNot = (
  named: readonly { factor: string }[],
  factors: Decided['factors'],
): string[] =>
  named.map(({ factor: label }) => {
    const reason = findFactor(label, factors)?.reason
    return `${label} doesn’t count: ${reason ?? 'it isn’t in the factor catalog'}`
  })

type Answered = {
  slvRequests: readonly Pick<SlvRequest, 'id'>[]
  slvDecisionRequests?: GivenAnswers
}

/**
 * The decision that the answers imply; null if an answer is missing or only
 * some variances are denied.
 */
export const impliedDecision = ({
  slvRequests,
  slvDecisionRequests,
}: Answered): Decision | null => {
  const answers = slvRequests.map(
    ({ id }) => findAnswer(slvDecisionRequests, id)?.decision ?? null,
  )
  const [first = null] = answers
  if (first === null || answers.includes(null)) return null
  if (answers.every((answer) => answer === first)) return first
  return answers.includes('DECLINED') ? null : 'APPROVED'
}

type Figures = Omit<DecisionFields, 'decisionComment'> & {
  qualifiesBy: Qualifying | null
}

/** Warnings before an approval becomes final. */
export const decisionWarnings = (
  decision: Decision,
  slv: Figures,
): string[] => {
  if (decision !== 'APPROVED') return []
  const ratio =
    slv.qualifiesBy === 'DSCR'
      ? ({ name: 'DSCR', value: slv.decisionDscr } as const)
      : ({ name: 'DTI', value: slv.decisionDti } as const)
  const figures = [
    { name: 'price adjustment', value: slv.priceAdjustment },
    { name: 'LTV', value: slv.decisionLtv },
    { name: 'CLTV', value: slv.decisionCltv },
    ratio,
    { name: 'reserves', value: slv.reserves },
  ]
  return figures.flatMap(({ name, value }) =>
    value == null ? [`The decision is missing: ${name}`] : [],
  )
}

type AnsweredVariances = {
  slvRequests: readonly Pick<SlvRequest, 'id' | 'summary'>[]
  slvDecisionRequests?: GivenAnswers
}

/** The denied variances that an approval would contradict. */
export const deniedVariances = (
  decision: Decision,
  { slvRequests, slvDecisionRequests }: AnsweredVariances,
): string[] => {
  if (decision !== 'APPROVED') return []
  const isDenied = ({ id }: Pick<SlvRequest, 'id'>) =>
    findAnswer(slvDecisionRequests, id)?.decision === 'DECLINED'
  return slvRequests.filter(isDenied).map(({ summary }) => summary)
}
