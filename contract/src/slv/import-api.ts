import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { csvType, xmlType } from '../lib/media-types.ts'
import { isSeller } from '../user/policy.ts'
import { formFieldNames } from './form.ts'
import { seesSlvs } from './table-mode.ts'

export const mismoLimits = {
  bytes: 5 * 1024 * 1024,
  elements: 100_000,
} as const
export const loanRowLimits = {
  bytes: 2 * 1024 * 1024,
  rows: 200,
  columns: 100,
  cellCharacters: 4000,
} as const

/** How long reading an imported file may take. */
export const importSeconds = 20

/** Names of downloaded files. */
export const loanTemplateFile = 'SLVLoans.csv'
export const mismoFile = 'SLVDecision.xml'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * `FILLED` changed the draft; with `SAME`, the draft already had this value.
 * The others changed nothing.
 */
export const ImportedField = z.object({
  source: z
    .string()
    .describe("The column's title, or the last part of the element's path"),
  field: z
    .enum(formFieldNames)
    .nullable()
    .describe('The field of the form; null if none uses it'),
  outcome: z
    .enum(['FILLED', 'SAME', 'INVALID', 'NOT_USED'])
    .describe(
      'FILLED changed the draft; with SAME, the draft already had this value; the others changed nothing',
    ),
  value: Value.describe(
    'Null for unused elements: they may contain data that the portal must not return',
  ),
  previous: Value.describe('The value before the import'),
  reason: z
    .string()
    .nullable()
    .describe('Why the value is invalid or not used'),
})
export type ImportedField = z.infer<typeof ImportedField>

/**
 * `UNCHANGED`: the draft already has these values, or the open request isn't
 * the caller's draft.
 */
export const ImportedLoan = z.object({
  rowNumber: z
    .number()
    .int()
    .nullable()
    .describe('In the CSV file; null for MISMO'),
  loanNumber: z.string().nullable(),
  outcome: z
    .enum(['CREATED', 'UPDATED', 'UNCHANGED', 'REJECTED'])
    .describe(
      'UNCHANGED: the draft already has these values, or the open request isn’t the caller’s draft',
    ),
  slvId: z.uuid().nullable().describe('The draft; null if there is none'),
  reason: z
    .string()
    .nullable()
    .describe('Why the loan was rejected or not changed'),
  fields: z.array(ImportedField).describe('What was done with each value'),
})
export type ImportedLoan = z.infer<typeof ImportedLoan>

const imports = createEndpoints({
  tag: 'SLVs',
  access: isSeller,
  about: 'SLVS',
  keepsNothing: true,
  takesFile: true,
})

export const importMismo = imports.post(
  '/v1/loans/import-mismo',
  'Create or update a draft for the loan in a MISMO 3.4 to 3.6 file (multipart field `file`), and report the result ' +
    'for each element',
  {
    isPublished: true,
    refuses: ['loan_dock_failed', 'not_found'],
    response: ImportedLoan,
  },
)

/**
 * A row with an invalid cell is rejected as a whole. Sending the file again
 * changes nothing.
 */
export const importLoans = imports.post(
  '/v1/loans/import-csv',
  'Create or update drafts for up to 200 loans in a CSV file (multipart field `file`), and report the result for each row',
  { isPublished: true, response: z.object({ loans: z.array(ImportedLoan) }) },
)

export const downloadLoanTemplate = createEndpoints({
  tag: 'SLVs',
  access: isSeller,
  about: 'NOTHING',
}).get(
  '/v1/loans/import-csv/template',
  'An empty CSV file with the columns of import-csv; only the loan number is required',
  {
    answersFile: { types: [csvType] },
    response: z.unknown(),
  },
)

/** Returns 409 while there is no decision. */
export const exportMismo = createEndpoints({
  tag: 'SLV reports',
  access: seesSlvs,
  about: 'SLV',
}).get(
  '/v1/proxy-loan/:id/mismo',
  'The decision in effect as a MISMO 3.6 file, limited to what the seller can see',
  {
    isPublished: true,
    refuses: ['conflict'],
    answersFile: { types: [xmlType] },
    response: z.unknown(),
  },
)
