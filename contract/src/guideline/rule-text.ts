import { addDecimals } from '../lib/exact.ts'
import {
  getOperator,
  isYesNo,
  limitRange,
  type Parameter,
  parameters,
  type Rule,
  type Scope,
} from './model.ts'
import { scopeBands } from './scope.ts'
import { inUnit, sizeInUnit } from './texts.ts'

type Limit = Pick<Rule, 'parameter' | 'value'>

/** The subject of the sentence about a limit. */
const subjects: Partial<Record<Parameter, string>> = {
  CREDIT_SCORE: 'credit score is',
  LTV: 'LTV is',
  CLTV: 'CLTV is',
  HCLTV: 'HCLTV is',
  DTI: 'DTI is',
  DSCR: 'DSCR is',
  RESERVES_MONTHS: 'reserves are',
  LOAN_AMOUNT_MIN: 'loan amount is',
  LOAN_AMOUNT_MAX: 'loan amount is',
  RESIDUAL_INCOME: 'residual income is',
  PAYMENT_SHOCK: 'payment shock is',
  CASH_OUT_AMOUNT: 'cash-out amount is',
  APPRAISAL_AGE_DAYS: 'appraisal age is',
  SEASONING_MONTHS: 'seasoning is',
  TRADELINES: 'number of tradelines is',
  FINANCED_PROPERTIES: 'number of financed properties is',
  ACREAGE: 'acreage is',
}

/** Units that are written after the number. */
const namedUnits: ReadonlySet<string | null> = new Set([
  'months',
  'days',
  'acres',
])

const figureText = (value: number, unit: string | null): string =>
  namedUnits.has(unit) ? sizeInUnit(value, unit) : inUnit(value, unit)

/** The limit within a sentence: '71%', '9 months', 'allowed'. */
const limitInText = ({ parameter, value }: Limit): string => {
  if (isYesNo(parameter)) return value === 1 ? 'allowed' : 'not allowed'
  return figureText(value, parameters[parameter].unit)
}

/** The guideline text generated from a limit alone: 'Maximum LTV is 71%.' */
export const generateRuleText = (limit: Limit): string => {
  const { parameter } = limit
  const subject = subjects[parameter]
  if (subject === undefined)
    return `${parameters[parameter].label}: ${limitInText(limit)}.`
  const bound = getOperator(parameter) === '>=' ? 'Minimum' : 'Maximum'
  return `${bound} ${subject} ${limitInText(limit)}.`
}

/**
 * 'The text says 85%, but the limit is 71%' for a guideline text that names
 * figures of the limit's unit, none of which is the limit; else null. The ends
 * of the rule's scope don't count.
 */
export function findTextMismatch(
  rule: Limit & { scope: Scope; text: string },
): string | null {
  const { parameter, value, scope, text } = rule
  const limit = limitInText(rule)
  if (isYesNo(parameter)) {
    const denial = value === 1 ? denialPattern.exec(text) : null
    return (
      denial && `The text says “${denial[0]}”, but the rule says “${limit}”`
    )
  }
  const figures = readFigures(text).filter(
    (figure) => canBeLimit(figure, parameter) && !isScopeEnd(figure, scope),
  )
  if (figures.some((figure) => toLimit(figure, parameter) === value))
    return null
  const { unit } = parameters[parameter]
  const others = figures.filter((figure) => readsAsLimit(figure, parameter))
  const other = others.find((figure) => figure.unit === unit) ?? others[0]
  return other
    ? `The text says ${figureText(toLimit(other, parameter), unit)}, but the limit is ${limit}`
    : null
}

const denialPattern =
  /\b(?:not (?:allowed|eligible|permitted)|ineligible|prohibited)\b/i

/**
 * A number of a text. Without a unit, `isCompared` says whether the words
 * around it introduce a limit.
 */
type TextFigure = { value: number; unit: string | null; isCompared: boolean }

/**
 * How scopes' ends are written: 'up to 699' is 'below 700' too, and 'over 75%'
 * is '75.01%'.
 */
const endUnits = { creditScore: 'points', loanAmount: '$', ltv: '%' } as const
const endSteps = {
  creditScore: [-1, 0, 1],
  loanAmount: [0, 0.01, 1],
  ltv: [0, 0.01],
} as const

