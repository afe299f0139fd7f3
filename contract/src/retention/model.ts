import { z } from 'zod'
import { name, text } from '../lib/fields.ts'

/** Replaces erased text; fields with a format, such as email, become empty. */
export const erasedText = 'Erased'

/**
 * Text fields that are erased in the tables, in past rounds and in the history.
 * Figures, dates, choices, loan numbers, the state and the program are kept:
 * the decision is based on them.
 */
export const erasedFields = [
  'borrowerLastName',
  'subjectPropertyAddress',
  'city',
  'zip',
  'requestorName',
  'email',
  'requestorPhoneNumber',
  'singleLoanVarianceRequest',
  'justification',
  'compensatingFactors',
  'value',
  'withdrawReason',
  'withdrawDeclineReason',
  'statusComment',
  'ltvOverrideReason',
  'cltvOverrideReason',
  'hcltvOverrideReason',
  'dtiOverrideReason',
  'name',
  'note',
  'documents',
  'underwriterDocuments',
  'pendingDocuments',
  'imageFileName',
  'documentName',
] as const

/** Decision text. It is kept, without the borrower's name and address. */
export const decisionTexts = [
  'decisionComment',
  'decisionNote',
  'conditions',
  'text',
  'message',
  'reason',
  'decisionCommentsInternal',
  'priceReason',
  'currentGuideline',
  'comment',
] as const

const retentionActions = ['set-hold', 'lift-hold', 'erase'] as const
export const retentionActionLabels: Record<
  (typeof retentionActions)[number],
  string
> = {
  'set-hold': 'Placed a legal hold',
  'lift-hold': 'Lifted a legal hold',
  erase: 'Erased',
}

/**
 * A history entry that an erasure changed: its id, its hash, and the SHA-256 of
 * what remains.
 */
export type ErasedLine = { line: number; hash: string; left: string }

const at = z.iso.datetime()

export const LoanNumber = name(40, 1)
const reason = text(500, 1)

/**
 * A hold is on either a loan, by the buyer's or the seller's number, or a
 * seller.
 */
export const NewHold = z
  .object({
    loanNumber: LoanNumber.optional(),
    companyId: z.uuid().optional(),
    reason,
  })
  .refine(
    ({ loanNumber, companyId }) =>
      (loanNumber === undefined) !== (companyId === undefined),
    {
      path: ['loanNumber'],
      message: 'Enter a loan number or choose a seller',
    },
  )
export type NewHold = z.infer<typeof NewHold>

export const Hold = z.object({
  id: z.uuid(),
  loanNumber: z.string().nullable(),
  companyName: z.string().nullable(),
  reason: z.string(),
  setAt: at,
  setBy: z.string(),
  liftedAt: at.nullable(),
  liftedBy: z.string().nullable(),
  slvs: z.number().int().describe('How many SLVs and Tdocs it covers now'),
  tdocs: z.number().int(),
})
export type Hold = z.infer<typeof Hold>

/** Whether an SLV is on hold, and why; when its borrower data was erased. */
export const RecordState = z.object({
  hold: Hold.pick({ reason: true, setAt: true, setBy: true }).nullable(),
  erasedAt: at.nullable(),
})
export type RecordState = z.infer<typeof RecordState>

/** An SLV or Tdoc of a loan, and why it can't be erased. */
export const LoanRecord = z.object({
  id: z.uuid(),
  kind: z.enum(['slv', 'tdoc']),
  status: z.string(),
  companyName: z.string().nullable(),
  buyerLoan: z.string().nullable(),
  sellerLoan: z.string().nullable(),
  closedAt: at.nullable(),
  erasedAt: at.nullable(),
  refusal: z.string().nullable(),
})
export type LoanRecord = z.infer<typeof LoanRecord>

export const ErasurePreview = z.object({
  records: z.array(LoanRecord),
  counts: z.record(
    z.enum(['documents', 'comments', 'rounds', 'entries', 'notifications']),
    z.number().int(),
  ),
  refusal: z
    .string()
    .nullable()
    .describe('Why nothing can be erased; null if it can'),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

export const Erasure = z
  .object({ loanNumber: LoanNumber, confirmation: z.string(), reason })
  .refine(
    ({ loanNumber, confirmation }) => confirmation.trim() === loanNumber,
    {
      path: ['confirmation'],
      message: 'Type the loan number to confirm',
    },
  )
export type Erasure = z.infer<typeof Erasure>

/**
 * `actorName` is null for the retention job; `entries` is how many history
 * entries an erasure changed.
 */
export const RetentionChange = z.object({
  id: z.number().int(),
  at,
  actorName: z.string().nullable(),
  action: z.enum(retentionActions),
  loanNumber: z.string().nullable(),
  companyName: z.string().nullable(),
  isTdoc: z.boolean(),
  reason: z.string(),
  entries: z.number().int(),
})
export type RetentionChange = z.infer<typeof RetentionChange>
