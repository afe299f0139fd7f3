import type { Qualifying } from '../guideline/model.ts'
import {
  addMoney,
  compare,
  divide,
  type Exact,
  round,
  roundBeside,
} from '../lib/exact.ts'
import { getKeys, toRecord } from '../lib/typed.ts'

/** The fields of the form that figures are calculated from. */
type Amount = number | null | undefined
type Inputs = {
  purpose?: string | null | undefined
  loanAmount?: Amount
  purchasePriceAmount?: Amount
  appraisedValueAmount?: Amount
  secondLienDrawnAmount?: Amount
  helocLimitAmount?: Amount
  incomeUsedAmount?: Amount
  residualMoIncomeAmount?: Amount
  currentHousingPaymentAmount?: Amount
  proposedHousingPaymentAmount?: Amount
  liquidReservesAmount?: Amount
  retirementReservesAmount?: Amount
  businessFundsForReservesAmount?: Amount
  totalPostCloseReservesAmount?: Amount
}
type Ratios = { ltv?: Amount; cltv?: Amount; hcltv?: Amount; dti?: Amount }
type Reasons = {
  ltvOverrideReason?: string | null | undefined
  cltvOverrideReason?: string | null | undefined
  hcltvOverrideReason?: string | null | undefined
  dtiOverrideReason?: string | null | undefined
}
export type Figures = Inputs & Ratios & Reasons

/**
 * The ratios calculated from other fields, each with the field for the reason
 * to override it. DSCR is not one of them: the form has no rent.
 */
export const overrideReasons = {
  ltv: 'ltvOverrideReason',
  cltv: 'cltvOverrideReason',
  hcltv: 'hcltvOverrideReason',
  dti: 'dtiOverrideReason',
} as const
export const calculatedRatios = getKeys(overrideReasons)
export type CalculatedRatio = keyof typeof overrideReasons

/**
 * The value for LTV: for a purchase the lower of price and appraisal, else the
 * appraisal (field.md).
 */
export const ltvValue = (figures: Inputs): number | null => {
  const {
    purpose,
    purchasePriceAmount: price,
    appraisedValueAmount: appraised,
  } = figures
  if (purpose === 'Purchase' && price && appraised)
    return Math.min(price, appraised)
  return appraised || null
}

/**
 * The amount lent against the value: LTV counts the loan, CLTV adds drawn
 * second liens, HCLTV the full HELOC line.
 */
function lentAmount(
  ratio: 'ltv' | 'cltv' | 'hcltv',
  figures: Inputs,
  loanAmount: number,
): number {
  if (ratio === 'ltv') return loanAmount
  return addMoney(loanAmount, otherLiens(ratio, figures))
}

/**
 * The other liens that a combined ratio counts. A HELOC counts at least what is
 * drawn, so HCLTV ≥ CLTV ≥ LTV.
 */
export function otherLiens(
  ratio: 'ltv' | 'cltv' | 'hcltv',
  figures: Inputs,
): number {
  const drawn = figures.secondLienDrawnAmount ?? 0
  if (ratio === 'ltv') return 0
  return ratio === 'cltv'
    ? drawn
    : Math.max(figures.helocLimitAmount ?? 0, drawn)
}

/**
 * A ratio from its inputs, in percent; null while one of them is missing. An
 * empty lien counts as none.
 */
function fromInputs(ratio: CalculatedRatio, figures: Inputs): Exact | null {
  if (ratio === 'dti') return dtiFromIncome(figures)
  const value = ltvValue(figures)
  const { loanAmount } = figures
  if (!value || !loanAmount) return null
  return divide(lentAmount(ratio, figures, loanAmount), value, 100)
}

/** Income can't leave more than itself: such figures don't determine a DTI. */
export const residualExceedsIncome = ({
  incomeUsedAmount,
  residualMoIncomeAmount,
}: Inputs): boolean =>
  typeof incomeUsedAmount === 'number' &&
  (residualMoIncomeAmount ?? 0) > incomeUsedAmount

