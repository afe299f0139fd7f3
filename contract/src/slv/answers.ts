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
  note: z.string(),
  receivedAt: at.nullable(),
  /** Absent in rounds that ended before it was part of the response. */
  askedAt: at.optional(),
  // Absent in rounds from before there were files.
  example: z
    .object({ id: z.uuid(), name: z.string(), type: DocumentType })
    .nullable()
    .optional(),
  // Absent in rounds from before there were answers.
  answer: DocumentAnswer.nullable().default(null),
  outcome: z
    .object({ kind: RequestOutcome, at, byName: z.string() })
    .nullable()
    .default(null),
  /** When the seller was last reminded of it. */
  remindedAt: at.nullable().default(null),
})
export type PendingDocument = z.infer<typeof PendingDocument>

/**
 * Fields that some roles never get, or only after the decision
 * (visible-fields.ts).
 */
const guarded = z
  .object({
    updatedAt: at,
    decisionDate: at.nullable(),
    priceAdjustment: number,
    priceReason: name,
    decisionLtv: number,
    decisionCltv: number,
    decisionHcltv: number,
    decisionDscr: number,
    decisionDti: number,
    reserves: number,
    goodUntil: z.iso.date().nullable(),
    /** Of an approval in effect that was compared with LoanDock. */
    drift: Drift.nullable(),
    figuresChanged: z.boolean().nullable(),
    slaDays: number,
    currentGuideline: name,
    decisionComment: name,
    /** What the underwriter wrote beside the conditions. */
    decisionNote: name,
    /** Of an approval in effect; null for other SLVs. */
    openConditions: number,
    conditionDueOn: z.iso.date().nullable(),
    decisionCommentsInternal: name,
    statusComment: name,
    underwriterManagerName: name,
    tradeDeskName: name,
    decisionBlockedBy: name,
    temporaryStatus: Decision.nullable(),
    slrRecommendedDecision: Decision.nullable(),
    tdRecommendedDecision: Decision.nullable(),
    slrSlaStatus: SlaStatus.nullable(),
    tdSlaStatus: SlaStatus.nullable(),
    groupSlaStatus: SlaStatus.nullable(),
    underwriterManagerId: id,
    tradeDeskId: id,
  })
  .partial()

/** `date` is when it was sent; `turnTime` the buyer's business days so far. */
export const Slv = z.object({
  id: SlvId,
  version: z.number().int(),
  status: SlvStatus,
  statusInEffect: SlvStatus.nullable().describe(
    'The status in effect during a draft resubmission',
  ),
  type: SlvType,
  resubmitCount: z.number().int(),
  date: at.nullable(),
  createdAt: at,
  loanDockId: name,
  buyerLoan: name,
  reassignedToSeller: name,
  underwriterName: name,
  withdrawReason: name,
  /** Why the underwriter declined the last withdrawal of this round. */
  withdrawDeclineReason: name,
  ...SlvForm.shape,
  qualifiesBy: Qualifying.nullable(),
  state: name,
  variances: z.string(),
  dtiDscr: number,
  sellerTurnTime: number,
  turnTime: number,
  finalProcessingTime: number,
  waitingOn: Party.nullable().describe(
    'Who acts next on a sent request, and by which day in New York',
  ),
  expectedBy: z.iso.date().nullable(),
  sellerId: z.uuid(),
  sellerName: z.string(),
  ownerName: z.string(),
  corrID: z.string(),
  underwriterId: id,
  postCloseReason: PostCloseReason.nullable(),
  /** When the party that has to act got it; null if no one has to. */
  waitingSince: at.nullable(),
  availableActions: z.array(z.enum(slvActions)),
  ...guarded.shape,
})
export type Slv = z.infer<typeof Slv>

/**
 * `documents` are the seller's files of the round, `underwriterDocuments` the
 * buyer's, absent for sellers.
 */
export const SlvDetail = Slv.extend({
  slvRequests: z.array(SlvRequest),
  slvDecisionRequests: z.array(SlvDecisionRequest).optional(),
  conditions: z.array(Condition).optional(),
  pendingDocuments: z.array(PendingDocument),
  documents: z.array(SlvDocument),
  underwriterDocuments: z.array(SlvDocument).optional(),
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
