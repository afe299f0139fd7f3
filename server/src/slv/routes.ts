import * as loanApi from '@portal/contract/loan/api'
import * as api from '@portal/contract/slv/api'
import * as lists from '@portal/contract/slv/list-api'
import type { FastifyInstance } from 'fastify'
import { serve, serveWith } from '../lib/http/serve.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { lookUpLoan } from '../loan/look-up.ts'
import * as assign from './assign.ts'
import { viewSlv } from './detail.ts'
import { getProgramFilter, getSellerFilter } from './list/filter.ts'
import { listSlvs } from './list/list.ts'
import { listSlvsOfLoan } from './list/slvs-of-loan.ts'
import { getStatistics } from './list/statistics.ts'
import * as decide from './review/decide.ts'
import * as escalate from './review/escalate.ts'
import { setPendingDocuments } from './review/request-documents.ts'
import { createPostClose } from './rounds/create-post-close.ts'
import { discardDraft, openDraft } from './rounds/open-draft.ts'
import { setDraftResubmitted, setResubmitted } from './rounds/resubmit.ts'
import { saveSlv } from './rounds/save-slv.ts'
import { type Assignment, sendRequest } from './rounds/send-request.ts'

type Deps = { loanDock: LoanDock; assignment: Assignment }

export function slvRoutes(app: FastifyInstance, { loanDock, assignment }: Deps) {
  serve(app, lists.listSlvs, ({ ctx, query }) => listSlvs(ctx, query))
  serve(app, lists.getSellerFilter, ({ ctx, query }) => getSellerFilter(ctx, query))
  serve(app, lists.getProgramFilter, ({ ctx, query }) => getProgramFilter(ctx, query))
  serve(app, lists.getStatistics, ({ ctx, query }) => getStatistics(ctx, query))
  serve(app, lists.getMyCompanyStatistics, ({ ctx, query }) =>
    getStatistics(ctx, { ...query, tableMode: 'MY_COMPANY' }),
  )
  serve(app, lists.getDepartmentStatistics, ({ ctx, query }) => getStatistics(ctx, { ...query, tableMode: 'ALL' }))
  serve(app, loanApi.checkLoansByGet, ({ ctx, params }) => listSlvsOfLoan(ctx, params.n))
  serve(app, loanApi.checkLoansByPost, ({ ctx, params }) => listSlvsOfLoan(ctx, params.n))
  serve(app, api.getSlv, ({ ctx, params }) => viewSlv(ctx, params.id))
  serve(app, api.getSlvDetail, ({ ctx, params }) => viewSlv(ctx, params.id))
  serve(app, api.saveSlv, ({ ctx, params, body, ifMatch }) => saveSlv(ctx, params.id, body, ifMatch))

  moveRoutes(app, assignment)

  const moves = api.slvAssignments
  serve(app, moves['assign-requests'], ({ ctx, body }) =>
    assign.assignRequests(ctx, body.underwriterId, body.proxyLoanIds),
  )
  serve(app, moves['assign-slr'], ({ ctx, body }) =>
    assign.assignSlr(ctx, body.underwriterManagerId, body.proxyLoanIds),
  )
  serve(app, moves['assign-td'], ({ ctx, body }) => assign.assignTd(ctx, body.tradeDeskId, body.proxyLoanIds))
  serve(app, moves['assign-seller'], ({ ctx, body }) => assign.assignSeller(ctx, body.sellerId, body.proxyLoanIds))

  serveWith(
    app,
    loanApi.openDraft,
    ({ ctx, params }) => lookUpLoan(ctx, loanDock, params.n),
    ({ ctx }, loan) => openDraft(ctx, loan),
  )
  serveWith(
    app,
    loanApi.underwriterOpenDraft,
    ({ ctx, params }) => lookUpLoan(ctx, loanDock, params.n),
    ({ ctx }, loan) => openDraft(ctx, loan),
  )
  serveWith(
    app,
    api.createPostClose,
    ({ ctx, params }) => lookUpLoan(ctx, loanDock, params.productLoanId),
    ({ ctx, body }, loan) => createPostClose(ctx, loan, body.postCloseReason),
  )
}

function moveRoutes(app: FastifyInstance, assignment: Assignment) {
  const moves = api.slvMoves
  serve(app, moves['send-request'], ({ ctx, params, ifMatch }) => sendRequest(ctx, params.id, assignment, ifMatch))
  serve(app, moves['start-review-process'], ({ ctx, params, body, ifMatch }) =>
    decide.startReview(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-pending-documents'], ({ ctx, params, body, ifMatch }) =>
    setPendingDocuments(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-pending'], ({ ctx, params, body, ifMatch }) =>
    escalate.setSlrPending(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-review'], ({ ctx, params, ifMatch }) => escalate.setSlrReview(ctx, params.id, ifMatch))
  serve(app, moves['set-slr-pending-info'], ({ ctx, params, body, ifMatch }) =>
    escalate.setSlrPendingInfo(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-info-received'], ({ ctx, params, body, ifMatch }) =>
    escalate.setSlrInfoReceived(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-completed'], ({ ctx, params, body, ifMatch }) =>
    escalate.setSlrCompleted(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-td-pending'], ({ ctx, params, body, ifMatch }) =>
    escalate.setTdPending(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-td-review'], ({ ctx, params, ifMatch }) => escalate.setTdReview(ctx, params.id, ifMatch))
  serve(app, moves['set-td-completed'], ({ ctx, params, body, ifMatch }) =>
    escalate.setTdCompleted(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['make-final-decision'], ({ ctx, params, body, ifMatch }) =>
    decide.makeFinalDecision(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-withdraw-pending'], ({ ctx, params, body, ifMatch }) =>
    decide.setWithdrawPending(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-withdraw-approved'], ({ ctx, params, ifMatch }) =>
    decide.answerWithdrawal(ctx, params.id, 'set-withdraw-approved', ifMatch),
  )
  serve(app, moves['set-withdraw-declined'], ({ ctx, params, ifMatch }) =>
    decide.answerWithdrawal(ctx, params.id, 'set-withdraw-declined', ifMatch),
  )
  serve(app, moves['set-draft-resubmitted'], ({ ctx, params, ifMatch }) => setDraftResubmitted(ctx, params.id, ifMatch))
  serve(app, moves['set-resubmitted'], ({ ctx, params, ifMatch }) =>
    setResubmitted(ctx, params.id, assignment, ifMatch),
  )
  serve(app, moves['discard-draft'], ({ ctx, params, ifMatch }) => discardDraft(ctx, params.id, ifMatch))
}
