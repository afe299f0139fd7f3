import type { GuideAnswer } from '@portal/contract/guideline/api'
import type { Finding, Verdict } from '@portal/contract/guideline/evaluate'
import {
  type FactorDocument,
  isSameFactor,
  type MeasuredFactor,
} from '@portal/contract/guideline/factors'
import {
  evaluateWithFactors,
  evaluateWithFit,
} from '@portal/contract/guideline/fit'
import { fitText } from '@portal/contract/guideline/fit-text'
import { parameters } from '@portal/contract/guideline/model'
import { inUnit, missText } from '@portal/contract/guideline/texts'
import { joinSentences } from '@portal/contract/lib/sentences'
import { formatTypedDay } from '@portal/contract/lib/typed-values'
import {
  knockoutText,
  noVarianceText,
} from '@portal/contract/slv/decision/eligibility'
import {
  computedReserves,
  disagrees,
  findMismatches,
} from '@portal/contract/slv/figures'
import {
  type FormFieldName,
  formFields,
  type PartialForm,
} from '@portal/contract/slv/form'
import { varianceSummary } from '@portal/contract/slv-request/distance'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { verdictText } from './verdict-labels.ts'

/** What the panel reads of a variance on the form. */
export type DraftVariance = Pick<
  SlvRequest,
  'parameter' | 'compensatingFactors'
> & {
  key: string
  summary: string
  meetsGuideline: boolean
  /** A rule fills it, again when the request is sent. */
  isFilled: boolean
}

/** A line of "Ready to send". */
export type ReadyLine = { key: string; isDone: boolean; text: string }

type Options = {
  variances: readonly DraftVariance[]
  /** The number of required fields that are empty. */
  missing: number
  /** How many fields have a value that can’t be saved. */
  invalid: number
  /** Those attached to compensating factors. */
  documents: readonly FactorDocument[]
}

/**
 * Everything that the Eligibility panel says about the figures typed so far.
 */
export const describeEligibility = (
  figures: PartialForm,
  guide: GuideAnswer,
  options: Options,
) => {
  const whole = evaluateWithFit(figures, guide, options.documents)
  const { findings, nearest, factors } = whole
  const inState = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state)
  const knockedOut = inState('KNOCKED_OUT')
  // What is never granted is not requested either.
  const misses = inState('MISSES').filter(
    ({ parameter }) => !knockedOut.some((one) => one.parameter === parameter),
  )
  const covered = inState('COVERED')
  const met = inState('MEETS')
  const unchecked = inState('NOT_EVALUATED')
  const isUnnecessary =
    whole.verdict === 'ELIGIBLE' && !hasFreeVariance(options, findings)
  const name = figures.buyerNonAgencyProgram
  return {
    isUnnecessary,
    heading: name
      ? describeVerdict(whole.verdict, misses.length, !isUnnecessary)
      : 'Choose a program',
    program: programText(figures, guide),
    summary: summarizeFindings(findings, [...knockedOut, ...misses]),
    knockedOut,
    misses: misses.map((finding) => ({
      finding,
      isRequested: options.variances.some(
        ({ parameter }) => parameter === finding.parameter,
      ),
    })),
    missingFields: [
      ...new Set<FormFieldName>(unchecked.flatMap(({ missing }) => missing)),
    ],
    covered,
    met,
    fit: nearest,
    nearest: nearest && fitText(nearest),
    alternatives: whole.alternatives,
    factors: factors.filter(({ state }) => state === 'COUNTS'),
    ready: [
      ...undecidedLines(findings),
      ...mismatchLines(figures),
      ...reservesLines(figures),
      ...readyLines(
        { misses, met: [...met, ...covered], knockedOut, factors },
        options,
      ),
      ...(isUnnecessary ? [unnecessaryLine] : []),
    ],
  }
}

/** Such as for the housing history: it has no guideline to meet. */
const hasFreeVariance = (
  { variances }: Options,
  findings: readonly Finding[],
) =>
  variances.some(
    ({ parameter, meetsGuideline }) =>
      !meetsGuideline &&
      !findings.some((finding) => finding.parameter === parameter),
  )

/** The program, or that no limits are checked for the loan's date. */
const programText = (
  { buyerNonAgencyProgram: name, originalLockDate }: PartialForm,
  { programs, rules }: GuideAnswer,
) => {
  if (!name) return ''
  const program = programs.find((one) => one.name === name)
  if (rules.some((rule) => rule.program === program?.code)) return name
  const when = originalLockDate
    ? `on ${formatTypedDay(originalLockDate)}, the lock date`
    : 'today'
  return `${name} has no guidelines in effect ${when}, so its limits aren’t checked`
}

