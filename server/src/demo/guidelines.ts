import type { VersionAnswer } from '@portal/contract/guideline/api'
import { evaluate } from '@portal/contract/guideline/evaluate'
import type { Figures } from '@portal/contract/guideline/figures'
import {
  type Family,
  getOperator,
  type NewRule,
  type Qualifying,
  type Rule,
  type Scope,
} from '@portal/contract/guideline/model'
import type { Loan } from '@portal/contract/loan/model'
import { civil } from '@portal/contract/sla/calendar'
import { managesGuidelines } from '@portal/contract/user/policy'
import {
  type Program as ProgramName,
  programs as products,
} from '@portal/sandbox/loan-dock/programs'
import { addProgram } from '../guideline/change-programs.ts'
import { addContractVariance } from '../guideline/change-variances.ts'
import { createVersion, updateVersion } from '../guideline/change-version.ts'
import { getVersion } from '../guideline/list-versions.ts'
import { publishVersion } from '../guideline/publish-version.ts'
import { saveRules } from '../guideline/save-rules.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { prefill } from '../loan/prefill.ts'
import { lockActor } from '../user/lock-person.ts'
import { addPriceGrid } from './decision-rules.ts'

/**
 * Invented limits in usual ranges. `ltv` are the highest LTVs of a purchase
 * with FICO 740 and more, 700–739, and less; a cash-out has 5 points less.
 * `ratio` is the lowest DSCR or the highest DTI. `reserves` are months up to
 * $1,000,000 and above.
 */
type Limits = {
  code: string
  name: ProgramName
  family: Family
  qualifiesBy: Qualifying
  score: number
  floor: number
  amount: number
  ltv: readonly [high: number, middle: number, low: number]
  ratio: number
  reserves: readonly [usual: number, large: number]
}

const rows: readonly (readonly [
  code: string,
  name: ProgramName,
  family: Family,
  score: number,
  floor: number,
  amount: number,
  ltv: Limits['ltv'],
  ratio: number,
  reserves: Limits['reserves'],
])[] = [
  [
    'BS12',
    'Bank Statement 12',
    'BANK_STATEMENT',
    660,
    620,
    3_000_000,
    [85, 80, 75],
    50,
    [6, 12],
  ],
  [
    'BS24',
    'Bank Statement 24',
    'BANK_STATEMENT',
    660,
    620,
    3_000_000,
    [85, 80, 75],
    50,
    [6, 12],
  ],
  ['PL', 'P&L Only', 'ALT_DOC', 680, 640, 2_500_000, [80, 75, 70], 45, [9, 12]],
  ['1099', '1099', 'ALT_DOC', 660, 620, 2_500_000, [85, 80, 75], 50, [6, 12]],
  [
    'AU',
    'Asset Utilization',
    'ALT_DOC',
    680,
    640,
    3_000_000,
    [80, 75, 70],
    45,
    [9, 18],
  ],
  [
    'FD1',
    'Full Doc 1yr',
    'FULL_DOC',
    640,
    600,
    3_000_000,
    [85, 80, 75],
    50,
    [6, 12],
  ],
  [
    'FD2',
    'Full Doc 2yr',
    'FULL_DOC',
    620,
    600,
    3_500_000,
    [90, 85, 75],
    50,
    [6, 9],
  ],
  ['WVOE', 'WVOE', 'ALT_DOC', 660, 620, 2_000_000, [80, 75, 70], 50, [6, 12]],
  ['DP', 'DSCR Prime', 'DSCR', 660, 620, 2_500_000, [80, 75, 70], 1, [6, 9]],
  [
    'DLR',
    'DSCR Low-Ratio',
    'DSCR',
    680,
    640,
    2_000_000,
    [75, 70, 65],
    0.75,
    [9, 12],
  ],
  ['DM', 'DSCR Multi', 'DSCR', 660, 640, 2_500_000, [75, 70, 65], 1, [9, 12]],
  [
    'FN',
    'Foreign National DSCR',
    'FOREIGN_NATIONAL',
    640,
    600,
    2_000_000,
    [70, 65, 60],
    1,
    [12, 12],
  ],
  [
    'NWC',
    'Non-Warrantable Condo',
    'ALT_DOC',
    680,
    640,
    2_000_000,
    [80, 75, 70],
    45,
    [9, 12],
  ],
  [
    'JP',
    'Jumbo Prime',
    'JUMBO',
    680,
    640,
    4_000_000,
    [85, 80, 75],
    43,
    [9, 12],
  ],
  [
    'CES',
    'Closed-End Second',
    'SECOND_LIEN',
    680,
    640,
    500_000,
    [80, 75, 70],
    45,
    [6, 9],
  ],
]

const limits = rows.map(
  ([
    code,
    name,
    family,
    score,
    floor,
    amount,
    ltv,
    ratio,
    reserves,
  ]): Limits => {
    const qualifiesBy = /DSCR/.test(name) ? 'DSCR' : 'DTI'
    return {
      code,
      name,
      family,
      qualifiesBy,
      score,
      floor,
      amount,
      ltv,
      ratio,
      reserves,
    }
  },
)

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
    ...programLimits(limits),
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

