import { type Exact, round, roundBeside } from '../lib/exact.ts'
import { civil, countDays } from '../sla/calendar.ts'
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

/** Where a parameter's figure comes from. */
type Source = {
  /** Named when the figure is missing. */
  fields: readonly FormFieldName[]
  /** Further fields that it is calculated from. */
  others?: readonly FormFieldName[]
  /** `asOf` is the civil day of the evaluation. */
  read: (form: Figures, asOf: string) => Exact | null | undefined
}

type NumberField = {
  [Name in FormFieldName]: Figures[Name] extends number | null | undefined
    ? Name
    : never
}[FormFieldName]

/** A figure that is typed into a field. */
const typedFigure = (field: NumberField): Source => ({
  fields: [field],
  read: (form) => form[field],
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

/**
 * For parameters without a number: 1 if the form names a value, which
 * guidelines then look up in their lists.
 */
const isGiven = (value: unknown) => (value ? 1 : null)

const cashOut = ({ purpose, cashOutAmount }: Figures) => {
  const isOtherPurpose = purpose && purpose !== 'Cash-Out'
  return isOtherPurpose ? 0 : cashOutAmount
}

/** 1 for an investor without experience, 0 for every other borrower. */
const firstTimeInvestor = ({ occupancy, isExperiencedInvestor }: Figures) => {
  if (!occupancy) return null
  if (occupancy !== 'I') return 0
  if (typeof isExperiencedInvestor !== 'boolean') return null
  return isExperiencedInvestor ? 0 : 1
}

const nonWarrantable = ({ propertyType }: Figures) => {
  if (!propertyType) return null
  return propertyType === 'CN' ? 1 : 0
}

const appraisalAge = ({ appraisalDate }: Figures, asOf: string) =>
  appraisalDate ? countDays(appraisalDate, asOf) : null

/**
 * Which fields give each parameter's figure, and how (formulas of field.md).
 */
const sources: Record<Parameter, Source> = {
  CREDIT_SCORE: typedFigure('creditScore'),
  LTV: ratio('ltv', valueFields),
  CLTV: ratio('cltv', [...valueFields, 'secondLienDrawnAmount']),
  HCLTV: ratio('hcltv', [
    ...valueFields,
    'secondLienDrawnAmount',
    'helocLimitAmount',
  ]),
  DTI: ratio('dti', ['incomeUsedAmount', 'residualMoIncomeAmount']),
  DSCR: typedFigure('dscr'),
  RESERVES_MONTHS: {
    fields: ['totalPostCloseReservesAmount', 'proposedHousingPaymentAmount'],
    read: monthsOfReserves,
  },
  LOAN_AMOUNT_MIN: typedFigure('loanAmount'),
  LOAN_AMOUNT_MAX: typedFigure('loanAmount'),
  RESIDUAL_INCOME: typedFigure('residualMoIncomeAmount'),
  PAYMENT_SHOCK: {
    fields: ['currentHousingPaymentAmount', 'proposedHousingPaymentAmount'],
    read: exactPaymentShock,
  },
  CASH_OUT_AMOUNT: {
    fields: ['cashOutAmount'],
    others: ['purpose'],
    read: cashOut,
  },
  APPRAISAL_AGE_DAYS: {
    fields: ['appraisalDate'],
    read: appraisalAge,
  },
  SEASONING_MONTHS: typedFigure('seasoningMonths'),
  TRADELINES: typedFigure('tradelines'),
  FINANCED_PROPERTIES: typedFigure('financedProperties'),
  // No field of the request: for variances that people type.
  ACREAGE: { fields: [], read: () => null },
  PROPERTY_TYPE: {
    fields: ['propertyType'],
    read: ({ propertyType }) => isGiven(propertyType),
  },
  FIRST_TIME_INVESTOR: {
    fields: ['occupancy', 'isExperiencedInvestor'],
    read: firstTimeInvestor,
  },
  NON_WARRANTABLE: { fields: ['propertyType'], read: nonWarrantable },
  STATE: { fields: ['state'], read: ({ state }) => isGiven(state) },
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
export const unitDecimals = (unit: string | null): number => {
  if (unit === 'months') return 1
  return unit === 'x' ? 3 : 2
}

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
export const getFigure = (
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

export const getFields = (parameter: Parameter): readonly FormFieldName[] =>
  sources[parameter].fields

/** All fields that a parameter's figure is read or calculated from. */
export const getInputs = (parameter: Parameter): readonly FormFieldName[] => [
  ...sources[parameter].fields,
  ...(sources[parameter].others ?? []),
]

/** The fields that a calculated ratio depends on, and the ratios themselves. */
export const ratioFields: ReadonlySet<string> = new Set(
  (['LTV', 'CLTV', 'HCLTV', 'DTI'] as const).flatMap(getInputs),
)

/**
 * The parameters with a limit that a figure of the request is compared with.
 */
export const measuredParameters = parameterNames.filter(
  (name) => !isYesNo(name) && getFields(name).length > 0,
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
