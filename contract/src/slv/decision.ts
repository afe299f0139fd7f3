import type { EvaluationAnswer } from '../guideline/answers.ts'
import type { Finding } from '../guideline/evaluate.ts'
import { isSameFactor, type MeasuredFactor } from '../guideline/factors.ts'
import type { Fit } from '../guideline/fit.ts'
import { fitText } from '../guideline/fit-text.ts'
import type { Qualifying } from '../guideline/model.ts'
import type { Problem } from '../lib/errors.ts'
import { divide, round } from '../lib/exact.ts'
import { joinSentences } from '../lib/sentences.ts'
import { toRecord } from '../lib/typed.ts'
import { bpsText, differsFromSuggestion } from '../price/suggestion.ts'
import type { SlvDecisionRequest, SlvRequest } from '../slv-request/model.ts'
import type { DecisionFields } from './bodies.ts'
import { approvalProblems } from './eligibility.ts'
import type { SlvType } from './model.ts'
import type { Decision } from './status.ts'

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
  const problems = slv.slvRequests.flatMap((request, index) => [
    ...unansweredProblems(request, index, slv),
    ...(isApproved ? factorProblems(request, index, slv) : []),
  ])
  if (isApproved) problems.push(...approvalProblems(slv.findings ?? []))
  if (isApproved && slv.type === 'PRE' && slv.slvRequests.length === 0)
    problems.push({
      field: 'slvRequests',
      error: 'Add at least one variance before you approve',
    })
  if (isApproved) problems.push(...priceProblems(slv))
  if (!isApproved && !slv.decisionComment?.trim())
    problems.push({
      field: 'decisionComment',
      error: 'Enter a reason. The seller sees it with the decision.',
    })
  return problems
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
  { slvDecisionRequests = [] }: Decided,
): Problem[] {
  const isAnswered = slvDecisionRequests.some(
    ({ slvRequestId }) => slvRequestId === id,
  )
  if (isAnswered) return []
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

const counts = (label: string, factors: Decided['factors']): boolean =>
  !factors ||
  factors.some(
    (factor) => isSameFactor(label, factor.label) && factor.state === 'COUNTS',
  )

/** Why the factors of a variance don't count. */
const whyNot = (
  named: readonly { factor: string }[],
  factors: Decided['factors'],
): string[] =>
  named.map(({ factor: label }) => {
    const factor = factors?.find((each) => isSameFactor(label, each.label))
    const reason = factor?.reason ?? 'it isn’t in the factor catalog'
    return `${label} doesn’t count: ${reason}`
  })

type Answered = {
  slvRequests: readonly Pick<SlvRequest, 'id'>[]
  slvDecisionRequests?:
    | readonly Pick<SlvDecisionRequest, 'slvRequestId' | 'decision'>[]
    | undefined
}

/**
 * The decision that the answers imply; null if an answer is missing or only
 * some variances are denied.
 */
export const impliedDecision = ({
  slvRequests,
  slvDecisionRequests = [],
}: Answered): Decision | null => {
  const answers = slvRequests.map(
    ({ id }) =>
      slvDecisionRequests.find(({ slvRequestId }) => slvRequestId === id)
        ?.decision ?? null,
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

const afterDenial =
  'You can resubmit with different figures, more documents or more compensating factors, or ask the underwriter in the conversation.'

/**
 * What a seller can do after a denial. The nearest fit is left out if a
 * variance has no figure, because that variance would still be needed.
 */
export const afterDenialText = (
  requests: readonly Pick<SlvRequest, 'parameter'>[],
  nearest: Pick<Fit, 'field' | 'to' | 'ltv' | 'missing'> | null,
): string => {
  const isEnough =
    nearest !== null && requests.every(({ parameter }) => parameter !== null)
  return isEnough ? joinSentences([afterDenial, fitText(nearest)]) : afterDenial
}

/**
 * What needs no variance under the guidelines in effect today: another program
 * for the loan as it is, and the nearest change of its figures. Nothing where a
 * variance has no figure, because that variance would still be needed.
 */
export const listFits = (
  requests: readonly Pick<SlvRequest, 'parameter'>[],
  { nearest, alternatives }: Pick<EvaluationAnswer, 'nearest' | 'alternatives'>,
): string[] => {
  if (requests.some(({ parameter }) => parameter === null)) return []
  const programs = alternatives.map(({ name }) => `Fits ${name} as is.`)
  return nearest ? [...programs, fitText(nearest)] : programs
}

type AnsweredVariances = {
  slvRequests: readonly Pick<SlvRequest, 'id' | 'summary'>[]
  slvDecisionRequests?:
    | readonly Pick<SlvDecisionRequest, 'slvRequestId' | 'decision'>[]
    | undefined
}

/** The denied variances that an approval would contradict. */
export const deniedVariances = (
  decision: Decision,
  slv: AnsweredVariances,
): string[] => {
  if (decision !== 'APPROVED') return []
  const { slvRequests, slvDecisionRequests = [] } = slv
  const denied = slvDecisionRequests.filter(
    (answer) => answer.decision === 'DECLINED',
  )
  return slvRequests
    .filter(({ id }) => denied.some(({ slvRequestId }) => slvRequestId === id))
    .map(({ summary }) => summary)
}