const ratioLimit = ({ qualifiesBy, ratio }: Limits): Limit =>
  qualifiesBy === 'DSCR'
    ? {
        parameter: 'DSCR',
        value: ratio,
        text: `Minimum DSCR is ${ratio.toFixed(2)}, using the lower of the lease and market rent on Form 1007.`,
      }
    : { parameter: 'DTI', value: ratio, text: `Maximum DTI is ${ratio}%.` }

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
function programLimits({ code, qualifiesBy }: Limits): Limit[] {
  const rules: Limit[] = []
  if (code !== 'NWC')
    rules.push({
      parameter: 'NON_WARRANTABLE',
      value: 0,
      text: 'Non-warrantable condos are eligible only under the Non-Warrantable Condo program.',
    })
  if (qualifiesBy === 'DSCR' && code !== 'FN')
    rules.push({
      parameter: 'FIRST_TIME_INVESTOR',
      value: 0,
      text: 'First-time investors are not eligible. Variances require a 36-month housing history and a primary residence.',
    })
  if (qualifiesBy === 'DTI')
    rules.push({
      parameter: 'PAYMENT_SHOCK',
      value: 150,
      text: 'Payment shock over 150% is not eligible if the credit score is more than 5 points below the minimum.',
      scope: { misses: [{ parameter: 'CREDIT_SCORE', by: 5 }] },
      severity: 'KNOCKOUT',
    })
  return rules
}

const allRules = (
  change: (limits: Limits) => Partial<Limits> = () => ({}),
): NewRule[] =>
  limits.flatMap((each, index) =>
    listRules({ ...each, ...change(each) }, index + 2),
  )

/**
 * Version 2: DSCR programs got stricter. The draft loosens cash-out for full
 * documentation.
 */
const secondChange = ({ family, ratio }: Limits): Partial<Limits> =>
  family === 'DSCR' && ratio === 1 ? { ratio: 1.05, reserves: [9, 12] } : {}
const draftChange = (each: Limits): Partial<Limits> =>
  each.family === 'FULL_DOC'
    ? { ltv: [each.ltv[0], each.ltv[1], each.ltv[2] + 5] }
    : secondChange(each)

/** How many days before today each version of the demo was made. */
export const versionDays = { first: 620, second: 150, draft: 6 }

const evaluated = [allRules(secondChange), allRules()].map((rules) =>
  rules.map(
    (rule, index): Rule => ({ ...rule, unit: null, id: String(index) }),
  ),
)

/**
 * How many guidelines a loan misses under the version of its lock date; null
 * for one that no variance helps.
 */
export function countMisses(
  loan: Loan,
  isSecond: (day: string) => boolean,
): number | null {
  const figures: Figures = prefill(loan)
  const asOf = loan.originalLockDate ?? ''
  const rules = evaluated[isSecond(asOf) ? 0 : 1] ?? []
  const code = limits.find(({ name }) => name === loan.program)?.code ?? ''
  const { verdict, findings } = evaluate(figures, code, rules, { asOf })
  return verdict === 'NOT_ELIGIBLE'
    ? null
    : findings.filter(({ state }) => state === 'MISSES').length
}

/**
 * `back` returns the last business morning that is at least this many days ago.
 */
type Stage = {
  as: (now: Date) => Ctx
  back: (days: number) => Date
  sellerId: string
}

async function addPrograms(ctx: Ctx) {
  for (const { code, name, family, qualifiesBy } of limits) {
    await addProgram(ctx, {
      code,
      name,
      family,
      qualifiesBy,
      activeFrom: '2020-01-01',
      activeTo: null,
      approvalDays: 60,
      products: products[name].map((product) => ({
        code: product,
        name: product,
      })),
    })
  }
}

const exampleNote =
  'An example with invented limits. Replace them with your guidelines before you publish this version.'

/**
 * For a new portal: adds the programs of the demo, and their invented limits as
 * a draft that says so. Throws 409 if there are programs already.
 */
export const addExample = (ctx: Ctx): Promise<VersionAnswer> =>
  transact(ctx, async (inner) => {
    await lockActor(inner, managesGuidelines)
    const program = await inner.db
      .selectFrom('guidelineProgram')
      .select('code')
      .limit(1)
      .executeTakeFirst()
    if (program)
      throw conflict('You can add the example only while there are no programs')
    await addPrograms(inner)
    const { id } = await createVersion(inner, {
      title: 'Example with invented limits',
    })
    await updateVersion(inner, id, { note: exampleNote })
    await saveRules(inner, id, allRules())
    return getVersion(inner, id)
  })

/**
 * Adds programs, two published versions, a draft and a contract variance with
 * the portal's own verbs, as an administrator did them.
 */
export async function addGuidelines({ as, back, sellerId }: Stage) {
  const first = as(back(versionDays.first))
  await addPrograms(first)
  await addPriceGrid(first)
  const publish = async (
    ctx: Ctx,
    title: string,
    note: string,
    rules: NewRule[],
    isDraft = false,
  ) => {
    const { id } = await createVersion(ctx, { title })
    await updateVersion(ctx, id, { note })
    await saveRules(ctx, id, rules)
    if (!isDraft) await publishVersion(ctx, id, civil(ctx.now).day)
  }
  await publish(first, 'Program guide', 'Initial version.', allRules())
  const second = as(back(versionDays.second))
  await publish(
    second,
    'Tighter DSCR',
    'DSCR Prime and DSCR Multi: minimum DSCR raised to 1.05, reserves to 9 and 12 months.',
    allRules(secondChange),
  )
  await addContractVariance(second, {
    code: 'V-12',
    sellerId,
    programs: ['BS12', 'BS24'],
    parameter: 'RESERVES_MONTHS',
    scope: {},
    value: 4,
    from: civil(second.now).day,
    to: null,
    capLoans: 25,
    capAmount: null,
  })
  await publish(
    as(back(versionDays.draft)),
    'Full doc below 700',
    'Proposed: raise maximum LTV 5 points for full documentation loans with FICO below 700.',
    allRules(draftChange),
    true,
  )
}
