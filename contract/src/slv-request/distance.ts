import { type Figures, figureOf } from '../guideline/figures.ts'
import { isYesNo, operatorSigns, parameters } from '../guideline/model.ts'
import { inUnit, shortDistance, signedDistance } from '../guideline/words.ts'
import type { SlvRequest } from './model.ts'

export type Measured = Pick<SlvRequest, 'reason' | 'parameter' | 'operator' | 'guidelineValue' | 'actualValue' | 'unit'>

/** Actual minus guideline, in the parameter's unit: 655 against ≥ 660 is −5. Null without a measure. */
export const distance = ({ parameter, guidelineValue, actualValue }: Measured): number | null =>
  parameter === null || isYesNo(parameter) || guidelineValue === null || actualValue === null
    ? null
    : Math.round((actualValue - guidelineValue) * 1000) / 1000

export const measured = <Item extends Measured>(item: Item) => ({
  ...item,
  distance: distance(item),
  summary: varianceSummary(item),
})

/** Whether the loan meets the guideline. */
export const meetsGuideline = (item: Measured): boolean => {
  const away = distance(item)
  if (away === null) return false
  if (item.operator === '>=') return away >= 0
  if (item.operator === '<=') return away <= 0
  return away === 0
}

/** A variance as a line: 'FICO 655 against ≥ 660: −5 points'. */
export const varianceSummary = (item: Measured): string => {
  const away = distance(item)
  if (item.parameter !== null && isYesNo(item.parameter)) return `${parameters[item.parameter].label}: not allowed`
  if (item.parameter === null || away === null || item.operator === null) return item.reason
  if (item.guidelineValue === null || item.actualValue === null) return item.reason
  const guideline = `${operatorSigns[item.operator]} ${inUnit(item.guidelineValue, item.unit)}`
  return `${parameters[item.parameter].label} ${inUnit(item.actualValue, item.unit)} against ${guideline}: ${signedDistance(away, item.unit)}`
}

/** 'The form says 661' for a different figure, else null. */
export const formDifference = (
  { parameter, actualValue }: Pick<Measured, 'parameter' | 'actualValue'>,
  form: Figures,
  asOf: string,
): string | null => {
  const figure = parameter === null || isYesNo(parameter) ? null : figureOf(parameter, form, asOf)
  if (parameter === null || figure === null || figure === actualValue) return null
  return `The form says ${inUnit(figure, parameters[parameter].unit)}`
}

/** The variances of a request in the width of a column: 'FICO −5 · Reserves −1.4 mo'. */
export const shortSummary = (items: readonly Measured[]): string =>
  items.map((item) => (item.parameter ? shortDistance(item.parameter, distance(item)) : item.reason)).join(' · ')

/** Where the guide says what fills a variance: '§4.2, version 7'. Null for one that was typed. */
export const citationText = ({ citation, versionNumber }: Pick<SlvRequest, 'citation' | 'versionNumber'>) =>
  citation === null ? null : `${citation}, version ${versionNumber}`
