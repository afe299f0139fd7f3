import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import * as field from '../lib/fields.ts'
import { xlsxType } from '../lib/media-types.ts'
import { SlvFormPatch } from '../slv/form.ts'
import { SlvId } from '../slv/model.ts'
import { SlvStatus } from '../slv/status.ts'
import {
  anyOf,
  isBdd,
  isSeller,
  isUnderwriter,
  managesGuidelines,
} from '../user/policy.ts'
import { EvaluationAnswer, FindingAnswer } from './answers.ts'
import {
  ApprovalDays,
  ContractVariance,
  Factor,
  NewRule,
  Parameter,
  Program,
  Rule,
  Scope,
  VarianceReason,
  Version,
  VersionStatus,
} from './model.ts'

const tag = 'Guidelines'
/**
 * People who ask for variances or read them; only published versions unless
 * they manage guidelines.
 */
const readsGuidelines = anyOf(isSeller, isUnderwriter, isBdd)
const { get, post: postFigures } = createEndpoints({
  tag,
  access: readsGuidelines,
  about: 'NOTHING',
})
const { post, put, patch, del } = createEndpoints({
  tag,
  access: managesGuidelines,
  about: 'NOTHING',
})
const count = z.number().int()

/** `version` is for `If-Match`. */
export const VersionAnswer = Version.extend({
  version: count,
  note: z.string(),
  publishedByName: z.string().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  rules: count,
})
export type VersionAnswer = z.infer<typeof VersionAnswer>

export const listVersions = get(
  '/v1/guidelines/versions',
  'Guideline versions, newest first; drafts only for users who manage guidelines',
  {
    query: z.object({ status: VersionStatus.optional() }),
    response: z.object({ items: z.array(VersionAnswer) }),
  },
)
export const createVersion = post(
  '/v1/guidelines/versions',
  'Create an empty draft or copy another version',
  {
    refuses: ['not_found'],
    body: z.object({ title: field.name(120, 1), copyOf: z.uuid().optional() }),
    response: VersionAnswer,
  },
)
export const addExample = post(
  '/v1/guidelines/example',
  'Add example programs, and a draft of guidelines with invented limits. Only while there are no programs',
  { refuses: ['conflict'], response: VersionAnswer },
)
export const getVersion = get(
  '/v1/guidelines/versions/:id',
  'A guideline version',
  {
    about: 'GUIDELINE_VERSION',
    response: VersionAnswer,
  },
)
export const updateVersion = patch(
  '/v1/guidelines/versions/:id',
  'Change the title or note of a draft, or retire a published version',
  {
    about: 'GUIDELINE_VERSION',
    takesIfMatch: true,
    body: z.object({
      title: field.name(120, 1).optional(),
      note: field.text(2000).optional(),
      status: z.literal('RETIRED').optional(),
    }),
    response: VersionAnswer,
  },
)
export const deleteVersion = del(
  '/v1/guidelines/versions/:id',
  'Delete a draft',
  {
    about: 'GUIDELINE_VERSION',
    takesIfMatch: true,
    response: z.object({ id: z.uuid() }),
  },
)

/**
 * `version` is the version's, for `If-Match`. Overlaps and gaps are of the
 * stored rules.
 */
export const RulesAnswer = z.object({
  version: count,
  rules: z.array(Rule),
  overlaps: z.array(z.object({ first: z.uuid(), second: z.uuid() })),
  gaps: z.array(
    z.object({ program: z.string(), parameter: Parameter, loan: z.string() }),
  ),
  mayStartInPast: z
    .boolean()
    .describe('Whether none of its programs has published guidelines yet'),
})
export type RulesAnswer = z.infer<typeof RulesAnswer>

export const maxRules = 5_000
export const listRules = get(
  '/v1/guidelines/versions/:id/rules',
  'The rules of a version',
  {
    about: 'GUIDELINE_VERSION',
    response: RulesAnswer,
  },
)
export const saveRules = put(
  '/v1/guidelines/versions/:id/rules',
  'Replace the rules of a draft',
  {
    about: 'GUIDELINE_VERSION',
    takesIfMatch: true,
    body: z.object({ rules: z.array(NewRule).max(maxRules) }),
    response: RulesAnswer,
  },
)