function dtiFromIncome(figures: Inputs): Exact | null {
  const { incomeUsedAmount: income, residualMoIncomeAmount: residual } = figures
  if (!income || typeof residual !== 'number' || residualExceedsIncome(figures))
    return null
  return divide(addMoney(income, -residual), income, 100)
}

/**
 * Whether a combined ratio was typed without the amount of its lien: it is
 * above the calculated ratio, and the field of its lien is empty. The lien is
 * then unknown, not zero.
 */
export function lacksLien(
  ratio: CalculatedRatio,
  figures: Inputs & Ratios,
): boolean {
  if (ratio !== 'cltv' && ratio !== 'hcltv') return false
  const lien =
    ratio === 'cltv' ? figures.secondLienDrawnAmount : figures.helocLimitAmount
  const typed = figures[ratio]
  const calculated = fromInputs(ratio, figures)
  if (
    typeof lien === 'number' ||
    typeof typed !== 'number' ||
    calculated === null
  )
    return false
  return (
    disagrees(typed, round(calculated, 2)) && compare(calculated, typed) < 0
  )
}

/**
 * Calculates a ratio from the form's other fields, in percent; null if they
 * don't determine it.
 */
export const calculateRatio = (
  ratio: CalculatedRatio,
  figures: Inputs & Ratios,
): Exact | null =>
  lacksLien(ratio, figures) ? null : fromInputs(ratio, figures)

/**
 * Whether someone entered a reason for using the typed ratio instead of the
 * calculated one.
 */
export const isOverridden = (
  ratio: CalculatedRatio,
  figures: Figures,
): boolean =>
  typeof figures[ratio] === 'number' &&
  Boolean(figures[overrideReasons[ratio]]?.trim())

/**
 * The ratio that is evaluated and shown everywhere, in percent: the typed one
 * if it is an override or can't be calculated, else the calculated one.
 */
export function effectiveRatio(
  ratio: CalculatedRatio,
  figures: Figures,
): Exact | null {
  const typed = figures[ratio] ?? null
  if (isOverridden(ratio, figures)) return typed
  return calculateRatio(ratio, figures) ?? typed
}

/** The effective ratios as stored and shown: percent with 2 decimals. */
export const effectiveRatios = (
  figures: Figures,
): Record<CalculatedRatio, number | null> =>
  toRecord(calculatedRatios, (ratio) => {
    const effective = effectiveRatio(ratio, figures)
    return effective === null ? null : round(effective, 2)
  })

/**
 * The effective ratios that differ from the typed ones, to store when a request
 * is sent or a sent one changes.
 */
export const ratiosToStore = (figures: Figures): Partial<Ratios> => {
  const effective = effectiveRatios(figures)
  const changed = calculatedRatios.filter(
    (ratio) => effective[ratio] !== null && effective[ratio] !== figures[ratio],
  )
  return Object.fromEntries(changed.map((ratio) => [ratio, effective[ratio]]))
}

export type Mismatch = {
  ratio: CalculatedRatio
  typed: number
  calculated: number
}

/**
 * Typed ratios that contradict the calculated ones and aren't overrides, so
 * they aren't evaluated.
 */
export const findMismatches = (figures: Figures): Mismatch[] =>
  calculatedRatios.flatMap((ratio) => {
    const typed = figures[ratio]
    const exact = isOverridden(ratio, figures)
      ? null
      : calculateRatio(ratio, figures)
    if (typeof typed !== 'number' || exact === null) return []
    const calculated = round(exact, 2)
    return disagrees(typed, calculated) ? [{ ratio, typed, calculated }] : []
  })

/**
 * The calculated ratios to update after other fields change: those that were
 * empty or matched the calculation, and are not overrides. A ratio in `typed`
 * was typed in the same change and stays as typed.
 */
