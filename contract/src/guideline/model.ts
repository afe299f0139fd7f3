import { z } from 'zod'
import * as field from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { approvalDays } from '../slv/decision/validity.ts'
import { Occupancy, PropertyType, Purpose, states } from '../slv/model.ts'

/**
 * What a rule can limit, as a figure of the request (figures.ts). `better` says
 * which way a figure improves. A parameter without a unit is a question with
 * yes or no, and its rule says whether a yes is allowed.
 */
export const parameters = {
  CREDIT_SCORE: { label: 'FICO', unit: 'points', better: 'HIGHER' },
  LTV: { label: 'LTV', unit: '%', better: 'LOWER' },
  CLTV: { label: 'CLTV', unit: '%', better: 'LOWER' },
  HCLTV: { label: 'HCLTV', unit: '%', better: 'LOWER' },
  DTI: { label: 'DTI', unit: '%', better: 'LOWER' },
  DSCR: { label: 'DSCR', unit: 'x', better: 'HIGHER' },
  RESERVES_MONTHS: { label: 'Reserves', unit: 'months', better: 'HIGHER' },
  LOAN_AMOUNT_MIN: {
    label: 'Minimum loan amount',
    unit: '$',
    better: 'HIGHER',
  },
  LOAN_AMOUNT_MAX: { label: 'Loan Amount', unit: '$', better: 'LOWER' },
  RESIDUAL_INCOME: { label: 'Residual income', unit: '$', better: 'HIGHER' },
  PAYMENT_SHOCK: { label: 'Payment shock', unit: '%', better: 'LOWER' },
  CASH_OUT_AMOUNT: { label: 'Cash-out amount', unit: '$', better: 'LOWER' },
  APPRAISAL_AGE_DAYS: { label: 'Appraisal age', unit: 'days', better: 'LOWER' },
  SEASONING_MONTHS: { label: 'Seasoning', unit: 'months', better: 'HIGHER' },
  TRADELINES: { label: 'Tradelines', unit: 'tradelines', better: 'HIGHER' },
  FINANCED_PROPERTIES: {
    label: 'Financed properties',
    unit: 'properties',
    better: 'LOWER',
  },
  ACREAGE: { label: 'Acreage', unit: 'acres', better: 'LOWER' },
  PROPERTY_TYPE: { label: 'Property type', unit: null, better: 'LOWER' },
  FIRST_TIME_INVESTOR: {
    label: 'First-time investor',
    unit: null,
    better: 'LOWER',
  },
  NON_WARRANTABLE: {
    label: 'Non-warrantable condo',
    unit: null,
    better: 'LOWER',
  },
  STATE: { label: 'State', unit: null, better: 'LOWER' },
} as const satisfies Record<
  string,
  { label: string; unit: string | null; better: 'HIGHER' | 'LOWER' }
>
export const parameterNames = getKeys(parameters)
export const Parameter = field.choice(parameterNames)
export type Parameter = z.infer<typeof Parameter>

export const isYesNo = (parameter: Parameter): boolean =>
  parameters[parameter].unit === null

/** '=' is for parameters with yes or no: 1 allows a yes, 0 does not. */
export const operators = ['>=', '<=', '='] as const
export const Operator = field.choice(operators)
export type Operator = z.infer<typeof Operator>
export const operatorSigns: Record<Operator, string> = {
  '>=': '≥',
  '<=': '≤',
  '=': '=',
}

/** The operator of a limit on this parameter. */
export const getOperator = (parameter: Parameter): Operator => {
  if (isYesNo(parameter)) return '='
  return parameters[parameter].better === 'HIGHER' ? '>=' : '<='
}

export const families = {
  DSCR: 'DSCR',
  FULL_DOC: 'Full documentation',
  BANK_STATEMENT: 'Bank statement',
  ALT_DOC: 'Alternative documentation',
  FOREIGN_NATIONAL: 'Foreign national',
  JUMBO: 'Jumbo',
  SECOND_LIEN: 'Second lien',
} as const
export const Family = field.choice(getKeys(families))
export type Family = z.infer<typeof Family>

/**
 * A DSCR program measures rent against the payment and has no DTI (field.md).
 */
export const qualifyings = ['DSCR', 'DTI'] as const
export const Qualifying = field.choice(qualifyings)
export type Qualifying = z.infer<typeof Qualifying>

const code = field
  .name(20, 1)
  .refine(
    (value) => /^[A-Z0-9][A-Z0-9_/&-]*$/.test(value),
    'Use capital letters, digits, - and /',
  )