/** Limits of an imported workbook. */
export const workbookLimits = { bytes: 5 * 1024 * 1024, problems: 100 } as const
export const downloadRules = get(
  '/v1/guidelines/versions/:id/download',
  'The rules of a version as a workbook',
  {
    about: 'GUIDELINE_VERSION',
    answersFile: { types: [xlsxType] },
    response: z.unknown(),
  },
)
/** `details` of a 400 name each cell, such as 'C14'. */
export const importRules = post(
  '/v1/guidelines/versions/:id/import',
  'Replace the rules of a draft with those in a workbook (multipart field `file`)',
  {
    about: 'GUIDELINE_VERSION',
    takesFile: true,
    takesIfMatch: true,
    response: VersionAnswer,
  },
)

export const publishVersion = post(
  '/v1/guidelines/versions/:id/publish',
  'Publish a draft as of an effective date; it supersedes earlier versions for its programs',
  {
    about: 'GUIDELINE_VERSION',
    takesIfMatch: true,
    body: z.object({ effectiveFrom: field.dayInput }),
    response: VersionAnswer,
  },
)
export const compareVersions = get(
  '/v1/guidelines/versions/:id/compare',
  'Compare with another version, or with the rules in effect today for its programs, rule by rule',
  {
    about: 'GUIDELINE_VERSION',
    query: z.object({ with: z.uuid().optional() }),
    response: z.object({
      changes: z.array(
        z.object({
          before: Rule.nullable(),
          after: Rule.nullable(),
          isLooser: z.boolean(),
        }),
      ),
    }),
  },
)

/**
 * What a version would change, compared with the rules that are in force today
 * for the same programs.
 */
const EffectFinding = FindingAnswer.pick({
  state: true,
  operator: true,
  limit: true,
  distance: true,
})
const verdictChanges = { newlyNeeded: count, noLongerNeeded: count }
const { verdict } = EvaluationAnswer.shape
export const VersionEffect = z.object({
  /**
   * SLVs that are sent and undecided. `items` are the first 50 that the caller
   * sees.
   */
  open: z.object({
    total: count,
    changed: count,
    ...verdictChanges,
    items: z.array(
      z.object({
        id: z.uuid(),
        loanNumber: z.string().nullable(),
        sellerName: z.string(),
        status: SlvStatus,
        before: verdict,
        after: verdict,
        /** A rule that is missing on one side is null there. */
        changes: z.array(
          z.object({
            parameter: Parameter,
            before: EffectFinding.nullable(),
            after: EffectFinding.nullable(),
          }),
        ),
      }),
    ),
  }),
  decided: z
    .object({ months: count, total: count, ...verdictChanges })
    .describe('Requests that were decided in the last `months`'),
})
export type VersionEffect = z.infer<typeof VersionEffect>
export const countEffect = get(
  '/v1/guidelines/versions/:id/effect',
  'Open SLVs whose eligibility a version would change, and decided requests that would or would not have needed a variance',
  {
    access: managesGuidelines,
    about: 'GUIDELINE_VERSION',
    response: VersionEffect,
  },
)

export const evaluateLoan = postFigures(
  '/v1/guidelines/evaluate',
  'Evaluate a loan under the version in effect on a day',
  {
    isRead: true,
    body: z.object({ figures: SlvFormPatch, asOf: field.dayInput.optional() }),
    response: EvaluationAnswer,
  },
)

