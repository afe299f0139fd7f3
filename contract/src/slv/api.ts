import { z } from 'zod'
import { EvaluationAnswer } from '../guideline/answers.ts'
import { createEndpoints, type Endpoint } from '../lib/endpoint.ts'
import { LoanParams } from '../loan/model.ts'
import { LikeCases } from '../slv-request/like-cases.ts'
import {
  anyOf,
  isBdd,
  isSeller,
  isUnderwriter,
  underwriterWith,
} from '../user/policy.ts'
import { Slv, SlvDetail } from './answers.ts'
import * as body from './bodies.ts'
import { mayAssignOwned } from './policy.ts'
import { seesSlvs } from './table-mode.ts'
import { type SlvAction, slvTransitions } from './transitions.ts'

const slvs = createEndpoints({ tag: 'SLVs', access: seesSlvs, about: 'SLV' })

export const getSlv = slvs.get(
  '/v1/proxy-loan/:id',
  'An SLV without its collections',
  { takesIfNoneMatch: true, response: Slv },
)

export const getSlvDetail = slvs.get(
  '/v1/proxy-loan/:id/detailed',
  'An SLV with its variances, answers and requested documents',
  { isPublished: true, takesIfNoneMatch: true, response: SlvDetail },
)

export const saveSlv = slvs.patch(
  '/v1/proxy-loan/:id',
  'Update any form fields; the assigned underwriter also saves the draft decision here',
  {
    isPublished: true,
    access: slvTransitions.save.access,
    takesIfMatch: true,
    body: body.SlvPatch,
    response: SlvDetail,
  },
)

/** One status change, with the access of the transition table. */
const move = <const P extends `/${string}`, B extends z.ZodType>(
  action: SlvAction,
  path: P,
  schema: B,
) =>
  slvs.post(path, slvTransitions[action].label, {
    access: slvTransitions[action].access,
    takesIfMatch: true,
    body: schema,
    response: SlvDetail,
  })

/**
 * A status change that systems of sellers also make. Those of the review are
 * for people.
 */
const publishedMove = <const P extends `/${string}`, B extends z.ZodType>(
  action: SlvAction,
  path: P,
  schema: B,
) => ({ ...move(action, path, schema), isPublished: true as const })

const own = '/v1/proxy-loan/:id'
const desk = '/v1/proxy-loan/underwriter/:id'
const nothing = z
  .object({})
  .nullish()
  .transform(() => ({}))

/** Actions that are part of another call, or move several SLVs. */
type CalledOtherwise =
  | 'save'
  | 'reopen'
  | 'upload-pending-documents'
  | 'assign-requests'
  | 'assign-slr'
  | 'assign-td'
  | 'assign-seller'

/**
 * The calls that change the status of one SLV, by action. A decided SLV is
 * reopened by start-review-process, with a reason.
 */
export const slvMoves = {
  'send-request': publishedMove('send-request', `${own}/send-request`, nothing),
  'start-review-process': move(
    'start-review-process',
    `${desk}/start-review-process`,
    body.StartReview.nullish().transform((value) => value ?? {}),
  ),
  'set-pending-documents': move(
    'set-pending-documents',
    `${desk}/set-pending-documents`,
    body.PendingDocuments,
  ),
  'send-pending-documents': publishedMove(
    'send-pending-documents',
    `${own}/documents/send-pending-documents`,
    nothing,
  ),
  remind: move('remind', `${desk}/remind`, nothing),
  'set-review': move('set-review', `${desk}/set-review`, body.SetReview),
  'set-slr-pending': move(
    'set-slr-pending',
    `${desk}/set-slr-pending`,
    body.SlrPending,
  ),
  'set-slr-review': move('set-slr-review', `${desk}/set-slr-review`, nothing),
  'set-slr-pending-info': move(
    'set-slr-pending-info',
    `${desk}/set-slr-pending-info`,
    body.Info,
  ),
  'set-slr-info-received': move(
    'set-slr-info-received',
    `${desk}/set-slr-info-received`,
    body.Info,
  ),
  'set-slr-completed': move(
    'set-slr-completed',
    `${desk}/set-slr-completed`,
    body.SlrCompleted,
  ),
  'set-td-pending': move(
    'set-td-pending',
    `${desk}/set-td-pending`,
    body.TdPending,
  ),
  'set-td-review': move('set-td-review', `${desk}/set-td-review`, nothing),
  'set-td-completed': move(
    'set-td-completed',
    `${desk}/set-td-completed`,
    body.TdCompleted,
  ),
  'make-final-decision': move(
    'make-final-decision',
    `${desk}/make-final-decision`,
    body.FinalDecision,
  ),
  'set-withdraw-pending': publishedMove(
    'set-withdraw-pending',
    `${own}/set-withdraw-pending`,
    body.Withdraw,
  ),
  'set-withdraw-approved': move(
    'set-withdraw-approved',
    `${desk}/set-withdraw-approved`,
    nothing,
  ),
  'set-withdraw-declined': move(
    'set-withdraw-declined',
    `${desk}/set-withdraw-declined`,
    body.DeclineWithdrawal,
  ),
  'cancel-withdrawal': publishedMove(
    'cancel-withdrawal',
    `${own}/cancel-withdrawal`,
    nothing,
  ),
  'set-draft-resubmitted': publishedMove(
    'set-draft-resubmitted',
    `${own}/set-draft-resubmitted`,
    nothing,
  ),
  'set-resubmitted': publishedMove(
    'set-resubmitted',
    `${own}/set-resubmitted`,
    nothing,
  ),
  'discard-draft': publishedMove(
    'discard-draft',
    `${own}/discard-draft`,
    nothing,
  ),
} satisfies Record<Exclude<SlvAction, CalledOtherwise>, Endpoint>
export type SlvMove = keyof typeof slvMoves