export const Product = z.object({
  code: field.name(60, 1).describe('The value of `buyerNonAgencyProductName`'),
  name: field.name(80, 1),
})
/** For how many days the approvals of a program are good. */
export const ApprovalDays = field.decimal(approvalDays.min, approvalDays.max, 0)

/**
 * `name` and a product's `code` are the values of buyerNonAgencyProgram and
 * buyerNonAgencyProductName.
 */
export const Program = z.object({
  code,
  name: field.name(60, 1).describe('The value of `buyerNonAgencyProgram`'),
  family: Family,
  qualifiesBy: Qualifying.describe('Whether it measures DSCR or DTI'),
  activeFrom: field.day.describe(
    'The first day on which requests can choose it',
  ),
  activeTo: field.day
    .nullable()
    .describe('The last such day; null without an end'),
  /** The previous release doesn't send them. */
  approvalDays: ApprovalDays.default(approvalDays.default).describe(
    'How many days its approvals are good for',
  ),
  products: z.array(Product).min(1).max(50),
})
export type Program = z.infer<typeof Program>

/**
 * A band of a figure. A credit score is from `min` to `max`, both included; an
 * amount or an LTV is over `min` and up to `max`, as matrices print
 * '75.01–80%'. Null is open.
 */
export const Band = z
  .object({
    min: z.number().nullable().describe('Null without a lower end'),
    max: z.number().nullable().describe('Null without an upper end'),
  })
  .refine(
    ({ min, max }) => min === null || max === null || min <= max,
    'The upper end must not be below the lower end',
  )
export type Band = z.infer<typeof Band>

const some = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(60)

/** The loans that a rule is for; a missing part matches every loan. */
export const Scope = z
  .object({
    occupancies: some(Occupancy),
    purposes: some(Purpose),
    propertyTypes: some(PropertyType),
    states: some(field.choice(states)),
    creditScore: Band.describe('FICO scores, ends included'),
    loanAmount: Band.describe('Dollars, over `min` up to `max`'),
    ltv: Band.describe('Percent, over `min` up to `max`'),
    isExperiencedInvestor: z
      .boolean()
      .describe('Whether the borrower must be one or must not'),
    misses: z
      .array(
        z.object({
          parameter: Parameter,
          by: z.number().min(0).describe('In the unit of the parameter'),
        }),
      )
      .min(1)
      .max(5)
      .describe('Only loans that also miss these limits by more'),
  })
  .partial()
export type Scope = z.infer<typeof Scope>

/** REVIEW: a variance may be requested. KNOCKOUT: never granted. */
export const severities = ['REVIEW', 'KNOCKOUT'] as const
const Severity = field.choice(severities)

/**
 * The highest and lowest limit that makes sense, by unit; beyond it someone
 * typed the wrong figure.
 */
const limitRanges: Record<string, readonly [number, number]> = {
  points: [300, 850],
  '%': [0, 300],
  x: [0, 10],
  months: [0, 600],
  days: [0, 1000],
  $: [0, 999_999_999],
}
export const limitRange = (parameter: Parameter): readonly [number, number] =>
  isYesNo(parameter)
    ? [0, 1]
    : (limitRanges[parameters[parameter].unit ?? ''] ?? [0, 1000])

/** 'From 300 to 850' for a limit outside its parameter's range, else null. */
export const findLimitProblem = (
  parameter: Parameter,
  value: number,
): string | null => {
  const [least, most] = limitRange(parameter)
  const isInRange = value >= least && value <= most
  return isInRange ? null : `From ${least} to ${most.toLocaleString('en-US')}`
}

const bandEnds = ['min', 'max'] as const

/** The ends of a scope's scores that are outside their range. */
export const findScoreProblems = ({
  creditScore,
}: Scope): { end: (typeof bandEnds)[number]; error: string }[] =>
  bandEnds.flatMap((end) => {
    const score = creditScore?.[end] ?? null
    if (score === null) return []
    const error = findLimitProblem('CREDIT_SCORE', score)
    return error ? [{ end, error }] : []
  })

/** One limit of one program. `program` is the program's code. */
export const Rule = z.object({
  id: z.uuid(),
  program: z.string().describe('The code of its program'),
  parameter: Parameter.describe('What it limits'),
  operator: Operator.describe('How the figure compares with `value`'),
  value: z.number().describe('The limit'),
  unit: z.string().nullable().describe('The unit of the limit'),
  scope: Scope.describe('The loans that it is for; empty for all'),
  severity: Severity.describe(
    'REVIEW: a variance may be requested; KNOCKOUT: it is never granted',
  ),
  citation: z.string().describe('Where the guide says so'),
  text: z.string().describe('What the guide says'),
})
export type Rule = z.infer<typeof Rule>

