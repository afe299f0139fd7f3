import type { Random } from '../lib/random.ts'
import type { Loan, Purpose } from './model.ts'
import type { Program } from './programs.ts'

/** What the property is worth and what is lent against it. */
export type Value = Pick<
  Loan,
  | 'loanAmount'
  | 'purchasePriceAmount'
  | 'appraisedValueAmount'
  | 'secondLienDrawnAmount'
  | 'helocLimitAmount'
  | 'ltv'
  | 'cltv'
  | 'hcltv'
>

/** Share of `whole` in percent, two decimals; multiplied before it is divided, so that an exact half rounds up. */
export const percentOf = (part: number, whole: number): number => Math.round((part * 10_000) / whole) / 100

const upTo = (step: number, value: number) => Math.ceil(value / step) * step
const downTo = (step: number, value: number) => Math.floor(value / step) * step

/** Dollars: lognormal, mean about 480,000, within $100k–$4M (field.md). */
export const drawLoanAmount = (random: Random): number => {
  const amount = Math.exp(random.normalWithin(Math.log(354_000), 0.76, Math.log(100_000), Math.log(4_000_000)))
  return Math.max(100_000, downTo(random.chance(0.7) ? 500 : 50, amount))
}

const usualLtv: Record<Purpose, number> = { Purchase: 76.5, 'R&T': 71, 'Cash-Out': 64.5, Delayed: 68 }

/** Percent. One in 25 asks for 1–5 points more than the program allows. */
const drawTargetLtv = (random: Random, purpose: Purpose, limit: number) =>
  random.chance(0.04) ? limit + random.between(1, 5) : random.normalWithin(usualLtv[purpose], 7.5, 30, limit)

/** Price and appraisal around the value that LTV is taken of; it is the lower of both wherever there are both. */
const drawPrices = (random: Random, purpose: Purpose, value: number) => {
  if (purpose === 'R&T' || purpose === 'Cash-Out') return { price: null, appraised: value }
  // Delayed financing is a refinance, measured by the appraisal; a price below it would make the two rules disagree.
  const appraisedIsLower = purpose === 'Delayed' || random.chance(0.12)
  const other = random.chance(0.3) ? value : upTo(500, value * random.between(1.002, appraisedIsLower ? 1.04 : 1.06))
  return appraisedIsLower ? { price: other, appraised: value } : { price: value, appraised: other }
}

/** Other liens, dollars: none for most; else a closed-end second, or a HELOC that is drawn in part or not at all. */
const drawOtherLiens = (random: Random, value: number, ltv: number) => {
  if (!random.chance(0.07)) return { drawn: 0, line: 0 }
  const room = Math.max(0.02, Math.min(0.12, (90 - ltv) / 100))
  const lien = Math.max(5_000, downTo(500, value * random.between(0.02, room)))
  if (random.chance(0.5)) return { drawn: lien, line: 0 }
  return { drawn: random.chance(0.3) ? 0 : Math.min(lien, upTo(100, lien * random.between(0.1, 1))), line: lien }
}

const withRatios = (
  loanAmount: number,
  prices: ReturnType<typeof drawPrices>,
  liens: { drawn: number; line: number },
): Value => {
  const value = Math.min(prices.price ?? prices.appraised, prices.appraised)
  return {
    loanAmount,
    purchasePriceAmount: prices.price,
    appraisedValueAmount: prices.appraised,
    secondLienDrawnAmount: liens.drawn,
    helocLimitAmount: liens.line,
    ltv: percentOf(loanAmount, value),
    cltv: percentOf(loanAmount + liens.drawn, value),
    hcltv: percentOf(loanAmount + Math.max(liens.line, liens.drawn), value),
  }
}

/** Value, liens and the three ratios that follow from them: LTV = loan / min(price, appraised), HCLTV ≥ CLTV ≥ LTV. */
export const drawValue = (random: Random, program: Program, purpose: Purpose, loanAmount: number): Value => {
  const target = drawTargetLtv(random, purpose, program.limit)
  if (program.name === 'Closed-End Second') {
    // The loan itself is the second lien: the first one, in front of it, brings CLTV to the target.
    const value = upTo(1_000, loanAmount / random.between(0.1, 0.3))
    const first = Math.max(0, downTo(500, (value * target) / 100 - loanAmount))
    return withRatios(loanAmount, drawPrices(random, purpose, value), { drawn: first, line: 0 })
  }
  const value = upTo(random.chance(0.6) ? 1_000 : 500, loanAmount / (target / 100))
  return withRatios(loanAmount, drawPrices(random, purpose, value), drawOtherLiens(random, value, target))
}
