import {
  type ConditionFacts,
  mayAnswerConditions,
  mayClearConditions,
} from '@portal/contract/condition/policy'
import {
  mayAcceptAnswers,
  maySeeDocument,
  mayUpload,
  mayUploadAsUnderwriter,
  mayWithDocument,
} from '@portal/contract/document/policy'
import { getKeys } from '@portal/contract/lib/typed'
import { slvMoves } from '@portal/contract/slv/api'
import { mayPrepareDecision, type SlvFacts } from '@portal/contract/slv/policy'
import { verdict } from '@portal/contract/slv/transitions'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Actor } from '@portal/contract/user/model'
import {
  always,
  byTable,
  type Case,
  type Cases,
  read,
  slvMove,
} from './case.ts'

const desk = '/v1/proxy-loan/underwriter/:id'
const own = '/v1/proxy-loan/:id'
const history = '/v1/proxy-loan-history/:id'

const moves: Cases = {
  ...Object.fromEntries(
    getKeys(slvMoves).map((action) => [
      `POST ${slvMoves[action].path}`,
      slvMove(action),
    ]),
  ),
  [`POST ${desk}/make-final-decision`]: {
    ...slvMove('make-final-decision'),
    at: 'SLR_COMPLETED',
  },
  [`GET ${own}/decision-authority`]: read,
  [`PATCH ${own}`]: { body: () => ({ city: 'Reno' }), answer: byTable('save') },
}

const assignments: Cases = {
  'PATCH /v1/proxy-loan/assign-requests': {
    body: ({ thing, world }) => ({
      underwriterId: world.cast.underwriter.id,
      proxyLoanIds: [thing.id],
    }),
    answer: byTable('assign-requests'),
  },
  'POST /v1/proxy-loan/underwriter/assign-slr': {
    at: 'SLR_PENDING',
    body: ({ thing, world }) => ({
      underwriterManagerId: world.cast.manager.id,
      proxyLoanIds: [thing.id],
    }),
    answer: byTable('assign-slr'),
  },
  'POST /v1/proxy-loan/underwriter/assign-td': {
    at: 'TD_PENDING',
    body: ({ thing, world }) => ({
      tradeDeskId: world.cast.trader.id,
      proxyLoanIds: [thing.id],
    }),
    answer: byTable('assign-td'),
  },
  'PATCH /v1/proxy-loan/assign-seller': {
    body: ({ thing, world }) => ({
      sellerId:
        thing.facts?.companyId === world.outsider.companyId
          ? world.outsider.id
          : world.colleague.id,
      proxyLoanIds: [thing.id],
    }),
    // A persona of a third company has no one to assign it to.
    answer: (context) => {
      const status = byTable('assign-seller')(context)
      const { outsider, colleague } = context.world
      const isThirdCompany = ![
        outsider.companyId,
        colleague.companyId,
      ].includes(context.facts.companyId)
      return status === 200 && isThirdCompany ? 400 : status
    },
  },
  // From themselves to themselves.
  'PATCH /v1/proxy-loan/assign-owned': {
    body: ({ actor }) => ({
      fromId: actor.id,
      sellerId: actor.id,
      reason: 'Left the company',
    }),
    answer: always(400),
  },
}

/**
 * Who may change the variances of a request, by the rule for saving, and who
 * their answers: the people who prepare the decision.
 */
const mayChange = (
  actor: Actor,
  facts: SlvFacts,
  part: 'request' | 'decision',
) =>
  verdict(actor, facts, 'save').kind === 'ALLOWED' &&
  (part === 'request' || mayPrepareDecision(actor, facts))

/** A change to one variance, or to its answer. */
const changeItem = (
  part: 'request' | 'decision',
  body?: Case['body'],
): Case => ({
  ...(body && { body }),
  answer: ({ actor, facts, thing }) => {
    if (!mayChange(actor, facts, part)) return 409
    return thing.isAlien ? 404 : 200
  },
})