export const recalculateRatios = (
  before: Figures,
  after: Figures,
  typed: readonly string[],
): Partial<Ratios> =>
  Object.fromEntries(
    calculatedRatios.flatMap((ratio) => {
      if (typed.includes(ratio) || isOverridden(ratio, after)) return []
      const calculatedBefore = roundedRatio(ratio, before)
      const calculated = roundedRatio(ratio, after)
      if (calculated === null || calculated === calculatedBefore) return []
      const current = after[ratio] ?? null
      const hasMatched =
        calculatedBefore !== null && !disagrees(current, calculatedBefore)
      return current === null || hasMatched ? [[ratio, calculated]] : []
    }),
  )

const roundedRatio = (
  ratio: CalculatedRatio,
  before: Figures,
): number | null => {
  const calculated = fromInputs(ratio, before)
  return calculated === null ? null : round(calculated, 2)
}

/** LTV, CLTV and HCLTV from their inputs alone. Percent, 2 decimals. */
export const computedRatios = (
  figures: Inputs,
): { ltv: number | null; cltv: number | null; hcltv: number | null } => {
  const shown = (ratio: CalculatedRatio) => roundedRatio(ratio, figures)
  return { ltv: shown('ltv'), cltv: shown('cltv'), hcltv: shown('hcltv') }
}

/** DTI from income alone. Percent, 2 decimals. */
export const computedDti = (figures: Inputs): number | null =>
  roundedRatio('dti', figures)

export const computedReserves = (figures: Inputs): number | null => {
  const parts = [
    figures.liquidReservesAmount,
    figures.retirementReservesAmount,
    figures.businessFundsForReservesAmount,
  ]
  const given = parts.filter((part) => typeof part === 'number')
  return given.length === 0 ? null : given.reduce(addMoney, 0)
}

/**
 * Reserves in months = eligible assets after closing / PITIA; null while one is
 * missing.
 */
export const monthsOfReserves = ({
  totalPostCloseReservesAmount: reserves,
  proposedHousingPaymentAmount: pitia,
}: Inputs): Exact | null =>
  typeof reserves === 'number' && pitia ? divide(reserves, pitia) : null

/** Months of reserves as a decision enters them: one decimal. */
export const reserveMonths = (
  reserves: Amount,
  pitia: Amount,
): number | null => {
  const months = monthsOfReserves({
    totalPostCloseReservesAmount: reserves,
    proposedHousingPaymentAmount: pitia,
  })
  return months === null ? null : round(months, 1)
}

/**
 * Months of reserves to read: never rounded to a whole number, as most limits
 * are, so 11.96 doesn't read as 12.
 */
export const reserveMonthsToRead = (figures: Inputs): number | null => {
  const months = monthsOfReserves(figures)
  return months === null ? null : roundBeside(months, round(months, 0), 1)
}

/**
 * Payment shock = proposed / current housing payment − 1, in percent; null
 * while one is missing.
 */
export const exactPaymentShock = (figures: Inputs): Exact | null => {
  const {
    currentHousingPaymentAmount: current,
    proposedHousingPaymentAmount: proposed,
  } = figures
  return current && proposed
    ? divide(addMoney(proposed, -current), current, 100)
    : null
}

/** Payment shock as it is shown: percent, 2 decimals. */
export const paymentShock = (figures: Inputs): number | null => {
  const shock = exactPaymentShock(figures)
  return shock === null ? null : round(shock, 2)
}

/**
 * Whether a typed figure differs from the computed one by more than rounding.
 */
export const disagrees = (typed: Amount, computed: number | null): boolean =>
  typeof typed === 'number' &&
  computed !== null &&
  Math.abs(typed - computed) > 0.011

/** DSCR for a DSCR program, else DTI (product.md §2). */
export const dtiDscr = (slv: {
  qualifiesBy: Qualifying | null
  dti?: number | null
  dscr?: number | null
}): number | null => (slv.qualifiesBy === 'DSCR' ? slv.dscr : slv.dti) ?? null
