import {
  type ErrorCode,
  errorMeaning,
  errorStatus,
} from '@portal/contract/lib/errors'

const id = '3f2c1f6e-8a5b-4c1d-9e7f-2b6a4d8c0e11'
const otherId = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'

/**
 * Example bodies of the main calls by operation id. The OpenAPI linter checks
 * them against their schemas.
 */
export const bodyExamples: Readonly<Record<string, object>> = {
  postAuthLogIn: { loanDockId: 'eyJhbGciOiJFUzI1NiJ9.eyJqdGkiOiI4…' },
  patchProxyLoanById: {
    creditScore: 655,
    ltv: 75,
    cltv: 75,
    hcltv: 75,
    dti: 43.5,
    isExperiencedInvestor: true,
  },
  postProxyLoanByIdSlvRequest: {
    reason: 'Credit Score',
    parameter: 'CREDIT_SCORE',
    operator: '>=',
    guidelineValue: 660,
    actualValue: 655,
    currentGuideline: 'Minimum FICO 660',
    justification: 'Reserves of 18 months',
    compensatingFactors: [
      { factor: 'Reserves above requirement', value: '18 months' },
    ],
  },
  patchProxyLoanAssignRequests: { underwriterId: id, proxyLoanIds: [otherId] },
  postProxyLoanUnderwriterByIdSetPendingDocuments: {
    pendingDocuments: [
      { name: 'Bank statements, last 12 months', note: 'All pages' },
    ],
    statusComment: 'Needed to verify the reserves',
  },
  postProxyLoanUnderwriterByIdSetSlrPending: {
    statusComment: 'Is the FICO acceptable with these reserves?',
  },
  postProxyLoanUnderwriterByIdSetSlrCompleted: {
    slrRecommendedDecision: 'APPROVED',
    statusComment: 'Acceptable',
  },
  postProxyLoanUnderwriterByIdSetTdPending: {
    statusComment: 'Please price it',
  },
  postProxyLoanUnderwriterByIdSetTdCompleted: {
    tdRecommendedDecision: 'APPROVED',
    priceAdjustment: -25,
    statusComment: 'Fine at that price',
  },
  postProxyLoanByIdSlvDecisionRequest: {
    slvRequestId: id,
    decision: 'APPROVED',
    comment: 'Strong reserves',
  },
  postProxyLoanUnderwriterByIdMakeFinalDecision: {
    decision: 'APPROVED',
    priceAdjustment: -25,
    decisionComment: 'Verification of reserves before purchase',
    decisionLtv: 75,
    decisionCltv: 75,
    decisionDti: 43.5,
    reserves: 18,
  },
  postProxyLoanByIdSetWithdrawPending: {
    withdrawReason: 'The borrower chose another program',
  },
  postPdfPrinter: { proxyLoanId: id },
}

/** An error as the API returns it; `bad_request` with one invalid field. */
export const errorExample = (code: ErrorCode) => ({
  statusCode: errorStatus[code],
  code,
  error: errorMeaning[code],
  requestId: otherId,
  ...(code === 'bad_request' && {
    details: [{ field: 'creditScore', error: 'No less than 300' }],
  }),
})

const at = '2026-03-04T15:00:00.000Z'

const comment = {
  id,
  type: 'EXTERNAL',
  message: 'The reserves are verified. Please send the lease.',
  authorId: otherId,
  authorName: 'Ana Ortiz',
  authorSide: 'BUYER',
  createdAt: at,
  editedAt: null,
  mentions: [],
  dismissedByName: null,
  availableActions: [],
}
const document = {
  id,
  proxyLoanId: otherId,
  kind: 'SELLER',
  name: 'Bank statements.pdf',
  type: 'PDF',
  size: 482_113,
  facts: [],
  pageCount: 12,
  virusScan: null,
  pendingDocumentId: null,
  supports: [],
  resubmitCount: 0,
  uploadedById: otherId,
  uploadedByName: 'Noah Bauer',
  uploadedAt: at,
  ldpState: 'QUEUED',
  ldpSentAt: null,
  availableActions: [],
}

/** Deliveries of a comment and of a document. The linter checks them. */
export const eventExamples = {
  comment: {
    value: {
      type: 'slv.comment_added',
      timestamp: at,
      data: { ...comment, proxyLoanId: otherId },
    },
  },
  document: {
    value: { type: 'slv.document_added', timestamp: at, data: document },
  },
}