const requests: Cases = {
  [`POST ${own}/slv-request`]: {
    body: () => ({ reason: 'DTI' }),
    answer: ({ actor, facts }) =>
      mayChange(actor, facts, 'request') ? 200 : 409,
  },
  [`PATCH ${own}/slv-request/:requestId`]: changeItem('request', () => ({
    justification: 'More',
  })),
  [`DELETE ${own}/slv-request/:requestId`]: changeItem('request'),
  [`POST ${own}/slv-decision-request`]: {
    body: ({ thing }) => ({
      slvRequestId: thing.freeRequestId,
      decision: 'APPROVED',
    }),
    answer: ({ actor, facts, thing }) => {
      if (!mayChange(actor, facts, 'decision')) return 409
      return thing.isAlien ? 400 : 200
    },
  },
  [`GET ${own}/slv-decision-request/:requestId`]: {
    answer: ({ actor, facts, thing }) => {
      const status = facts.statusInEffect ?? facts.status
      const seesAnswers = visibleFields(actor.role, status).has(
        'slvDecisionRequests',
      )
      return seesAnswers && !thing.isAlien ? 200 : 404
    },
  },
  [`PATCH ${own}/slv-decision-request/:requestId`]: changeItem(
    'decision',
    () => ({
      comment: 'Well',
    }),
  ),
  [`DELETE ${own}/slv-decision-request/:requestId`]: changeItem(
    'decision',
    () => ({
      deleteComment: 'By mistake',
    }),
  ),
}

const sellersFile = {
  kind: 'SELLER',
  isExample: false,
  isOfThisRound: true,
} as const
type DocumentRule = (actor: Actor, facts: SlvFacts) => boolean

/** A call about the seller's file, for people whom the rule allows it. */
const callFile = (mayCall: DocumentRule = () => true): Case => ({
  answer: ({ actor, facts, thing }) => {
    if (thing.isAlien || !maySeeDocument(actor.role, sellersFile)) return 404
    return mayCall(actor, facts) ? 200 : 409
  },
})

/** A call that the file, which is neither a picture nor an email, refuses. */
const wrongKindOfFile: Case = {
  answer: (context) => (callFile().answer(context) === 404 ? 404 : 400),
}
const upload = (mayCall: DocumentRule): Case => ({
  sendsFile: true,
  answer: ({ actor, facts }) => (mayCall(actor, facts) ? 200 : 409),
})

/** Of a call about the answer to a requested document. */
const answerStatus: Case['answer'] = (context) => {
  const status = byTable('upload-pending-documents')(context)
  return status === 200 && context.thing.isAlien ? 404 : status
}

const documents: Cases = {
  [`POST ${own}/documents`]: upload(mayUpload),
  [`POST ${own}/documents/underwriter-documents`]: upload(
    mayUploadAsUnderwriter,
  ),
  [`POST ${own}/documents/upload-pending-documents`]: {
    at: 'PENDING_DOCUMENTS',
    sendsFile: true,
    query: ({ thing }) => `pendingDocumentId=${thing.askedId}`,
    answer: answerStatus,
  },
  [`POST ${own}/pending-documents/:pendingId/answer`]: {
    at: 'PENDING_DOCUMENTS',
    body: () => ({ kind: 'CANNOT', reason: 'There is none' }),
    answer: answerStatus,
  },
  [`DELETE ${own}/pending-documents/:pendingId/answer`]: {
    at: 'PENDING_DOCUMENTS',
    answer: answerStatus,
  },
  [`POST ${desk}/pending-documents/:pendingId/accept`]: {
    answer: ({ actor, facts, thing }) => {
      if (!mayAcceptAnswers(actor, facts)) return 409
      return thing.isAlien ? 404 : 200
    },
  },
  [`DELETE ${own}/document/:documentId`]: {
    ...callFile((actor, facts) =>
      mayWithDocument('delete', actor, facts, sellersFile),
    ),
    at: 'PENDING_DOCUMENTS',
  },
  [`POST ${own}/document/:documentId/send-to-ldp`]: callFile((actor, facts) =>
    mayWithDocument('send-to-ldp', actor, facts, sellersFile),
  ),
  [`PUT ${own}/document/:documentId/factors`]: {
    ...callFile((actor, facts) =>
      mayWithDocument('set-factors', actor, facts, sellersFile),
    ),
    body: () => ({ factors: ['0x30 housing history'] }),
  },
  // The file is attached to no factor.
  [`POST ${own}/document/:documentId/verify-factor`]: {
    body: () => ({ factor: '0x30 housing history', isVerified: true }),
    answer: (context) => {
      const { answer } = callFile((actor, facts) =>
        mayWithDocument('verify-factor', actor, facts, sellersFile),
      )
      const status = answer(context)
      return status === 200 ? 400 : status
    },
  },
  [`GET ${own}/documents/:documentId/download`]: callFile(),
  [`GET ${own}/documents/:documentId/email`]: wrongKindOfFile,
  [`GET ${own}/documents/:documentId/pages`]: wrongKindOfFile,
  [`GET ${own}/documents/:documentId/pages/:page`]: wrongKindOfFile,
  [`GET ${own}/document/:documentId`]: callFile(),
}

