import { meets } from '../guideline/evaluate.ts'
import { type Figures, getFigure } from '../guideline/figures.ts'
import { isYesNo, operatorSigns, parameters } from '../guideline/model.ts'
import { distanceText, inUnit, shortDistance } from '../guideline/texts.ts'
import { addDecimals } from '../lib/exact.ts'
import type { SlvRequest } from './model.ts'

export type Measured = Pick<
  SlvRequest,
  | 'reason'
  | 'parameter'
  | 'operator'
  | 'guidelineValue'
  | 'actualValue'
  | 'unit'
>

/**
 * Actual minus guideline, in the parameter's unit: 655 against ≥ 660 is −5.
 * Null without a measure.
 */
export const distance = ({
  parameter,
  guidelineValue,
  actualValue,
}: Measured): number | null => {
  if (
    parameter === null ||
    isYesNo(parameter) ||
    guidelineValue === null ||
    actualValue === null
  )
    return null
  return addDecimals(actualValue, -guidelineValue)
}

/** Adds the distance and the summary to a variance. */
export const measured = <Item extends Measured>(item: Item) => ({
  ...item,
  distance: distance(item),
  summary: varianceSummary(item),
})

/** Whether the loan meets the guideline. */
export const meetsGuideline = (item: Measured): boolean => {
  const { operator, actualValue, guidelineValue } = item
  if (
    distance(item) === null ||
    actualValue === null ||
    guidelineValue === null
  )
    return false
  if (operator === '=' || operator === null)
    return actualValue === guidelineValue
  return meets(operator, actualValue, guidelineValue)
}

/** A variance as a line: 'FICO 655 against ≥ 660: 5 points short'. */
export const varianceSummary = (item: Measured): string => {
  const { parameter, operator, guidelineValue, actualValue, unit, reason } =
    item
  if (parameter !== null && isYesNo(parameter))
    return `${parameters[parameter].label}: not allowed`
  const distanceFromLimit = distance(item)
  if (
    parameter === null ||
    operator === null ||
    guidelineValue === null ||
    actualValue === null ||
    distanceFromLimit === null
  )
    return reason
  const { label } = parameters[parameter]
  const guideline = `${operatorSigns[operator]} ${inUnit(guidelineValue, unit)}`
  const shortfall = distanceText({
    operator,
    distance: distanceFromLimit,
    unit,
  })
  return `${label} ${inUnit(actualValue, unit)} against ${guideline}: ${shortfall}`
}

type Compared = Pick<Measured, 'parameter' | 'actualValue'> &
  Partial<Pick<Measured, 'guidelineValue'>>

/**
 * 'The form says 661' if the form has another figure than the variance, else
 * null.
 */
export const formDifference = (
  { parameter, actualValue, guidelineValue = null }: Compared,
  form: Figures,
  asOf: string,
): string | null => {
  if (parameter === null || isYesNo(parameter)) return null
  const figure = getFigure(parameter, form, asOf, guidelineValue)
  if (figure === null || figure === actualValue) return null
  return `The form says ${inUnit(figure, parameters[parameter].unit)}`
}

/**
 * The variances of a request, short enough for a column: 'FICO 5 short ·
 * Reserves 1.4 mo short'.
 */
export const shortSummary = (items: readonly Measured[]): string =>
  items.map(shortText).join(' · ')

const shortText = (item: Measured): string => {
  const { parameter, operator, reason } = item
  if (parameter === null) return reason
  return operator === null
    ? parameters[parameter].label
    : shortDistance({ parameter, operator, distance: distance(item) })
}

/**
 * The guideline that a variance was filled in from: '§4.2, version 7'. Null for
 * a variance that was typed.
 */
export const citationText = ({
  citation,
  versionNumber,
}: Pick<SlvRequest, 'citation' | 'versionNumber'>) =>
  citation === null ? null : `${citation}, version ${versionNumber}`
