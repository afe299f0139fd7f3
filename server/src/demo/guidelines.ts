import type { Loan } from '@portal/contract/loan/model'
import { reserveMonths } from '@portal/contract/slv/figures'
import { isDscrProgram } from '@portal/contract/slv/model'
import type { NewSlvRequest, Parameter, Reason } from '@portal/contract/slv-request/model'
import type { z } from 'zod'
import type { Random } from './random.ts'

/** A variance as the seller requests it. */
export type Variance = z.input<typeof NewSlvRequest>

type Measure = {
  parameter: Parameter
  operator: '>=' | '<='
  limits: readonly number[]
  /** The largest miss for which a seller requests an exception. */
  within: number
  /** The loan's figure; drawn where LoanDock does not have it. */
  actual: (loan: Loan, random: Random) => number | null
}
/** [how often it is missed, reason, measure, guideline, justification, which loans]; {limit} and {actual} are filled in. */
type Guideline = readonly [number, Reason, Measure | null, string, string, ((loan: Loan) => boolean)?]

const atLeast = (parameter: Parameter, limits: number[], within: number, actual: Measure['actual']): Measure => ({
  ...{ parameter, operator: '>=', limits, within, actual },
})
const atMost = (...[parameter, limits, within, actual]: Parameters<typeof atLeast>): Measure => ({
  ...{ parameter, operator: '<=', limits, within, actual },
})
const monthsOf = (loan: Loan) => reserveMonths(loan.totalPostCloseReservesAmount, loan.proposedHousingPaymentAmount)
const isInvestment = ({ occupancy }: Loan) => occupancy === 'I'
const scores = [620, 640, 660, 680, 700, 720, 740, 760]
const ratios = [55, 60, 65, 70, 75, 80, 85, 90]
const amounts = [750_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000]

const guidelines: readonly Guideline[] = [
  [
    20,
    'Credit Score',
    atLeast('FICO', scores, 20, (loan) => loan.creditScore),
    'Minimum representative credit score is {limit} at this LTV.',
    'Representative score is {actual}, held down by utilization on two revolving accounts. The mortgage history is clean.',
  ],
  [
    18,
    'LTV / CLTV',
    atMost('LTV', ratios, 5, (loan) => loan.ltv),
    'Maximum LTV is {limit} for this purpose, loan amount and credit score.',
    'Requesting {actual} against a maximum of {limit}. The desk review supports the value; the borrower has strong reserves.',
  ],
  [
    25,
    'LTV / CLTV',
    atMost('CLTV', ratios, 5, (loan) => loan.cltv),
    'Maximum CLTV with subordinate financing is {limit}, using the drawn balance of a HELOC.',
    'CLTV is {actual} with the existing second lien, which will be subordinated.',
    ({ cltv, ltv }) => (cltv ?? 0) - (ltv ?? 0) >= 1,
  ],
  [
    20,
    'DTI',
    atMost('DTI', [43, 45, 50], 5, (loan) => loan.dti),
    'Maximum DTI is {limit}.',
    'DTI is {actual}. Residual income exceeds the requirement for the household size.',
  ],
  [
    50,
    'DSCR',
    atLeast('DSCR', [0.75, 1, 1.1, 1.15, 1.25], 0.24, (loan) => loan.dscr),
    'Minimum DSCR is {limit}, using the lower of the lease and market rent on Form 1007.',
    'DSCR is {actual}. The unit is leased below market; renewal at market rent cures the shortfall.',
    ({ program }) => isDscrProgram(program),
  ],
  [
    16,
    'Reserves',
    atLeast('Reserves', [6, 9, 12, 18, 24], 4, monthsOf),
    '{limit} of PITIA in reserves are required. Cash-out proceeds may not be used.',
    'Verified reserves are {actual} of PITIA after closing. Another vested retirement account was counted at only 60%.',
  ],
  [
    22,
    'Loan Amount',
    atMost('Loan Amount', amounts, 200_000, (loan) => loan.loanAmount),
    'Maximum loan amount is {limit} at this LTV and credit score.',
    'The loan amount is {actual}. Two appraisals were ordered and the lower value was used.',
  ],
  [
    22,
    'Other',
    atLeast('Seasoning', [6], 6, (_, random) => random.whole(2, 5)),
    'Cash-out: the borrower must have owned the property for {limit} to use the appraised value.',
    'The borrower took title {actual} ago. The higher value comes from a renovation; permits and invoices are in the file.',
    ({ purpose }) => purpose === 'Cash-Out',
  ],
  [
    7,
    'Credit Event Seasoning',
    atLeast('Seasoning', [48], 12, (_, random) => random.whole(37, 47)),
    '{limit} since a foreclosure, short sale, deed-in-lieu or Chapter 7 bankruptcy are required.',
    'The short sale was completed {actual} ago after a documented medical hardship. No late payments since.',
  ],
  [
    4,
    'Appraisal',
    atMost('Appraisal Age', [120], 40, (_, random) => random.whole(123, 158)),
    'The appraisal may be no more than {limit} old on the note date.',
    'The appraisal will be {actual} old at closing because of a title delay. A recertification shows no decline in value.',
  ],
  [
    20,
    'First-Time Investor',
    null,
    'First-time investors must own their primary residence and have a 36-month housing history.',
    'The borrower has managed a family rental, not on title, for six years.',
    (loan) => isInvestment(loan) && loan.isExperiencedInvestor === false,
  ],
  [
    30,
    'Property Type',
    null,
    'Non-warrantable condominiums are eligible only under the Non-Warrantable Condo program.',
    'The project exceeds only the limit on commercial space (38%). Budget, reserves and insurance meet warrantable standards.',
    ({ propertyType, program }) => propertyType === 'CN' && program !== 'Non-Warrantable Condo',
  ],
  [
    12,
    'Income Documentation',
    null,
    'Deposits must be stable or increasing. A decline of more than 20% requires a letter of explanation.',
    'Deposits fell for two months while the business relocated. The lower six-month average still qualifies.',
    ({ program }) => /^(Bank Statement|P&L)/.test(program ?? ''),
  ],
  [
    6,
    'Housing History',
    null,
    'A 0x30x12 housing history is required on all financed properties.',
    'One payment was reported 30 days late because of a servicing transfer; proof of payment is attached.',
  ],
]

const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
const units: Partial<Record<Parameter, (value: number) => string>> = {
  ...{ LTV: (value) => `${value}%`, CLTV: (value) => `${value}%`, DTI: (value) => `${value}%` },
  ...{ DSCR: (value) => value.toFixed(2), Reserves: (value) => `${value} months`, 'Loan Amount': dollars },
  ...{ Seasoning: (value) => `${value} months` },
  'Appraisal Age': (value) => `${value} days`,
}

/** The guideline as this loan misses it; null where it does not apply or is met. */
function missed(guideline: Guideline, loan: Loan, random: Random): (Variance & { weight: number }) | null {
  const [weight, reason, measure, currentGuideline, justification, applies] = guideline
  if (applies && !applies(loan)) return null
  if (!measure) return { weight, reason, currentGuideline, justification }
  const { parameter, operator, limits, within } = measure
  const actual = measure.actual(loan, random)
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
  let left = guidelines.flatMap((guideline) => missed(guideline, loan, random) ?? [])
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