const unnecessaryLine: ReadyLine = {
  key: 'unnecessary',
  isDone: false,
  text: noVarianceText('ELIGIBLE'),
}

/**
 * Says which variances can't be approved as they are, before a request is sent;
 * in one line, because it is beside Send.
 */
export const describeBlocker = (
  figures: PartialForm,
  guide: GuideAnswer,
  { variances, documents }: Pick<Options, 'variances' | 'documents'>,
): string | null => {
  const { factors } = evaluateWithFactors(figures, guide, documents)
  const lacking = variances.filter(
    (variance) => !factorLine(variance, factors).isDone,
  )
  const [first] = lacking
  if (!first) return null
  const end = 'no compensating factor that counts'
  if (lacking.length === 1)
    return `One thing will keep this from being approved: ${first.summary} has ${end}. Fix it, or send anyway.`
  return `${lacking.length} things will keep this from being approved: ${lacking.length} variances have ${end}. Fix them, or send anyway.`
}

/** What is sent: each variance with its factor, and what its document needs. */
export const describeSending = (
  figures: PartialForm,
  guide: GuideAnswer,
  { variances, documents }: Pick<Options, 'variances' | 'documents'>,
): ReadyLine[] => {
  const { factors } = evaluateWithFactors(figures, guide, documents)
  return variances.map((variance) => {
    const { isDone, text } = factorLine(variance, factors)
    return {
      key: variance.key,
      isDone,
      text: joinSentences([variance.summary, text]),
    }
  })
}

const describeVerdict = (
  verdict: Verdict,
  misses: number,
  needsVariance: boolean,
) => {
  if (verdict !== 'NEEDS_VARIANCE') return verdictText(verdict, needsVariance)
  return misses === 1 ? 'Needs 1 variance' : `Needs ${misses} variances`
}

const summarizeFindings = (
  findings: readonly Finding[],
  missed: readonly Finding[],
) => {
  const met = findings.filter(
    ({ state }) => state === 'MEETS' || state === 'COVERED',
  ).length
  if (findings.length === 0) return ''
  if (missed.length === 0) return `Meets ${met} of ${findings.length}`
  const misses = missed.map(missText).join(', ')
  return `Misses ${missed.length} of ${findings.length}: ${misses}`
}

const joinLabels = (fields: readonly FormFieldName[]) =>
  fields.map((name) => formFields[name].label).join(', ')

/**
 * A typed ratio that contradicts the other figures isn't the one that is
 * evaluated and sent.
 */
const mismatchLines = (figures: PartialForm): ReadyLine[] =>
  findMismatches(figures).map(({ ratio, typed, calculated }) => {
    const { label } = formFields[ratio]
    const mismatch = `${label} ${inUnit(typed, '%')} doesn’t match ${inUnit(calculated, '%')}`
    return {
      key: `mismatch-${ratio}`,
      isDone: false,
      text:
        `${mismatch}, the value calculated from the other fields, which is ` +
        'used instead. Correct it, or enter a reason for an override.',
    }
  })

/**
 * Sellers may enter a total that isn't the sum of its parts; it is evaluated as
 * entered, so they see both figures.
 */
const reservesLines = (figures: PartialForm): ReadyLine[] => {
  const total = figures.totalPostCloseReservesAmount
  const sum = computedReserves(figures)
  if (typeof total !== 'number' || !disagrees(total, sum)) return []
  const label = formFields.totalPostCloseReservesAmount.label
  const partsTotal = inUnit(sum ?? 0, '$')
  return [
    {
      key: 'sum-of-reserves',
      isDone: false,
      text: `${label} is ${inUnit(total, '$')}, but its parts add up to ${partsTotal}. The total is used.`,
    },
  ]
}

/** Fields without which a knockout or the scope of a rule can't be decided. */
const undecidedLines = (findings: readonly Finding[]): ReadyLine[] => {
  const fields = [
    ...new Set(findings.flatMap(({ requiredFields = [] }) => requiredFields)),
  ]
  if (fields.length === 0) return []
  return [
    {
      key: 'undecided',
      isDone: false,
      text: `The guidelines can’t be evaluated without: ${joinLabels(fields)}`,
    },
  ]
}

type Judged = Record<'misses' | 'met' | 'knockedOut', readonly Finding[]> & {
  factors: readonly MeasuredFactor[]
}

