import { z } from 'zod'
import { Condition } from '../condition/model.ts'
import {
  DocumentAnswer,
  DocumentType,
  RequestOutcome,
  SlvDocument,
} from '../document/model.ts'
import { Qualifying } from '../guideline/model.ts'
import { SuggestedPrice } from '../price/suggestion.ts'
import { SlvDecisionRequest, SlvRequest } from '../slv-request/model.ts'
import { Party } from './clocks.ts'
import { Drift } from './decision/drift.ts'
import { SlvForm } from './form.ts'
import { PostCloseReason, SlaStatus, SlvId, SlvType } from './model.ts'
import type { SlvRow } from './row.ts'
import { Decision, SlvStatus } from './status.ts'
import { slvActions } from './transitions.ts'
import type { SlvField } from './visible-fields.ts'

const at = z.iso.datetime()
const name = z.string().nullable()
const id = z.uuid().nullable()
const number = z.number().nullable()

/**
 * A document that the underwriter asked for; `example` is a file of theirs that
 * shows what is wanted.
 */
export const PendingDocument = z.object({
  id: z.uuid(),
  name: z.string(),
  note: z.string().describe('What the underwriter wrote beside it'),
  receivedAt: at
    .nullable()
    .describe('When its file arrived; null while it is missing'),
  /** Absent in rounds that ended before it was part of the response. */
  askedAt: at.optional().describe('When it was requested'),
  // Absent in rounds from before there were files.
  example: z
    .object({ id: z.uuid(), name: z.string(), type: DocumentType })
    .nullable()
    .optional()
    .describe('A file of the underwriter that shows what is wanted'),
  // Absent in rounds from before there were answers.
  answer: DocumentAnswer.nullable()
    .default(null)
    .describe('The answer without a file; null if there is none'),
  outcome: z
    .object({
      kind: RequestOutcome.describe('What it was'),
      at: at.describe('When'),
      byName: z.string().describe('Who decided it'),
    })
    .nullable()
    .default(null)
    .describe('What the underwriter made of it; null if nothing yet'),
  remindedAt: at
    .nullable()
    .default(null)
    .describe('When the seller was last reminded of it'),
})
export type PendingDocument = z.infer<typeof PendingDocument>

/**
 * Fields that some roles never get, or only after the decision
 * (visible-fields.ts).
 */
const guarded = z
  .object({
    updatedAt: at,
    decisionDate: at.nullable().describe('When the decision became final'),
    priceAdjustment: number.describe(
      'The price of an approval in basis points; negative lowers the price',
    ),
    priceReason: name.describe(
      'Why the price isn’t the suggested one; only for the buyer’s staff',
    ),
    decisionLtv: number.describe('The approved LTV, in percent'),
    decisionCltv: number.describe('The approved CLTV, in percent'),
    decisionHcltv: number.describe('The approved HCLTV, in percent'),
    decisionDscr: number.describe('The approved DSCR'),
    decisionDti: number.describe('The approved DTI, in percent'),
    reserves: number.describe(
      'The reserves that the approval requires, in months',
    ),
    goodUntil: z.iso
      .date()
      .nullable()
      .describe('The last day of an approval, in New York'),
    drift: Drift.nullable().describe(
      'The last comparison of an approval in effect with LoanDock',
    ),
    figuresChanged: z
      .boolean()
      .nullable()
      .describe(
        'Whether LoanDock’s figures differ from the approval in effect',
      ),
    slaDays: number.describe(
      'Business days past the SLA target; negative before it',
    ),
    currentGuideline: name.describe('The guideline that the decision states'),
    decisionComment: name.describe(
      'The conditions and comment of the decision, as one text',
    ),
    decisionNote: name.describe(
      'What the underwriter wrote beside the conditions',
    ),
    openConditions: number.describe(
      'How many conditions of an approval in effect are open; null for other SLVs',
    ),
    conditionDueOn: z.iso
      .date()
      .nullable()
      .describe('The earliest due day of the open conditions'),
    decisionCommentsInternal: name.describe(
      'What the underwriter wrote for the buyer’s staff',
    ),
    statusComment: name.describe(
      'What was written with the last change of the status',
    ),
    underwriterManagerName: name.describe('The SLR reviewer'),
    tradeDeskName: name.describe('The trade desk reviewer'),
    decisionBlockedBy: name.describe('Why the decision can’t be made yet'),
    temporaryStatus: Decision.nullable().describe(
      'The decision that the underwriter prepares',
    ),
    slrRecommendedDecision: Decision.nullable().describe(
      'What the SLR reviewer recommends',
    ),
    tdRecommendedDecision: Decision.nullable().describe(
      'What the trade desk recommends',
    ),
    slrSlaStatus: SlaStatus.nullable().describe(
      'The SLA clock of the SLR review',
    ),
    tdSlaStatus: SlaStatus.nullable().describe(
      'The SLA clock of the trade desk',
    ),
    groupSlaStatus: SlaStatus.nullable().describe(
      'The SLA clock of the whole SLV',
    ),
    underwriterManagerId: id.describe('The SLR reviewer'),
    tradeDeskId: id.describe('The trade desk reviewer'),
  })
  .partial()

