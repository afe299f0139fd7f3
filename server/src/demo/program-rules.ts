import {
  getOperator,
  type NewRule,
  type Scope,
} from '@portal/contract/guideline/model'
import { getQualifying, type Limits, programLimits } from './program-limits.ts'

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`

/** A rule before it has a place in the guide. */
type Limit = Pick<NewRule, 'parameter' | 'value' | 'text'> &
  Partial<Pick<NewRule, 'scope' | 'severity'>>

/** The rules of a program, with sections of an invented guide. */
function listRules(limits: Limits, section: number): NewRule[] {
  const rules = [
    ...creditScoreLimits(limits),
    ...ltvLimits(limits),
    ratioLimit(limits),
    ...reserveLimits(limits),
    ...amountLimits(limits),
    ...eligibilityLimits(limits),
  ]
  return rules.map((rule, index) => ({
    program: limits.code,
    operator: getOperator(rule.parameter),
    unit: null,
    scope: {},
    severity: 'REVIEW',
    citation: `§${section}.${index + 1}`,
    ...rule,
  }))
}

const creditScoreLimits = ({ score, floor }: Limits): Limit[] => [
  {
    parameter: 'CREDIT_SCORE',
    value: score,
    text: `Minimum representative credit score is ${score}.`,
  },
  {
    parameter: 'CREDIT_SCORE',
    value: floor,
    text: `Loans with a credit score below ${floor} are not eligible.`,
    severity: 'KNOCKOUT',
  },
]

function ltvLimits({ ltv: [high, middle, low] }: Limits): Limit[] {
  const highestCltv = Math.min(high + 5, 90)
  return [
    ...ltvByPurpose(high, { min: 740, max: null }, 'of 740 or higher'),
    ...ltvByPurpose(middle, { min: 700, max: 739 }, 'of 700–739'),
    ...ltvByPurpose(low, { min: null, max: 699 }, 'below 700'),
    {
      parameter: 'CLTV',
      value: highestCltv,
      text: `Maximum CLTV with subordinate financing is ${highestCltv}%, using the drawn HELOC balance.`,
    },
    {
      parameter: 'HCLTV',
      value: 95,
      text: 'Maximum HCLTV is 95%, using the full HELOC credit limit.',
    },
  ]
}

const ltvByPurpose = (
  limit: number,
  creditScore: NonNullable<Scope['creditScore']>,
  band: string,
): Limit[] => [
  {
    parameter: 'LTV',
    value: limit,
    text: `Maximum LTV is ${limit}% with a credit score ${band}.`,
    scope: { creditScore, purposes: ['Purchase', 'R&T', 'Delayed'] },
  },
  {
    parameter: 'LTV',
    value: limit - 5,
    text: `Maximum LTV for cash-out is ${limit - 5}% with a credit score ${band}.`,
    scope: { creditScore, purposes: ['Cash-Out'] },
  },
]

const ratioLimit = (limits: Limits): Limit =>
  getQualifying(limits) === 'DSCR'
    ? {
        parameter: 'DSCR',
        value: limits.ratio,
        text: `Minimum DSCR is ${limits.ratio.toFixed(2)}, using the lower of the lease and market rent on Form 1007.`,
      }
    : {
        parameter: 'DTI',
        value: limits.ratio,
        text: `Maximum DTI is ${limits.ratio}%.`,
      }

const reserveLimits = ({ reserves: [usual, large] }: Limits): Limit[] => [
  {
    parameter: 'RESERVES_MONTHS',
    value: usual,
    text: `Minimum reserves are ${usual} months of PITIA. Cash-out proceeds are not eligible.`,
    scope: { loanAmount: { min: null, max: 1_000_000 } },
  },
  {
    parameter: 'RESERVES_MONTHS',
    value: large,
    text: `Minimum reserves are ${large} months of PITIA for loan amounts over $1,000,000.`,
    scope: { loanAmount: { min: 1_000_000, max: null } },
  },
]

const amountLimits = ({ amount }: Limits): Limit[] => [
  {
    parameter: 'LOAN_AMOUNT_MIN',
    value: 100_000,
    text: 'Minimum loan amount is $100,000.',
  },
  {
    parameter: 'LOAN_AMOUNT_MAX',
    value: amount,
    text: `Maximum loan amount is ${dollars(amount)}.`,
  },
]

/** What only some programs refuse. */
function eligibilityLimits(limits: Limits): Limit[] {
  const { code } = limits
  const qualifying = getQualifying(limits)
  const rules: Limit[] = []
  if (code !== 'NWC')
    rules.push({
      parameter: 'NON_WARRANTABLE',
      value: 0,
      text: 'Non-warrantable condos are eligible only under the Non-Warrantable Condo program.',
    })
  if (qualifying === 'DSCR' && code !== 'FN')
    rules.push({
      parameter: 'FIRST_TIME_INVESTOR',
      value: 0,
      text: 'First-time investors are not eligible. Variances require a 36-month housing history and a primary residence.',
    })
  if (qualifying === 'DTI')
    rules.push({
      parameter: 'PAYMENT_SHOCK',
      value: 150,
      text: 'Payment shock over 150% is not eligible if the credit score is more than 5 points below the minimum.',
      scope: { misses: [{ parameter: 'CREDIT_SCORE', by: 5 }] },
      severity: 'KNOCKOUT',
    })
  return rules
}

/** Sections follow the order of the programs; the first has no rules. */
const listAllRules = (programs: readonly Limits[]): NewRule[] =>
  programs.flatMap((limits, index) => listRules(limits, index + 2))

const tightenDscr = (limits: Limits): Limits =>
  limits.family === 'DSCR' && limits.ratio === 1
    ? { ...limits, ratio: 1.05, reserves: [9, 12] }
    : limits

function loosenCashOut(limits: Limits): Limits {
  const [high, middle, low] = limits.ltv
  return limits.family === 'FULL_DOC'
    ? { ...limits, ltv: [high, middle, low + 5] }
    : limits
}

const secondLimits = programLimits.map(tightenDscr)

export const firstRules = listAllRules(programLimits)
export const secondRules = listAllRules(secondLimits)
export const draftRules = listAllRules(secondLimits.map(loosenCashOut))