type ConditionRule = (actor: Actor, slv: ConditionFacts) => boolean

/** A call about one condition of an approval. */
const changeCondition = (
  mayCall: ConditionRule,
  call: Pick<Case, 'body' | 'sendsFile'>,
): Case => ({
  ...call,
  at: 'APPROVED',
  answer: ({ actor, facts, thing }) => {
    if (!mayCall(actor, facts)) return 409
    return thing.isAlien ? 404 : 200
  },
})

const conditions: Cases = {
  [`GET ${own}/conditions`]: read,
  [`POST ${own}/conditions`]: {
    at: 'APPROVED',
    body: () => ({ text: 'Final title policy', timing: 'PRIOR_TO_PURCHASE' }),
    answer: ({ actor, facts }) =>
      mayClearConditions(actor, facts) ? 200 : 409,
  },
  [`PATCH ${own}/conditions/:conditionId`]: changeCondition(
    mayClearConditions,
    {
      body: () => ({ status: 'MET' }),
    },
  ),
  [`POST ${own}/conditions/:conditionId/answer`]: changeCondition(
    mayAnswerConditions,
    { body: () => ({ message: 'Sent' }) },
  ),
  [`POST ${own}/conditions/:conditionId/document`]: changeCondition(
    mayAnswerConditions,
    { sendsFile: true },
  ),
}

/** Everything about one SLV, and the lists of them. */
export const slvCases: Cases = {
  // These tests have no mail server.
  [`POST ${own}/report/send`]: {
    body: ({ world }) => ({ userIds: [world.cast.underwriter.id] }),
    answer: always(409),
  },
  // These tests have no printer, so people who may see the SLV get 503.
  'POST /v1/pdf-printer': {
    body: ({ thing }) => ({ proxyLoanId: thing.id }),
    answer: always(503),
  },
  ...moves,
  ...assignments,
  ...requests,
  ...documents,
  ...conditions,
  'GET /v1/proxy-loans/changes': read,
  'GET /v1/proxy-loans/next': {
    ...read,
    query: ({ thing }) => `after=${thing.id}`,
  },
  [`PUT ${own}/presence`]: { ...read, body: () => ({ isEditing: false }) },
  [`POST ${history}`]: { ...read, body: () => ({}) },
  'POST /v1/reporting/slv/download': { answer: always(503) },
  // The file is a PDF.
  'POST /v1/loans/import-mismo': { sendsFile: true, answer: always(400) },
  'POST /v1/loans/import-csv': { sendsFile: true, answer: always(400) },
  [`GET ${own}/file`]: read,
  [`GET ${own}/mismo`]: { at: 'APPROVED', answer: always(200) },
  [`GET ${own}/letter`]: { at: 'APPROVED', answer: always(200) },
}
