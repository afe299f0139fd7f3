import { keysOf } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import { reserveMonths } from '@portal/contract/slv/figures'
import { isDscrProgram } from '@portal/contract/slv/model'
import type { NewSlvRequest, Parameter, Reason } from '@portal/contract/slv-request/model'
import type { Random } from '@portal/sandbox/lib/random'
import type { z } from 'zod'

export type Variance = z.input<typeof NewSlvRequest>

/** [parameter, operator, limits, the largest miss for which a seller requests an exception, the loan's figure]. */
type Measure = readonly [
  ...[Parameter, '>=' | '<=', limits: readonly number[], within: number],
  actual: (loan: Loan, random: Random) => number | null,
]
/** [how often it is missed, reason, measure, the loans it applies to]. */
type Guideline = readonly [number, Reason, Measure | null, ((loan: Loan) => boolean)?]

const monthsOf = (loan: Loan) => reserveMonths(loan.totalPostCloseReservesAmount, loan.proposedHousingPaymentAmount)
const hasOtherLien = ({ cltv, ltv }: Loan) => (cltv ?? 0) - (ltv ?? 0) >= 1
const isDscr = ({ program }: Loan) => isDscrProgram(program)
const isCashOut = ({ purpose }: Loan) => purpose === 'Cash-Out'
const isFirstTimeInvestor = (loan: Loan) => loan.occupancy === 'I' && loan.isExperiencedInvestor === false
const isNonWarrantable = (loan: Loan) => loan.propertyType === 'CN' && loan.program !== 'Non-Warrantable Condo'
const usesDeposits = ({ program }: Loan) => /^(Bank Statement|P&L)/.test(program ?? '')
const scores = [620, 640, 660, 680, 700, 720, 740, 760]
const ratios = [55, 60, 65, 70, 75, 80, 85, 90]
const amounts = [750_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000]

const guidelines = {
  fico: [20, 'Credit Score', ['FICO', '>=', scores, 20, (loan) => loan.creditScore]],
  ltv: [18, 'LTV / CLTV', ['LTV', '<=', ratios, 5, (loan) => loan.ltv]],
  cltv: [25, 'LTV / CLTV', ['CLTV', '<=', ratios, 5, (loan) => loan.cltv], hasOtherLien],
  dti: [20, 'DTI', ['DTI', '<=', [43, 45, 50], 5, (loan) => loan.dti]],
  dscr: [50, 'DSCR', ['DSCR', '>=', [0.75, 1, 1.1, 1.15, 1.25], 0.24, (loan) => loan.dscr], isDscr],
  reserves: [16, 'Reserves', ['Reserves', '>=', [6, 9, 12, 18, 24], 4, monthsOf]],
  amount: [22, 'Loan Amount', ['Loan Amount', '<=', amounts, 200_000, (loan) => loan.loanAmount]],
  ownership: [22, 'Other', ['Seasoning', '>=', [6], 6, (_, random) => random.whole(2, 5)], isCashOut],
  event: [7, 'Credit Event Seasoning', ['Seasoning', '>=', [48], 12, (_, random) => random.whole(37, 47)]],
  investor: [20, 'First-Time Investor', null, isFirstTimeInvestor],
  condo: [30, 'Property Type', null, isNonWarrantable],
  deposits: [12, 'Income Documentation', null, usesDeposits],
  housing: [6, 'Housing History', null],
} satisfies Record<string, Guideline>

/** The guideline and, below it, the justification; {limit} and {actual} are filled in. */
const texts: Record<keyof typeof guidelines, string> = {
  fico: `Minimum representative credit score is {limit} at this LTV.
    Representative score is {actual}, held down by utilization on two revolving accounts. The mortgage history is clean.`,
  ltv: `Maximum LTV is {limit} for this purpose, loan amount and credit score.
    Requesting {actual} against a maximum of {limit}. The desk review supports the value; the borrower has strong reserves.`,
  cltv: `Maximum CLTV with subordinate financing is {limit}, using the drawn balance of a HELOC.
    CLTV is {actual} with the existing second lien, which will be subordinated.`,
  dti: `Maximum DTI is {limit}.
    DTI is {actual}. Residual income exceeds the requirement for the household size.`,
  dscr: `Minimum DSCR is {limit}, using the lower of the lease and market rent on Form 1007.
    DSCR is {actual}. The unit is leased below market; renewal at market rent cures the shortfall.`,
  reserves: `{limit} of PITIA in reserves are required. Cash-out proceeds may not be used.
    Verified reserves are {actual} of PITIA after closing. Another vested retirement account was counted at only 60%.`,
  amount: `Maximum loan amount is {limit} at this LTV and credit score.
    The loan amount is {actual}. Two appraisals were ordered and the lower value was used.`,
  ownership: `Cash-out: the borrower must have owned the property for {limit} to use the appraised value.
    The borrower took title {actual} ago. The higher value comes from a renovation; permits and invoices are in the file.`,
  event: `{limit} since a foreclosure, short sale, deed-in-lieu or Chapter 7 bankruptcy are required.
    The short sale was completed {actual} ago after a documented medical hardship. No late payments since.`,
  investor: `First-time investors must own their primary residence and have a 36-month housing history.
    The borrower has managed a family rental, not on title, for six years.`,
  condo: `Non-warrantable condominiums are eligible only under the Non-Warrantable Condo program.
    The project exceeds only the limit on commercial space (38%). Budget, reserves and insurance meet warrantable standards.`,
  deposits: `Deposits must be stable or increasing. A decline of more than 20% requires a letter of explanation.
    Deposits fell for two months while the business relocated. The lower six-month average still qualifies.`,
  housing: `A 0x30x12 housing history is required on all financed properties.
    One payment was reported 30 days late because of a servicing transfer; proof of payment is attached.`,
}