const fieldLines = (missing: number, invalid: number): ReadyLine[] => {
  const missingLine = {
    key: 'required',
    isDone: false,
    text: `${missing} required ${missing === 1 ? 'field is' : 'fields are'} missing`,
  }
  const invalidLine = {
    key: 'invalid',
    isDone: false,
    text:
      invalid === 1
        ? '1 field has an invalid value'
        : `${invalid} fields have invalid values`,
  }
  const doneLine = {
    key: 'required',
    isDone: true,
    text: 'All required fields are filled in',
  }
  const open = [
    ...(missing > 0 ? [missingLine] : []),
    ...(invalid > 0 ? [invalidLine] : []),
  ]
  return open.length > 0 ? open : [doneLine]
}

const readyLines = (
  { misses, met, knockedOut, factors }: Judged,
  { variances, missing, invalid }: Options,
): ReadyLine[] => [
  ...fieldLines(missing, invalid),
  ...knockedOut.map((finding) => ({
    key: finding.ruleId,
    isDone: false,
    text: knockoutText(finding),
  })),
  ...misses.map((finding) => {
    const isDone = variances.some(
      ({ parameter }) => parameter === finding.parameter,
    )
    const { label } = parameters[finding.parameter]
    return {
      key: finding.ruleId,
      isDone,
      text: isDone ? `${label}: requested` : `Request a variance for ${label}`,
    }
  }),
  ...variances.map((variance) => {
    const finding = met.find(
      ({ parameter }) => parameter === variance.parameter,
    )
    const isNeverGranted = knockedOut.some(
      ({ parameter }) => parameter === variance.parameter,
    )
    const needless = needlessText(variance, finding, isNeverGranted)
    const line = needless
      ? { isDone: false, text: needless }
      : factorLine(variance, factors)
    return {
      key: variance.key,
      isDone: line.isDone,
      text: joinSentences([
        summaryFor(variance, [...misses, ...met]),
        line.text,
      ]),
    }
  }),
]

/** Why a variance should be deleted; null if it is needed. */
const needlessText = (
  { meetsGuideline }: DraftVariance,
  finding: Finding | undefined,
  isNeverGranted: boolean,
): string | null => {
  if (isNeverGranted) return 'This is never granted. Delete the variance.'
  if (finding?.coveredBy)
    return `Covered by ${finding.coveredBy}, so no variance is needed. Delete it.`
  if (finding || meetsGuideline)
    return 'The loan meets the guideline in effect, so no variance is needed. Delete it.'
  return null
}

/**
 * What sending fills in follows the figures: the limit of another scope may
 * apply now.
 */
const summaryFor = (
  { isFilled, parameter, summary }: DraftVariance,
  findings: readonly Finding[],
): string => {
  const finding = isFilled
    ? findings.find((each) => each.parameter === parameter)
    : undefined
  if (!finding || finding.actual === null) return summary
  const { operator, limit, actual, unit } = finding
  return varianceSummary({
    reason: summary,
    parameter,
    operator,
    unit,
    guidelineValue: limit,
    actualValue: actual,
  })
}

const cannotBeApproved = 'the variance can’t be approved'

const factorLine = (
  { compensatingFactors }: DraftVariance,
  factors: readonly MeasuredFactor[],
) => {
  const chosen = factors.filter(({ label }) =>
    compensatingFactors.some(({ factor = '' }) => isSameFactor(factor, label)),
  )
  const counting = chosen.find(({ state }) => state === 'COUNTS')
  if (counting)
    return {
      isDone: true,
      text: `${counting.label} counts: ${counting.reason}`,
    }
  const attached = chosen.find(({ state }) => state === 'AWAITING_VERIFICATION')
  if (attached)
    return {
      isDone: true,
      text: `${attached.label} counts once the underwriter verifies its document`,
    }
  const documented = chosen.find(({ state }) => state === 'NEEDS_DOCUMENT')
  if (documented)
    return {
      isDone: false,
      text: joinSentences([
        `${documented.label}: ${documented.reason}`,
        `Without it, ${cannotBeApproved}`,
      ]),
    }
  const [other] = chosen
  if (other)
    return {
      isDone: false,
      text: joinSentences([
        `${other.label} doesn’t count: ${other.reason}`,
        `As is, ${cannotBeApproved}`,
      ]),
    }
  const [unknown] = compensatingFactors
  if (unknown && factors.length > 0)
    return {
      isDone: false,
      text: `${unknown.factor} isn’t in the factor catalog. As is, ${cannotBeApproved}`,
    }
  const offered = factors
    .filter(({ state }) => state === 'COUNTS')
    .map(({ label }) => label)
  const choice =
    offered.length === 0
      ? 'from the catalog'
      : `that counts: ${offered.join(' or ')}`
  return { isDone: false, text: `Add a compensating factor ${choice}` }
}
