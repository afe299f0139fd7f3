import {
  type CategoryAction,
  categoryVerdict,
} from '@portal/contract/review-category/transitions'
import { type TdocAction, tdocVerdict } from '@portal/contract/tdoc/transitions'
import { always, type CallContext, type Case, type Cases } from './case.ts'
import { missingLoan } from './world.ts'

/**
 * By the transition table: 200 if allowed, else 409. People who don't see the
 * Tdoc got 404 before.
 */
const byTable =
  (action: TdocAction) =>
  ({ actor, thing }: CallContext) =>
    thing.tdoc.facts &&
    tdocVerdict(actor, thing.tdoc.facts, action).kind === 'ALLOWED'
      ? 200
      : 409
const tdocAction = (action: TdocAction, body: Case['body']): Case => ({
  ...(body && { body }),
  answer: byTable(action),
})

/** Only a person with the Tdoc's queue can be assigned to it. */
const assignment = (action: TdocAction, field: string): Case => ({
  body: ({ thing, world }) => ({
    [field]: world.cast.underwriter.id,
    tdocIds: [thing.tdoc.id],
  }),
  answer: (context) =>
    context.thing.tdoc.facts?.loanKind === 'PURCHASED'
      ? 400
      : byTable(action)(context),
})

const categoryAction = (action: CategoryAction, body: object): Case => ({
  body: () => body,
  answer: ({ actor, thing: { tdoc } }) => {
    const category = { type: 'TPR', status: 'REVIEW_REQUIRED' } as const
    return tdoc.facts &&
      categoryVerdict(actor, tdoc.facts, category, action).kind === 'ALLOWED'
      ? 200
      : 409
  },
})

const hasLoan = ({ thing }: CallContext) => thing.loanNumber !== missingLoan
const tdocQuery = ({ thing }: CallContext) => `tdocId=${thing.tdoc.id}`
const commentAnswer = ({ thing }: CallContext) =>
  thing.tdoc.isOwnComment ? 200 : 409

const tdoc = '/v1/tdocs/:id'
const category = '/v1/review-category/:id'

/** Tdocs, their categories and conversations, and data-capture files. */
export const tdocCases: Cases = {
  'GET /v1/tdocs/changes': { answer: always(200) },
  // These have none.
  [`GET ${tdoc}/image`]: { answer: always(404) },
  [`GET ${tdoc}/image/pages`]: { answer: always(404) },
  [`GET ${tdoc}/image/pages/:page`]: { answer: always(404) },
  'PATCH /v1/tdocs/underwriter/set-multiple-reviewers': assignment(
    'set-reviewer',
    'reviewerId',
  ),
  'PATCH /v1/tdocs/underwriter/set-multiple-underwriters': assignment(
    'set-underwriter',
    'underwriterId',
  ),
  'POST /v1/tdocs/underwriter/set-status': tdocAction(
    'ask-review',
    ({ thing }) => ({
      tdocIds: [thing.tdoc.id],
      status: 'REVIEW_PENDING',
    }),
  ),
  'POST /v1/tdocs/underwriter/set-progress-tracking': tdocAction(
    'set-progress-tracking',
    ({ thing }) => ({
      tdocIds: [thing.tdoc.id],
      progressTracking: 'DONE',
    }),
  ),
  [`POST ${tdoc}/tpr/set-response`]: tdocAction('set-response', () => ({
    tprResponse: 'RECEIVED',
    comment: 'Here it is',
  })),
  'POST /v1/tdocs/underwriter/escalation': tdocAction(
    'escalate',
    ({ thing }) => ({
      originalTdocId: thing.tdoc.id,
      comment: 'Look at this',
    }),
  ),
  'GET /v1/tdocs/check-loan/:loanNumber': {
    answer: (context) => (hasLoan(context) ? 200 : 404),
  },
  'POST /v1/tdocs/check-image-file-name': {
    body: () => ({ imageFileName: 'Unused.pdf' }),
    answer: always(200),
  },
  'POST /v1/tdocs': {
    body: ({ thing }) => ({
      buyerLoanNumber: thing.loanNumber,
      imageFileName: 'Unused.pdf',
      comment: 'Look',
    }),
    answer: (context) => (hasLoan(context) ? 200 : 400),
  },

  'POST /v1/review-category': tdocAction('add-category', ({ thing }) => ({
    tdocId: thing.tdoc.id,
    type: 'COLLATERAL',
  })),
  [`PATCH ${category}/set-reviewer`]: categoryAction('set-reviewer', {
    reviewerId: null,
  }),
  [`PATCH ${category}/set-status`]: categoryAction('set-status', {
    status: 'NOT_REQUIRED',
  }),
  [`POST ${category}/update-done`]: categoryAction('done', { action: 'DONE' }),

  'POST /v1/conversation-log/tdoc': {
    body: ({ thing }) => ({
      tdocId: thing.tdoc.id,
      type: 'EXTERNAL',
      message: 'Hello',
    }),
    answer: always(200),
  },
  'PATCH /v1/conversation-log/:id/tdoc': {
    body: () => ({ message: 'Changed' }),
    answer: commentAnswer,
  },
  'GET /v1/users/tdoc/internal': { query: tdocQuery, answer: always(200) },
  'GET /v1/users/tdoc/external': { query: tdocQuery, answer: always(200) },

  // The file is a letter, not a table.
  'POST /v1/data-capture-tpr/upload-file': {
    sendsFile: true,
    answer: always([400, 415]),
  },
  'POST /v1/data-capture-tpr/preview': {
    sendsFile: true,
    answer: always([400, 415]),
  },
  'GET /v1/data-capture-tpr/:id/rejects': {
    answer: ({ thing }) => (thing.tdoc.isOwnCapture ? 200 : 404),
  },
  'GET /v1/tdocs/intake/runs/:id/rejects': { answer: always(404) },
}