const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
const units: Partial<Record<Parameter, (value: number) => string>> = {
  ...{ LTV: (value) => `${value}%`, CLTV: (value) => `${value}%`, DTI: (value) => `${value}%` },
  ...{ DSCR: (value) => value.toFixed(2), Reserves: (value) => `${value} months`, 'Loan Amount': dollars },
  ...{ Seasoning: (value) => `${value} months` },
}

/** The guideline as this loan misses it; null where it does not apply or is met. */
function missed(name: keyof typeof guidelines, loan: Loan, random: Random): (Variance & { weight: number }) | null {
  const [weight, reason, measure, applies]: Guideline = guidelines[name]
  const [currentGuideline = '', justification = ''] = texts[name].split(/\n\s*/)
  if (applies && !applies(loan)) return null
  if (!measure) return { weight, reason, currentGuideline, justification }
  const [parameter, operator, limits, within, actualOf] = measure
  const actual = actualOf(loan, random)
  if (actual === null) return null
  const isMissed = (limit: number) => {
    const distance = operator === '>=' ? limit - actual : actual - limit
    return distance >= within / 20 && distance <= within
  }
  const limit = operator === '>=' ? limits.find(isMissed) : limits.findLast(isMissed)
  if (limit === undefined) return null
  const shown = units[parameter] ?? String
  const fill = (text: string) => text.replaceAll('{limit}', shown(limit)).replaceAll('{actual}', shown(actual))
  const words = { currentGuideline: fill(currentGuideline), justification: fill(justification) }
  return { weight, reason, parameter, operator, guidelineValue: limit, actualValue: actual, ...words }
}

/** One to three guidelines that this loan misses, each with a different reason, and its compensating factors. */
export function missedGuidelines(random: Random, loan: Loan): Variance[] {
  let left = keysOf(guidelines).flatMap((name) => missed(name, loan, random) ?? [])
  const factors = factorsOf(random, loan)
  return Array.from({ length: random.pick([1, 1, 1, 1, 1, 1, 2, 2, 2, 3]) }).flatMap(() => {
    if (left.length === 0) return []
    const { weight: _, ...variance } = random.pick(left.flatMap((one) => Array.from({ length: one.weight }, () => one)))
    left = left.filter(({ reason }) => reason !== variance.reason)
    const offsets = factors.filter(([reason]) => reason !== variance.reason)
    const chosen = random.shuffled(offsets).slice(0, random.whole(1, 3))
    return [{ ...variance, compensatingFactors: chosen.map(([, factor, value]) => ({ factor, value })) }]
  })
}

/** Compensating factors, each with the reason that it would contradict. */
function factorsOf(random: Random, loan: Loan): (readonly [reason: Reason, factor: string, value: string])[] {
  const [months, score, ltv, dscr] = [monthsOf(loan) ?? 0, loan.creditScore ?? 0, loan.ltv ?? 100, loan.dscr ?? 0]
  const income = loan.residualMoIncomeAmount ?? 0
  const rows: (readonly [holds: boolean, Reason, factor: string, value: string])[] = [
    [months >= 10, 'Reserves', 'Reserves above requirement', `${months} months against 6`],
    [score >= 740, 'Credit Score', 'FICO above requirement', `${score} against 700`],
    [ltv <= 65, 'LTV / CLTV', 'LTV below maximum', `${ltv}% against 75%`],
    [dscr >= 1.5, 'DSCR', 'DSCR above minimum', `${dscr} against 1.00`],
    [income >= 6_000, 'DTI', 'Residual income', `${dollars(income)} per month`],
    [loan.isExperiencedInvestor === true, 'First-Time Investor', 'Investor experience', 'More than two years'],
    [true, 'Housing History', '0x30 housing history', `${random.pick([24, 36, 48, 60])} months`],
    [true, 'Income Documentation', 'Years in current job', `${random.whole(4, 17)} years, same line of work`],
  ]
  return rows.flatMap(([holds, ...factor]) => (holds ? [factor] : []))
}