export const NewContractVariance = z.object({
  code: field.name(20, 1),
  sellerId: z.uuid(),
  programs: z.array(z.string()).max(50),
  parameter: Parameter,
  scope: Scope.default({}),
  value: field.decimal(0, 999_999_999.999, 3),
  from: field.dayInput,
  to: field.dayInput.nullable(),
  capLoans: z.number().int().min(1).nullable(),
  capAmount: field.money.nullable(),
})
/** `version` is for `If-Match`. */
export const ContractVarianceAnswer = ContractVariance.extend({
  version: count,
})
export type ContractVarianceAnswer = z.infer<typeof ContractVarianceAnswer>
export const listContractVariances = get(
  '/v1/guidelines/contract-variances',
  'Contract variances; sellers get only their own company’s',
  { response: z.object({ items: z.array(ContractVarianceAnswer) }) },
)
export const addContractVariance = post(
  '/v1/guidelines/contract-variances',
  'Add a contract variance',
  {
    refuses: ['conflict'],
    body: NewContractVariance,
    response: ContractVarianceAnswer,
  },
)
export const updateContractVariance = patch(
  '/v1/guidelines/contract-variances/:id',
  'Change a contract variance',
  {
    about: 'CONTRACT_VARIANCE',
    refuses: ['conflict'],
    takesIfMatch: true,
    // A default would reset the scope of a patch without one.
    body: NewContractVariance.omit({ sellerId: true })
      .extend({ scope: Scope })
      .partial(),
    response: ContractVarianceAnswer,
  },
)
export const deleteContractVariance = del(
  '/v1/guidelines/contract-variances/:id',
  'Delete a contract variance that has not been used',
  {
    about: 'CONTRACT_VARIANCE',
    refuses: ['conflict'],
    takesIfMatch: true,
    response: z.object({ id: z.uuid() }),
  },
)

export const FactorCatalog = z.object({
  version: count,
  factors: z.array(Factor),
})
export const listFactors = get(
  '/v1/guidelines/factors',
  'The catalog of compensating factors',
  {
    response: FactorCatalog,
  },
)
export const saveFactors = put(
  '/v1/guidelines/factors',
  'Replace the catalog of compensating factors',
  {
    takesIfMatch: true,
    body: z.object({ factors: z.array(Factor.partial({ id: true })).max(50) }),
    response: FactorCatalog,
  },
)

/** `reasons` are the reasons for variances, in their order. */
export const ProgramCatalog = z.object({
  items: z.array(Program.extend({ version: count.describe('For If-Match') })),
  reasons: z
    .array(VarianceReason)
    .describe('The reasons for variances, in their order'),
})
export type ProgramCatalog = z.infer<typeof ProgramCatalog>
export const listPrograms = get(
  '/v1/guidelines/programs',
  'Programs with their products, and the variance reasons',
  {
    isPublished: true,
    takesIfNoneMatch: true,
    response: ProgramCatalog,
  },
)
export const addProgram = post(
  '/v1/guidelines/programs',
  'Add a program with its products',
  {
    body: Program,
    response: Program.extend({ version: count }),
  },
)
export const updateProgram = patch(
  '/v1/guidelines/programs',
  'Change a program, identified by its code',
  {
    refuses: ['not_found'],
    takesIfMatch: true,
    // A default would reset the days of a patch without them.
    body: Program.extend({ approvalDays: ApprovalDays })
      .partial()
      .required({ code: true }),
    response: Program.extend({ version: count }),
  },
)

/** What a browser needs to evaluate a loan as the server does. */
export const GuideAnswer = z.object({
  asOf: field.day.describe('The day whose guidelines these are'),
  programs: z.array(Program).describe('The programs'),
  rules: z.array(Rule).describe('The rules in effect'),
  coverages: z
    .array(ContractVariance)
    .describe('The contract variances in effect'),
  factors: z.array(Factor).describe('The catalog of compensating factors'),
})
export type GuideAnswer = z.infer<typeof GuideAnswer>
export const getGuide = get(
  '/v1/guidelines/in-force',
  'The rules, contract variances and factors in effect on a day',
  {
    isPublished: true,
    // The SLV's own use of contract variances doesn't count against their caps.
    query: z.object({
      asOf: field.dayInput
        .optional()
        .describe('A day in New York; today by default'),
      slvId: SlvId.optional(),
    }),
    response: GuideAnswer,
  },
)