/** A rule as an editor sends it. A rule without an id is new. */
export const NewRule = z
  .object({
    id: z.uuid().optional(),
    program: code,
    parameter: Parameter,
    operator: Operator,
    value: field.decimal(0, 999_999_999.999, 3),
    unit: field.text(20).nullable().optional(),
    scope: Scope.default({}),
    severity: Severity,
    citation: field.name(80, 1),
    text: field.text(2000, 1),
  })
  .superRefine(({ parameter, operator, value, scope, severity }, ctx) => {
    const problem = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message })
    if (parameter === 'ACREAGE')
      problem('parameter', 'The request form has no field for this parameter')
    if (operator !== getOperator(parameter))
      problem(
        'operator',
        `${parameters[parameter].label} takes ${operatorSigns[getOperator(parameter)]}`,
      )
    const limitProblem = findLimitProblem(parameter, value)
    const isAnswer = value === 0 || value === 1
    if (isYesNo(parameter) && !isAnswer)
      problem('value', 'Enter 1 for allowed or 0 for not allowed')
    if (!isYesNo(parameter) && limitProblem) problem('value', limitProblem)
    for (const { end, error } of findScoreProblems(scope))
      ctx.addIssue({
        code: 'custom',
        path: ['scope', 'creditScore', end],
        message: error,
      })
    if (scope.misses && severity !== 'KNOCKOUT')
      problem('scope', 'Only a knockout can depend on other misses')
  })
export type NewRule = z.output<typeof NewRule>

const versionStatuses = ['DRAFT', 'PUBLISHED', 'RETIRED'] as const
export const VersionStatus = z.enum(versionStatuses)
export type VersionStatus = z.infer<typeof VersionStatus>

/**
 * `effectiveTo` is the day after its last day; null while no later version is
 * published.
 */
export const Version = z.object({
  id: z.uuid(),
  number: z.number().int(),
  title: z.string(),
  status: VersionStatus,
  effectiveFrom: field.day.nullable(),
  effectiveTo: field.day.nullable(),
})
export type Version = z.infer<typeof Version>

/** A reason for a variance, and the parameters whose misses it explains. */
export const VarianceReason = z.object({
  name: z.string(),
  parameters: z
    .array(Parameter)
    .describe('The parameters whose misses it explains'),
})
export type VarianceReason = z.infer<typeof VarianceReason>

/**
 * A relaxation that a seller has negotiated. `used` counts the loans or dollars
 * of sent requests that it covered.
 */
export const ContractVariance = z.object({
  id: z.uuid(),
  code: z.string(),
  sellerId: z.uuid().describe('The seller’s company'),
  sellerName: z.string().describe('The seller’s company'),
  programs: z.array(z.string()).describe('Codes; empty for all programs'),
  parameter: Parameter.describe('What it relaxes'),
  scope: Scope.describe('The loans that it is for; empty for all'),
  value: z.number().describe('The limit that applies instead'),
  from: field.day.describe('The first day'),
  to: field.day.nullable().describe('The last day; null without an end'),
  capLoans: z.number().int().nullable().describe('How many loans it may cover'),
  capAmount: z
    .number()
    .nullable()
    .describe('How many dollars of loans it may cover'),
  usedLoans: z.number().int().describe('How many loans it has covered'),
  usedAmount: z.number().describe('How many dollars of loans it has covered'),
})
export type ContractVariance = z.infer<typeof ContractVariance>

/**
 * A compensating factor of the catalog. MARGIN: the figure is better than the
 * limit by `threshold`. FIGURE: it is at least `threshold`. FLAG: the borrower
 * is an experienced investor. DOCUMENT: a document shows it.
 */
export const factorKinds = ['MARGIN', 'FIGURE', 'FLAG', 'DOCUMENT'] as const
export const Factor = z.object({
  id: z.uuid(),
  label: field.name(120, 1),
  kind: field
    .choice(factorKinds)
    .describe(
      'MARGIN: the figure is better than the limit by `threshold`; FIGURE: it is at least that; FLAG: an experienced investor; DOCUMENT: a document shows it',
    ),
  parameter: Parameter.nullable().describe('The figure that it compares'),
  threshold: field
    .decimal(0, 999_999_999, 3)
    .nullable()
    .describe('In the unit of the parameter'),
  document: field.name(120).nullable().describe('The document that shows it'),
  qualifiesBy: Qualifying.nullable()
    .default(null)
    .describe('Only for loans that qualify this way; null for all'),
})
export type Factor = z.infer<typeof Factor>
