import { occupancyLabels, propertyTypeLabels } from '../slv/model.ts'
import type { Finding } from './evaluate.ts'
import {
  type Band,
  isYesNo,
  type Operator,
  operatorSigns,
  parameters,
  type Rule,
  type Scope,
} from './model.ts'

/** Created once, because creating a formatter takes longer than formatting. */
const upToThreeDecimals = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 3,
})
/** Numbers without separators are formatted without Intl, which is faster. */
const number = (value: number) =>
  Math.abs(value) < 999
    ? String(Math.round(value * 1000) / 1000)
    : upToThreeDecimals.format(value)

const withCents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Money with cents, or without any: '$7,236.10', '$7,236'. */
const money = (value: number): string =>
  Number.isInteger(value)
    ? `$${upToThreeDecimals.format(value)}`
    : `$${withCents.format(value)}`

/** Singular units that aren't the plural without its s. */
const singulars: Partial<Record<string, string>> = { properties: 'property' }

const unitFor = (value: number, unit: string): string => {
  if (value !== 1) return unit
  return singulars[unit] ?? unit.replace(/s$/, '')
}

/** Formats a figure to show beside its label: '655', '74.5%', '$1,074,250'. */
export const inUnit = (value: number, unit: string | null): string => {
  if (unit === '$') return money(value)
  return unit === '%' ? `${number(value)}%` : number(value)
}

/**
 * A size that isn't shown beside its label: '5 points', '$10,244', '0.35'.
 * Differences of percentages are in points.
 */
export const sizeInUnit = (value: number, unit: string | null): string => {
  if (unit === '%') return `${number(value)} ${unitFor(value, 'points')}`
  return unit === '$' || unit === null || unit === 'x'
    ? inUnit(value, unit)
    : `${number(value)} ${unitFor(value, unit)}`
}

/**
 * MISSES and MEETS say on which side of a limit a figure is; AT_LIMIT also
 * meets it.
 */
export type DistanceSide = 'MISSES' | 'AT_LIMIT' | 'MEETS'
type Measured = { operator: Operator; distance: number }

export const distanceSide = ({
  operator,
  distance,
}: Measured): DistanceSide => {
  if (distance === 0) return 'AT_LIMIT'
  const isMet = operator === '>=' ? distance > 0 : distance < 0
  return isMet ? 'MEETS' : 'MISSES'
}

const directionText = ({ operator, distance }: Measured): string => {
  if (distanceSide({ operator, distance }) === 'MEETS') return 'inside'
  return operator === '>=' ? 'short' : 'over'
}

/**
 * How far a figure is over or short of its limit, or inside: '3.75 over', '5
 * points short', '1.25 inside'.
 */
export const distanceText = ({
  operator,
  distance,
  unit,
}: Measured & { unit: string | null }): string => {
  if (distance === 0) return 'at the limit'
  const absolute = Math.abs(distance)
  const size = unit === '%' ? number(absolute) : sizeInUnit(absolute, unit)
  return `${size} ${directionText({ operator, distance })}`
}

/** 'FICO 655, at least 660', 'First-time investor: not allowed'. */
export const findingText = ({
  parameter,
  actual,
  operator,
  limit,
  unit,
}: Finding): string => {
  const { label } = parameters[parameter]
  if (isYesNo(parameter))
    return `${label}: ${limit === 1 ? 'allowed' : 'not allowed'}`
  const direction = operator === '>=' ? 'at least' : 'at most'
  const bound = `${direction} ${inUnit(limit, unit)}`
  return actual === null
    ? `${label}: ${bound}`
    : `${label} ${inUnit(actual, unit)}, ${bound}`
}

type Miss = Pick<Finding, 'parameter' | 'operator' | 'distance' | 'unit'>

/** 'FICO 5 points short', or the label of a yes or no. */
export const missText = ({
  parameter,
  operator,
  distance,
  unit,
}: Miss): string => {
  const { label } = parameters[parameter]
  return distance === null
    ? label
    : `${label} ${distanceText({ operator, distance, unit })}`
}

/**
 * A distance short enough for a column: 'FICO 5 short', 'Reserves 1.4 mo
 * short'.
 */
export const shortDistance = ({
  parameter,
  operator,
  distance,
}: Omit<Miss, 'unit'>): string => {
  const { label, unit } = parameters[parameter]
  if (distance === null) return label
  if (distance === 0) return `${label} at the limit`
  const absolute = Math.abs(distance)
  const size = unit === '$' ? inUnit(absolute, unit) : number(absolute)
  const direction = directionText({ operator, distance })
  return `${label} ${size}${shortUnit(unit)} ${direction}`
}

const shortUnit = (unit: string | null): string => {
  if (unit === 'months') return ' mo'
  return unit === 'days' ? ' d' : ''
}

/** '≥ 660', or 'Not allowed' for a yes or no. */
export const limitText = ({
  parameter,
  operator,
  value,
}: Pick<Rule, 'parameter' | 'operator' | 'value'>): string => {
  if (isYesNo(parameter)) return value === 1 ? 'Allowed' : 'Not allowed'
  const { unit } = parameters[parameter]
  return `${operatorSigns[operator]} ${inUnit(value, unit)}`
}

const bandText = (label: string, { min, max }: Band, unit: string | null) => {
  if (min !== null && max !== null)
    return `${label} ${inUnit(min, unit)}–${inUnit(max, unit)}`
  if (max !== null) return `${label} up to ${inUnit(max, unit)}`
  if (min === null) return label
  const from = label === 'FICO' ? 'from' : 'over'
  return `${label} ${from} ${inUnit(min, unit)}`
}

const investorText = (isExperienced: boolean | undefined) => {
  if (isExperienced === undefined) return undefined
  return isExperienced ? 'Experienced investor' : 'Not an experienced investor'
}

const otherMissText = ({
  parameter,
  by,
}: NonNullable<Scope['misses']>[number]) => {
  const { label, unit } = parameters[parameter]
  return `also misses ${label} by more than ${sizeInUnit(by, unit)}`
}

/** 'Investment · Cash-Out · FICO 660–699', or 'All loans'. */
export const scopeText = (scope: Scope): string => {
  const parts = [
    scope.occupancies?.map((key) => occupancyLabels[key]).join(', '),
    scope.purposes?.join(', '),
    scope.propertyTypes?.map((key) => propertyTypeLabels[key]).join(', '),
    scope.states?.join(', '),
    scope.creditScore && bandText('FICO', scope.creditScore, null),
    scope.loanAmount && bandText('loan amount', scope.loanAmount, '$'),
    scope.ltv && bandText('LTV', scope.ltv, '%'),
    investorText(scope.isExperiencedInvestor),
    ...(scope.misses ?? []).map(otherMissText),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? 'All loans' : parts.join(' · ')
}