function isScopeEnd({ value, unit }: TextFigure, scope: Scope): boolean {
  const isEnd = scopeBands.some((key) => {
    const ends = [scope[key]?.min ?? null, scope[key]?.max ?? null].filter(
      (end) => end !== null,
    )
    const isSameUnit = unit === null || unit === endUnits[key]
    return (
      isSameUnit &&
      ends.some((end) =>
        endSteps[key].some((step) => addDecimals(end, step) === value),
      )
    )
  })
  return (
    isEnd ||
    (scope.misses ?? []).some(
      ({ parameter, by }) =>
        by === value && parameters[parameter].unit === unit,
    )
  )
}

const multipliers: Record<string, number> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  mm: 1_000_000,
  million: 1_000_000,
}

/**
 * The unit that follows a number; 'other' for what isn't a limit, such as a
 * range or years.
 */
const unitsAfter: readonly (readonly [unit: string, pattern: RegExp])[] = [
  ['%', /^\s?(?:%|percent\b|pct\b)/i],
  ['other', /^(?:\s?[-–/]\s?\$?\d|x\d|st\b|nd\b|rd\b|th\b)/i],
  ['x', /^\s?x\b/i],
  ['months', /^[\s-]?(?:months?|mos?)\b/i],
  ['days', /^[\s-]?days?\b/i],
  ['tradelines', /^[\s-]?(?:open |active )?tradelines?\b/i],
  ['properties', /^\s(?:financed )?propert(?:y|ies)\b/i],
  ['acres', /^[\s-]?acres?\b/i],
  [
    'other',
    /^[\s-]?(?:years?|yrs?|points?|bps?|units?|borrowers?|family|appraisals?|bedrooms?|times)\b/i,
  ],
]

/**
 * Before a number that is part of a name or of a range: 'Form 1007', '§4.2',
 * '0x30x12', '2–4'.
 */
const nameBefore =
  /(?:§|#|\b(?:form|section|page|version|chapter|part|line|table|exhibit|tier)\s|\d[-–/x])\s?$/i

const comparisonBefore =
  /(?:[:=≤≥<>]|\b(?:is|are|of|at|to|than|least|most|exceeds?|below|under|over|max|min|maximum|minimum|limit|score|fico|h?c?ltv|dti|dscr|ratio|amount|reserves|income|shock|acreage))\s?$/i
const comparisonAfter =
  /^\s?(?:max|min|maximum|minimum|or (?:higher|greater|more|better|less|lower|below|above))\b/i

/** The numbers of a text with their units. */
function readFigures(text: string): TextFigure[] {
  return [...text.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)].map((match) => {
    const end = match.index + match[0].length
    const before = text.slice(Math.max(0, match.index - 16), match.index)
    const after = text.slice(end, end + 24)
    const value = Number(match[0].replaceAll(',', ''))
    if (/\$\s?$/.test(before))
      return {
        value: value * readMultiplier(after),
        unit: '$',
        isCompared: true,
      }
    const unitAfter =
      unitsAfter.find(([, pattern]) => pattern.test(after))?.[0] ?? null
    return {
      value,
      unit: nameBefore.test(before) ? 'other' : unitAfter,
      isCompared: comparisonBefore.test(before) || comparisonAfter.test(after),
    }
  })
}

function readMultiplier(after: string): number {
  const word = /^\s?(thousand|million|mm|k|m)\b/i.exec(after)?.[1]
  return multipliers[word?.toLowerCase() ?? ''] ?? 1
}

/** A DSCR may be written in percent: 125% is 1.25. */
const toLimit = ({ value, unit }: TextFigure, parameter: Parameter): number =>
  unit === '%' && parameters[parameter].unit === 'x' ? value / 100 : value

/** Whether a figure can be the limit: it has the limit's unit, or none. */
function canBeLimit({ unit }: TextFigure, parameter: Parameter): boolean {
  const limitUnit = parameters[parameter].unit
  return (
    unit === null || unit === limitUnit || (unit === '%' && limitUnit === 'x')
  )
}

/** A smaller amount is read as a limit only if it has a dollar sign. */
const minBareAmount = 10_000

/**
 * Whether a figure reads as a limit of this parameter, by its unit or by the
 * words around it.
 */
function readsAsLimit(figure: TextFigure, parameter: Parameter): boolean {
  const { unit, isCompared } = figure
  const limitUnit = parameters[parameter].unit
  const [least, most] = limitRange(parameter)
  const value = toLimit(figure, parameter)
  if (value < least || value > most) return false
  if (unit === limitUnit) return true
  if (limitUnit === 'points') return Number.isInteger(value)
  return isCompared && (limitUnit !== '$' || value >= minBareAmount)
}
