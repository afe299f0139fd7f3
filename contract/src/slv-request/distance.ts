import { reserveMonths } from '../slv/figures.ts'
import type { FormSoFar } from '../slv/form.ts'
import { operatorSigns, type Parameter, parameters, type SlvRequest } from './model.ts'

export type Measured = Pick<SlvRequest, 'reason' | 'parameter' | 'operator' | 'guidelineValue' | 'actualValue' | 'unit'>

/** Actual minus guideline, in the parameter's unit: 655 against ≥ 660 is −5. Null without a measure. */
export const distance = ({ parameter, guidelineValue, actualValue }: Measured): number | null =>
  parameter === null || guidelineValue === null || actualValue === null
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

/** Shared: a new one for each number takes most of the time. */
const figures = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })
const number = (value: number) =>
  Math.abs(value) < 999 ? String(Math.round(value * 1000) / 1000) : figures.format(value)

const inUnit = (value: number, unit: string | null): string => {
  if (unit === '$') return `$${number(value)}`
  if (unit === '%') return `${number(value)}%`
  return number(value)
}

const signed = (value: number, unit: string | null): string => {
  const sign = value < 0 ? '−' : '+'
  const size = inUnit(Math.abs(value), unit)
  if (value === 0) return 'at the guideline'
  if (unit === '%') return `${sign}${number(Math.abs(value))} points`
  return unit === '$' || unit === null || unit === 'x' ? `${sign}${size}` : `${sign}${size} ${unit}`
}

/** A variance as a line: 'FICO 655 against ≥ 660: −5 points'. */
export const varianceSummary = (item: Measured): string => {
  const away = distance(item)
  if (away === null || item.operator === null || item.guidelineValue === null || item.actualValue === null)
    return item.reason
  const guideline = `${operatorSigns[item.operator]} ${inUnit(item.guidelineValue, item.unit)}`
  return `${item.parameter} ${inUnit(item.actualValue, item.unit)} against ${guideline}: ${signed(away, item.unit)}`
}

/** The form's figure for a parameter; null if it has none. */
export const formFigure = (parameter: Parameter, form: FormSoFar): number | null => {
  const figures: Partial<Record<Parameter, number | null | undefined>> = {
    FICO: form.creditScore,
    LTV: form.ltv,
    CLTV: form.cltv,
    HCLTV: form.hcltv,
    DTI: form.dti,
    DSCR: form.dscr,
    'Loan Amount': form.loanAmount,
    Reserves: reserveMonths(form.totalPostCloseReservesAmount, form.proposedHousingPaymentAmount),
  }
  return figures[parameter] ?? null
}

/** 'The form says 661' for a different figure, else null. */
export const formDifference = (
  { parameter, actualValue }: Pick<Measured, 'parameter' | 'actualValue'>,
  form: FormSoFar,
): string | null => {
  const figure = parameter && formFigure(parameter, form)
  if (parameter === null || figure === null || figure === actualValue) return null
  return `The form says ${inUnit(figure, parameters[parameter])}`
}
