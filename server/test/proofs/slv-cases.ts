import { maySeeDocument, mayUpload, mayUploadAsUnderwriter, mayWithDocument } from '@portal/contract/document/policy'
import { mayPrepareDecision, type SlvFacts } from '@portal/contract/slv/policy'
import { verdict } from '@portal/contract/slv/transitions'
import { visibleFields } from '@portal/contract/slv/visible-fields'
import type { Actor } from '@portal/contract/user/model'
import { always, byTable, type Case, type Cases, moved } from './case.ts'

const read: Case = { answer: always(200) }
const word = { statusComment: 'As discussed' }
const desk = '/v1/proxy-loan/underwriter/:id'
const own = '/v1/proxy-loan/:id'
const history = '/v1/proxy-loan-history/:id'

const moves: Cases = {
  [`POST ${own}/send-request`]: moved('send-request'),
  [`POST ${desk}/start-review-process`]: moved('start-review-process'),
  [`POST ${desk}/set-pending-documents`]: moved('set-pending-documents', { pendingDocuments: [{ name: 'W-2' }] }),
  [`POST ${desk}/set-slr-pending`]: moved('set-slr-pending', word),
  [`POST ${desk}/set-slr-review`]: moved('set-slr-review'),
  [`POST ${desk}/set-slr-pending-info`]: moved('set-slr-pending-info', word),
  [`POST ${desk}/set-slr-info-received`]: moved('set-slr-info-received', word),
  [`POST ${desk}/set-slr-completed`]: moved('set-slr-completed', { ...word, slrRecommendedDecision: 'APPROVED' }),
  [`POST ${desk}/set-td-pending`]: moved('set-td-pending', word),
  [`POST ${desk}/set-td-review`]: moved('set-td-review'),
  [`POST ${desk}/set-td-completed`]: moved('set-td-completed', { ...word, tdRecommendedDecision: 'APPROVED' }),
  [`POST ${desk}/make-final-decision`]: {
    ...moved('make-final-decision', { decision: 'DECLINED', decisionComment: 'Too far' }),
    at: 'SLR_COMPLETED',
  },
  [`POST ${own}/set-withdraw-pending`]: moved('set-withdraw-pending', { withdrawReason: 'Fell through' }),
  [`POST ${desk}/set-withdraw-approved`]: moved('set-withdraw-approved'),
  [`POST ${desk}/set-withdraw-declined`]: moved('set-withdraw-declined'),
  [`POST ${own}/set-draft-resubmitted`]: moved('set-draft-resubmitted'),
  [`POST ${own}/set-resubmitted`]: moved('set-resubmitted'),
  [`POST ${own}/discard-draft`]: moved('discard-draft'),
  [`PATCH ${own}`]: { body: () => ({ city: 'Reno' }), answer: byTable('save') },
}

const assignments: Cases = {
  'PATCH /v1/proxy-loan/assign-requests': {
    body: ({ thing, world }) => ({ underwriterId: world.cast.underwriter.id, proxyLoanIds: [thing.id] }),
    answer: byTable('assign-requests'),
  },
  'POST /v1/proxy-loan/underwriter/assign-slr': {
    at: 'SLR_PENDING',
    body: ({ thing, world }) => ({ underwriterManagerId: world.cast.manager.id, proxyLoanIds: [thing.id] }),
    answer: byTable('assign-slr'),
  },
  'POST /v1/proxy-loan/underwriter/assign-td': {
    at: 'TD_PENDING',
    body: ({ thing, world }) => ({ tradeDeskId: world.cast.trader.id, proxyLoanIds: [thing.id] }),
    answer: byTable('assign-td'),
  },
  'PATCH /v1/proxy-loan/assign-seller': {
    body: ({ thing, world }) => ({
      sellerId: thing.facts?.companyId === world.outsider.companyId ? world.outsider.id : world.colleague.id,
      proxyLoanIds: [thing.id],
    }),
    // A persona of a third company has no one to assign it to.
    answer: (asked) => {
      const { facts, world } = asked
      const isKnown = [world.outsider.companyId, world.colleague.companyId].includes(facts.companyId)
      return byTable('assign-seller')(asked) === 200 && !isKnown ? 400 : byTable('assign-seller')(asked)
    },
  },
}

/** Form and variances by the rule for saving; the decision's items for the people who prepare it. */
const admits = (actor: Actor, facts: SlvFacts, part: 'request' | 'decision') =>
  verdict(actor, facts, 'save').kind === 'ALLOWED' && (part === 'request' || mayPrepareDecision(actor, facts))

const item = (part: 'request' | 'decision', body?: Case['body']): Case => ({
  ...(body && { body }),
  answer: ({ actor, facts, thing }) => (admits(actor, facts, part) ? (thing.isAlien ? 404 : 200) : 409),
})

