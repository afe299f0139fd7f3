import type { Qualifying } from '../guideline/model.ts'
import type { SlvForm } from './form.ts'

type Figures = Partial<SlvForm>

const cents = (dollars: number) => Math.round(dollars * 100)
/** Rounded to 1 / `steps`, half up, in exact cents. */
const quotient = (part: number, whole: number, steps: number) => Math.round((cents(part) * steps) / cents(whole))
const percentOf = (part: number, whole: number) => quotient(part, whole, 10_000) / 100

/** The value for LTV: for a purchase the lower of price and appraisal, else the appraisal (field.md). */
export const ltvValue = (figures: Figures): number | null => {
  const { purpose, purchasePriceAmount: price, appraisedValueAmount: appraised } = figures
  if (purpose === 'Purchase' && price && appraised) return Math.min(price, appraised)
  return appraised || null
}

/** LTV = loan / value. CLTV adds drawn second liens, HCLTV the full HELOC line, so HCLTV ≥ CLTV ≥ LTV. Percent, 2 decimals. */
export const computedRatios = (figures: Figures): { ltv: number | null; cltv: number | null; hcltv: number | null } => {
  const value = ltvValue(figures)
  const { loanAmount } = figures
  if (!value || !loanAmount) return { ltv: null, cltv: null, hcltv: null }
  const drawn = figures.secondLienDrawnAmount ?? 0
  const line = Math.max(figures.helocLimitAmount ?? 0, drawn)
  return {
    ltv: percentOf(loanAmount, value),
    cltv: percentOf(loanAmount + drawn, value),
    hcltv: percentOf(loanAmount + line, value),
  }
}

export const computedDti = ({ incomeUsedAmount: income, residualMoIncomeAmount: residual }: Figures): number | null =>
  income && typeof residual === 'number' ? percentOf(income - residual, income) : null

export const computedReserves = (figures: Figures): number | null => {
  const parts = [figures.liquidReservesAmount, figures.retirementReservesAmount, figures.businessFundsForReservesAmount]
  const given = parts.filter((part) => typeof part === 'number')
  return given.length === 0 ? null : given.reduce((sum, part) => sum + cents(part), 0) / 100
}

/** Reserves in months = eligible assets after closing / PITIA. One decimal. */
export const reserveMonths = (reserves: number | null | undefined, pitia: number | null | undefined): number | null =>
  typeof reserves === 'number' && pitia ? quotient(reserves, pitia, 10) / 10 : null

/** Payment shock = proposed / current housing payment − 1. Percent, 2 decimals. */
export const paymentShock = (figures: Figures): number | null => {
  const { currentHousingPaymentAmount: current, proposedHousingPaymentAmount: proposed } = figures
  return current && proposed ? percentOf(proposed - current, current) : null
}

/** Whether a typed figure differs from the computed one by more than rounding. */
export const disagrees = (typed: number | null | undefined, computed: number | null): boolean =>
  typeof typed === 'number' && computed !== null && Math.abs(typed - computed) > 0.011

/** DSCR for a DSCR program, else DTI (product.md §2). */
export const dtiDscr = (slv: {
  qualifiesBy: Qualifying | null
  dti?: number | null
  dscr?: number | null
}): number | null => (slv.qualifiesBy === 'DSCR' ? slv.dscr : slv.dti) ?? null