/** `date` is when it was sent; `turnTime` the buyer's business days so far. */
export const Slv = z.object({
  id: SlvId,
  version: z
    .number()
    .int()
    .describe('Grows with each change; the ETag begins with it'),
  status: SlvStatus,
  statusInEffect: SlvStatus.nullable().describe(
    'The status in effect during a draft resubmission',
  ),
  type: SlvType.describe(
    'PRE: before the purchase of the loan; POST: after it',
  ),
  resubmitCount: z.number().int().describe('The round, from 0'),
  date: at.nullable().describe('When it was sent; null before that'),
  createdAt: at,
  loanDockId: name.describe('The number of the loan in LoanDock'),
  buyerLoan: name.describe('The buyer’s loan number'),
  reassignedToSeller: name.describe(
    'The person of the seller to whom it was last reassigned',
  ),
  underwriterName: name,
  withdrawReason: name.describe('Why the seller withdraws it'),
  withdrawDeclineReason: name.describe(
    'Why the underwriter declined the last withdrawal of this round',
  ),
  ...SlvForm.shape,
  qualifiesBy: Qualifying.nullable().describe(
    'Whether its program measures DSCR or DTI',
  ),
  state: name.describe('The two-letter state of the property'),
  variances: z
    .string()
    .describe('The variances with their distances, as one text'),
  dtiDscr: number.describe(
    'The DTI or the DSCR, whichever the program measures',
  ),
  sellerTurnTime: number.describe(
    'Business days of the seller: for requested documents, and from a decision to the next round',
  ),
  turnTime: number.describe('Business days for which the buyer has had it'),
  finalProcessingTime: number.describe(
    '`turnTime` once it is decided; null before that',
  ),
  waitingOn: Party.nullable().describe(
    'Who acts next on a sent request, and by which day in New York',
  ),
  expectedBy: z.iso
    .date()
    .nullable()
    .describe(
      'The day in New York by which the party that has it is expected to act',
    ),
  sellerId: z.uuid().describe('The seller’s user who owns it'),
  sellerName: z.string().describe('The seller’s company'),
  ownerName: z.string().describe('The seller’s user who owns it'),
  corrID: z.string().describe('LoanDock’s client id of the seller’s company'),
  underwriterId: id.describe('The assigned underwriter'),
  postCloseReason: PostCloseReason.nullable().describe(
    'Why a post-close SLV was made',
  ),
  waitingSince: at
    .nullable()
    .describe('When the party that has to act got it; null if no one has to'),
  availableActions: z
    .array(z.enum(slvActions))
    .describe('What the caller can do to it now'),
  ...guarded.shape,
})
export type Slv = z.infer<typeof Slv>

/**
 * `documents` are the seller's files of the round, `underwriterDocuments` the
 * buyer's, absent for sellers.
 */
export const SlvDetail = Slv.extend({
  slvRequests: z.array(SlvRequest).describe('The variances'),
  slvDecisionRequests: z
    .array(SlvDecisionRequest)
    .optional()
    .describe(
      'The underwriter’s answers to the variances; absent while the caller may not see them',
    ),
  conditions: z
    .array(Condition)
    .optional()
    .describe(
      'The conditions of the decision; absent while the caller may not see them',
    ),
  pendingDocuments: z
    .array(PendingDocument)
    .describe('The requested documents'),
  documents: z.array(SlvDocument).describe('The seller’s files of the round'),
  underwriterDocuments: z
    .array(SlvDocument)
    .optional()
    .describe('The buyer’s files of the round; absent for sellers'),
  suggestedPrice: SuggestedPrice.nullable()
    .optional()
    .describe('Absent for sellers; null without a suggestion'),
})
export type SlvDetail = z.infer<typeof SlvDetail>

/**
 * The allow-list has exactly the keys of an SLV's answer. An error here names
 * the field that is only in one of them.
 */
type Unlisted =
  | Exclude<keyof SlvDetail, SlvField>
  | Exclude<SlvField, keyof SlvDetail | keyof SlvRow>
/** @public Checked by the compiler. */
export const everyFieldIsListed: [Unlisted] extends [never] ? true : Unlisted =
  true

/**
 * @public Checked by the compiler: a row has no field that the SLV lacks, but
 * what it needs from its reader.
 */
export const rowsAreOfSlvs: Slv extends Omit<
  SlvRow,
  'needsYou' | 'draftEditedAt'
>
  ? true
  : never = true