const requests: Cases = {
  [`POST ${own}/slv-request`]: {
    body: () => ({ reason: 'DTI' }),
    answer: ({ actor, facts }) => (admits(actor, facts, 'request') ? 200 : 409),
  },
  [`PATCH ${own}/slv-request/:requestId`]: item('request', () => ({ justification: 'More' })),
  [`DELETE ${own}/slv-request/:requestId`]: item('request'),
  [`POST ${own}/slv-decision-request`]: {
    body: ({ thing }) => ({ slvRequestId: thing.freeRequestId, decision: 'APPROVED' }),
    answer: ({ actor, facts, thing }) => (admits(actor, facts, 'decision') ? (thing.isAlien ? 400 : 200) : 409),
  },
  [`GET ${own}/slv-decision-request/:requestId`]: {
    answer: ({ actor, facts, thing }) =>
      thing.isAlien || !visibleFields(actor.role, facts.statusInEffect ?? facts.status).has('slvDecisionRequests')
        ? 404
        : 200,
  },
  [`PATCH ${own}/slv-decision-request/:requestId`]: item('decision', () => ({ comment: 'Well' })),
  [`DELETE ${own}/slv-decision-request/:requestId`]: item('decision', () => ({ deleteComment: 'By mistake' })),
}

const sellersFile = { kind: 'SELLER', isExample: false, isOfThisRound: true } as const
const file = (answer: (actor: Actor, facts: SlvFacts) => boolean = () => true): Case => ({
  answer: ({ actor, facts, thing }) => {
    if (thing.isAlien || !maySeeDocument(actor.role, sellersFile)) return 404
    return answer(actor, facts) ? 200 : 409
  },
})
/** The file is a PDF. */
const noPicture: Case = { answer: (asked) => (file().answer(asked) === 404 ? 404 : 400) }
const upload = (may: (actor: Actor, facts: SlvFacts) => boolean): Case => ({
  sendsFile: true,
  answer: ({ actor, facts }) => (may(actor, facts) ? 200 : 409),
})

const documents: Cases = {
  [`GET ${own}/documents`]: read,
  [`POST ${own}/documents`]: upload(mayUpload),
  [`POST ${own}/documents/underwriter-documents`]: upload(mayUploadAsUnderwriter),
  [`POST ${own}/documents/upload-pending-documents`]: {
    at: 'PENDING_DOCUMENTS',
    sendsFile: true,
    query: ({ thing }) => `pendingDocumentId=${thing.askedId}`,
    answer: (asked) => {
      const answer = byTable('upload-pending-documents')(asked)
      return answer === 200 && asked.thing.isAlien ? 404 : answer
    },
  },
  [`DELETE ${own}/document/:documentId`]: {
    ...file((actor, facts) => mayWithDocument('delete', actor, facts, sellersFile)),
    at: 'PENDING_DOCUMENTS',
  },
  [`POST ${own}/document/:documentId/send-to-ldp`]: file((actor, facts) =>
    mayWithDocument('send-to-ldp', actor, facts, sellersFile),
  ),
  [`GET ${own}/documents/:documentId/download`]: file(),
  [`GET ${own}/documents/:documentId/pages`]: noPicture,
  [`GET ${own}/documents/:documentId/pages/:page`]: noPicture,
  [`GET ${own}/document/:documentId`]: file(),
  [`GET ${own}/all-documents`]: read,
  [`GET ${history}/documents`]: read,
}

/** Everything about one SLV, and the lists of them. */
export const slvCases: Cases = {
  [`GET ${own}`]: read,
  [`GET ${own}/detailed`]: read,
  [`GET ${own}/evaluation`]: read,
  [`GET ${own}/report`]: read,
  [`GET ${own}/report/recipients`]: read,
  // These tests have no mail server.
  [`POST ${own}/report/send`]: { body: ({ world }) => ({ userIds: [world.cast.underwriter.id] }), answer: always(409) },
  // These tests have no printer, so people who may see the SLV get 503.
  'POST /v1/pdf-printer': { body: ({ thing }) => ({ proxyLoanId: thing.id }), answer: always(503) },
  ...moves,
  ...assignments,
  ...requests,
  ...documents,
  [`POST ${history}`]: { ...read, body: () => ({}) },
  [`GET ${history}/slv-history`]: read,
  [`GET ${history}/user-filter`]: read,
  [`GET ${history}/information-edits`]: read,
  'GET /v1/sla/proxy-loan/:id/explanation': read,
  'GET /v1/proxy-loans': read,
  'GET /v1/proxy-loans/get-seller-filter': read,
  'GET /v1/proxy-loans/get-buyer-non-agency-program-filter': read,
  'GET /v1/proxy-loans/statistics': read,
  'GET /v1/proxy-loans/my-company-statistics': read,
  'GET /v1/proxy-loans/department-statistics': read,
  'GET /v1/proxy-loans/download': read,
  'GET /v1/proxy-loans/download/check': read,
  'GET /v1/reporting/slv/summary': read,
  'GET /v1/reporting/slv/table': read,
  'GET /v1/reporting/slv/figures': read,
  'GET /v1/reporting/slv/sellers': read,
  'GET /v1/reporting/slv/programs': read,
  'POST /v1/reporting/slv/download': { answer: always(503) },
}
