import { type Exact, round, roundBeside } from '../lib/exact.ts'
import { civil } from '../sla/calendar.ts'
import {
  type CalculatedRatio,
  effectiveRatio,
  exactPaymentShock,
  monthsOfReserves,
  overrideReasons,
} from '../slv/figures.ts'
import type { FormFieldName, PartialForm } from '../slv/form.ts'
import { isYesNo, type Parameter, parameterNames, parameters } from './model.ts'

/** The form's fields that guidelines read. */
export type Figures = PartialForm

/**
 * `fields` are named when the figure is missing; `others` are further fields
 * that it is calculated from.
 */
type Source = {
  fields: readonly FormFieldName[]
  others?: readonly FormFieldName[]
  read: (form: Figures, asOf: string) => Exact | null | undefined
}

const one = <F extends FormFieldName>(
  field: F,
  read: (form: Figures) => number | null | undefined,
): Source => ({
  fields: [field],
  read,
})

const ratio = (
  name: CalculatedRatio,
  inputs: readonly FormFieldName[],
): Source => ({
  fields: [name],
  others: [overrideReasons[name], ...inputs],
  read: (form) => effectiveRatio(name, form),
})

const valueFields = [
  'purpose',
  'loanAmount',
  'purchasePriceAmount',
  'appraisedValueAmount',
] as const

const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
const isGiven = (value: unknown) => (value ? 1 : null)

/**
 * Which fields give each parameter's figure, and how (formulas of field.md).
 */
const sources: Record<Parameter, Source> = {
  CREDIT_SCORE: one('creditScore', (form) => form.creditScore),
  LTV: ratio('ltv', valueFields),
  CLTV: ratio('cltv', [...valueFields, 'secondLienDrawnAmount']),
  HCLTV: ratio('hcltv', [
    ...valueFields,
    'secondLienDrawnAmount',
    'helocLimitAmount',
  ]),
  DTI: ratio('dti', ['incomeUsedAmount', 'residualMoIncomeAmount']),
  DSCR: one('dscr', (form) => form.dscr),
  RESERVES_MONTHS: {
    fields: ['totalPostCloseReservesAmount', 'proposedHousingPaymentAmount'],
    read: monthsOfReserves,
  },
  LOAN_AMOUNT_MIN: one('loanAmount', (form) => form.loanAmount),
  LOAN_AMOUNT_MAX: one('loanAmount', (form) => form.loanAmount),
  RESIDUAL_INCOME: one(
    'residualMoIncomeAmount',
    (form) => form.residualMoIncomeAmount,
  ),
  PAYMENT_SHOCK: {
    fields: ['currentHousingPaymentAmount', 'proposedHousingPaymentAmount'],
    read: exactPaymentShock,
  },
  CASH_OUT_AMOUNT: {
    fields: ['cashOutAmount'],
    others: ['purpose'],
    read: (form) =>
      form.purpose && form.purpose !== 'Cash-Out' ? 0 : form.cashOutAmount,
  },
  APPRAISAL_AGE_DAYS: {
    fields: ['appraisalDate'],
    read: ({ appraisalDate }, asOf) =>
      appraisalDate ? daysBetween(appraisalDate, asOf) : null,
  },
  SEASONING_MONTHS: one('seasoningMonths', (form) => form.seasoningMonths),
  TRADELINES: one('tradelines', (form) => form.tradelines),
  FINANCED_PROPERTIES: one(
    'financedProperties',
    (form) => form.financedProperties,
  ),
  // No field of the request: for variances that people type.
  ACREAGE: { fields: [], read: () => null },
  PROPERTY_TYPE: one('propertyType', (form) => isGiven(form.propertyType)),
  FIRST_TIME_INVESTOR: {
    fields: ['occupancy', 'isExperiencedInvestor'],
    read: ({ occupancy, isExperiencedInvestor }) => {
      if (occupancy !== 'I') return occupancy ? 0 : null
      return typeof isExperiencedInvestor === 'boolean'
        ? Number(!isExperiencedInvestor)
        : null
    },
  },
  NON_WARRANTABLE: one('propertyType', (form) =>
    form.propertyType ? Number(form.propertyType === 'CN') : null,
  ),
  STATE: one('state', (form) => isGiven(form.state)),
}

/**
 * The form's exact figure for a parameter on a civil day, to compare with a
 * limit; null if it is missing.
 */
export const exactFigure = (
  parameter: Parameter,
  form: Figures,
  asOf: string,
): Exact | null => sources[parameter].read(form, asOf) ?? null

/** The number of decimals shown for a unit. */
export const unitDecimals = (unit: string | null): number =>
  unit === 'months' ? 1 : unit === 'x' ? 3 : 2

/** Rounds a figure for display, keeping it on its side of the limit. */
export const shownFigure = (
  figure: Exact,
  parameter: Parameter,
  limit: number | null = null,
): number => {
  const decimals = unitDecimals(parameters[parameter].unit)
  return limit === null
    ? round(figure, decimals)
    : roundBeside(figure, limit, decimals)
}

/**
 * The form's figure for a parameter on a civil day, rounded for display; null
 * if it is missing.
 */
export const figureOf = (
  parameter: Parameter,
  form: Figures,
  asOf: string,
  limit: number | null = null,
): number | null => {
  const figure = exactFigure(parameter, form, asOf)
  return figure === null ? null : shownFigure(figure, parameter, limit)
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === ''

/**
 * The fields that keep a figure from being known: the empty ones, or all if one
 * of them is zero.
 */
export const missingFields = (
  parameter: Parameter,
  form: Figures,
): readonly FormFieldName[] => {
  const { fields } = sources[parameter]
  const empty = fields.filter((field) => isEmpty(form[field]))
  return empty.length > 0 ? empty : fields
}

export const fieldsOf = (parameter: Parameter): readonly FormFieldName[] =>
  sources[parameter].fields

/** All fields that a parameter's figure is read or calculated from. */
export const inputsOf = (parameter: Parameter): readonly FormFieldName[] => [
  ...sources[parameter].fields,
  ...(sources[parameter].others ?? []),
]

/** The fields that a calculated ratio depends on, and the ratios themselves. */
export const ratioFields: ReadonlySet<string> = new Set(
  (['LTV', 'CLTV', 'HCLTV', 'DTI'] as const).flatMap(inputsOf),
)

/**
 * The parameters with a limit that a figure of the request is compared with.
 */
export const measuredParameters = parameterNames.filter(
  (name) => !isYesNo(name) && fieldsOf(name).length > 0,
)

/**
 * The civil day that a round is evaluated on: its lock date, else the day it was
 * sent, else today.
 */
export const evaluationDate = (
  {
    originalLockDate,
    date,
  }: {
    originalLockDate?: string | null | undefined
    date: Date | string | null
  },
  now: Date,
): string => originalLockDate ?? civil(new Date(date ?? now)).day
