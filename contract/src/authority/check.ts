import type { Finding } from '../guideline/evaluate.ts'
import { getOperator, type Parameter, parameters } from '../guideline/model.ts'
import { inUnit, missText, sizeInUnit } from '../guideline/texts.ts'
import { addDecimals } from '../lib/exact.ts'
import { joinSentences } from '../lib/sentences.ts'
import {
  distance,
  type Measured,
  meetsGuideline,
} from '../slv-request/distance.ts'
import type { AuthorityLevel, Decider } from './model.ts'

/** What an approval grants. */
export type Approval = {
  /** The variances that are approved; not those that are denied. */
  variances: readonly Measured[]
  /** The findings for the current figures. */
  findings: readonly Pick<Finding, 'parameter' | 'state' | 'distance'>[]
  loanAmount: number | null
  priceAdjustment: number | null
  /** What the price grid suggests in all; null without a suggestion. */
  suggestedPrice: number | null
}

/** The actor's level, and the others who may decide the SLV. */
export type Authority = Pick<Decider, 'level'> & { deciders: Decider[] }

/** What exceeds a level, as sentences without a period. */
export function findExcesses(
  level: AuthorityLevel | null,
  approval: Approval,
): string[] {
  if (level === null) return []
  const { variances, loanAmount } = approval
  const { maxVariances, maxPriceConcession, maxLoanAmount } = level
  const concession = priceConcession(approval)
  const excesses = findDistanceExcesses(level, approval)
  if (exceeds(variances.length, maxVariances))
    excesses.push(
      `${variances.length} variances; your level allows ${maxVariances}`,
    )
  if (exceeds(concession, maxPriceConcession))
    excesses.push(
      `Price concession of ${concession} bps; your level allows ${maxPriceConcession} bps`,
    )
  if (exceeds(loanAmount ?? 0, maxLoanAmount))
    excesses.push(
      `Loan amount ${inUnit(loanAmount ?? 0, '$')}; your level allows ${inUnit(maxLoanAmount, '$')}`,
    )
  return excesses
}

const exceeds = (value: number, limit: number | null): limit is number =>
  limit !== null && value > limit

/** How many bps the price is above the suggested one, or above none. */
const priceConcession = ({
  priceAdjustment,
  suggestedPrice,
}: Approval): number =>
  Math.max(0, addDecimals(priceAdjustment ?? 0, -(suggestedPrice ?? 0)))

function findDistanceExcesses(
  { maxDistance }: AuthorityLevel,
  { variances, findings }: Approval,
): string[] {
  const named = variances.flatMap(({ parameter }) => parameter ?? [])
  const excesses: string[] = []
  for (const parameter of new Set(named)) {
    const limit = maxDistance[parameter] ?? null
    const size = sizeOfMiss(parameter, { variances, findings })
    if (!exceeds(size, limit)) continue
    const { unit } = parameters[parameter]
    const operator = getOperator(parameter)
    const miss = missText({
      parameter,
      operator,
      distance: operator === '>=' ? -size : size,
      unit,
    })
    excesses.push(`${miss}; your level allows ${sizeInUnit(limit, unit)}`)
  }
  return excesses
}

/**
 * How far the loan misses a limit: by the variance or by the figures,
 * whichever is farther, because a variance may differ from the form.
 */
function sizeOfMiss(
  parameter: Parameter,
  { variances, findings }: Pick<Approval, 'variances' | 'findings'>,
): number {
  const requested = variances
    .filter((item) => item.parameter === parameter && !meetsGuideline(item))
    .map((item) => distance(item))
  const found = findings
    .filter((item) => item.parameter === parameter && item.state === 'MISSES')
    .map((item) => item.distance)
  const sizes = [...requested, ...found].map((size) => Math.abs(size ?? 0))
  return Math.max(0, ...sizes)
}

/**
 * Why the level doesn't cover an approval, and what does: other people, or a
 * recommendation. Null if it covers it.
 */
export function authorityRefusal(
  { level, deciders }: Authority,
  approval: Approval,
): string | null {
  const excesses = findExcesses(level, approval)
  if (excesses.length === 0) return null
  const covering = deciders
    .filter((decider) => findExcesses(decider.level, approval).length === 0)
    .map(({ name }) => name)
  return joinSentences([...excesses, wayText(covering)])
}

const recommendation =
  'an SLR or trade desk recommendation to approve allows it'

/** 'Ana Ortiz or Lee Park may decide it, or an SLR … allows it.' */
const wayText = (names: readonly string[]): string =>
  names.length === 0
    ? `No one’s level covers it; ${recommendation}.`
    : `${joinNames(names)} may decide it, or ${recommendation}.`

const maxNames = 3
const orList = new Intl.ListFormat('en-US', { type: 'disjunction' })

const joinNames = (names: readonly string[]): string => {
  const others = names.length - maxNames
  const shown = names.slice(0, maxNames)
  return orList.format(others > 0 ? [...shown, `${others} others`] : shown)
}