export const createPostClose = slvs.post(
  '/v1/proxy-loan/underwriter/:productLoanId/create-post-close',
  "A post-close SLV for one of the buyer's loans, prefilled and in review by its creator",
  {
    isPublished: true,
    access: isUnderwriter,
    about: 'LOAN',
    refuses: ['loan_dock_failed'],
    params: z.object({ productLoanId: z.string().min(1).max(40) }),
    body: body.PostClose,
    response: SlvDetail,
  },
)

const loans = createEndpoints({
  tag: 'Loans',
  about: 'LOAN',
  refuses: ['loan_dock_failed'],
  params: LoanParams,
  response: SlvDetail,
})
export const openDraft = loans.post(
  '/v1/loans/check-loan/:n',
  'Open a draft for a loan, or return the one that is already open',
  { isPublished: true, access: isSeller },
)
export const underwriterOpenDraft = loans.post(
  '/v1/loans/underwriter/check-loan/:n',
  'Open a draft for a seller, who will send it',
  { isPublished: true, access: underwriterWith('myOwn') },
)

/**
 * With `asOf=now`, the SLV is evaluated under the version in effect today instead
 * of the one saved with its round.
 */
export const getEvaluation = slvs.get(
  '/v1/proxy-loan/:id/evaluation',
  'An SLV evaluated under the version saved with its round',
  {
    isPublished: true,
    tag: 'Guidelines',
    access: anyOf(isSeller, isUnderwriter, isBdd),
    query: z.object({
      asOf: z
        .literal('now')
        .optional()
        .describe('`now`: those in effect today'),
    }),
    response: EvaluationAnswer,
  },
)

export const getLikeCases = slvs.get(
  '/v1/proxy-loan/:id/like-cases',
  'How requests with like variances were decided: same program, parameter and band of the miss',
  {
    tag: 'Guidelines',
    access: isUnderwriter,
    response: z.object({ items: z.array(LikeCases) }),
  },
)

/** Assigns SLVs: the access of the transition table, and the body. */
const assignment = <B extends z.ZodType>(action: SlvAction, schema: B) => ({
  access: slvTransitions[action].access,
  body: schema,
  response: body.Reassigned,
})
const assignmentSummary = (action: SlvAction) =>
  `${slvTransitions[action].label}: all of the SLVs or none`

export const slvAssignments = {
  'assign-requests': slvs.patch(
    '/v1/proxy-loan/assign-requests',
    assignmentSummary('assign-requests'),
    {
      ...assignment('assign-requests', body.AssignRequests),
      isPublished: true,
    },
  ),
  'assign-slr': slvs.post(
    '/v1/proxy-loan/underwriter/assign-slr',
    assignmentSummary('assign-slr'),
    assignment('assign-slr', body.AssignSlr),
  ),
  'assign-td': slvs.post(
    '/v1/proxy-loan/underwriter/assign-td',
    assignmentSummary('assign-td'),
    assignment('assign-td', body.AssignTd),
  ),
  'assign-seller': slvs.patch(
    '/v1/proxy-loan/assign-seller',
    assignmentSummary('assign-seller'),
    { ...assignment('assign-seller', body.AssignSeller), isPublished: true },
  ),
}

export const assignOwned = slvs.patch(
  '/v1/proxy-loan/assign-owned',
  'Reassign all SLVs of a colleague, open and finished, to a seller of the same company, in one transaction; both are notified once',
  {
    access: mayAssignOwned,
    about: 'NOTHING',
    body: body.AssignOwned,
    response: body.OwnedReassigned,
  },
)
