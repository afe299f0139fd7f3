import * as loanApi from '@portal/contract/loan/api'
import * as api from '@portal/contract/slv/api'
import * as lists from '@portal/contract/slv/list-api'
import type { FastifyInstance } from 'fastify'
import type { LoanDock } from '../lib/loan-dock.ts'
import { serve, serveWith } from '../lib/serve.ts'
import { lookUpLoan } from '../loan/look-up.ts'
import * as ask from './ask.ts'
import * as assign from './assign.ts'
import { createPostClose } from './create-post-close.ts'
import * as decide from './decide.ts'
import { viewSlv } from './detail.ts'
import { discardDraft } from './discard-draft.ts'
import { getProgramFilter, getSellerFilter } from './filter-options.ts'
import { listSlvs } from './list.ts'
import { openDraft } from './open-draft.ts'
import * as recommend from './recommend.ts'
import { setDraftResubmitted, setResubmitted } from './resubmit.ts'
import { saveSlv } from './save-slv.ts'
import { type Assignment, sendRequest } from './send-request.ts'
import { getStatistics } from './statistics.ts'

type House = { loanDock: LoanDock; assignment: Assignment }

export function slvRoutes(app: FastifyInstance, { loanDock, assignment }: House) {
  serve(app, lists.listSlvs, ({ ctx, query }) => listSlvs(ctx, query))
  serve(app, lists.getSellerFilter, ({ ctx, query }) => getSellerFilter(ctx, query))
  serve(app, lists.getProgramFilter, ({ ctx, query }) => getProgramFilter(ctx, query))
  serve(app, lists.getStatistics, ({ ctx, query }) => getStatistics(ctx, query))
  serve(app, lists.getMyCompanyStatistics, ({ ctx, query }) =>
    getStatistics(ctx, { ...query, tableMode: 'MY_COMPANY' }),
  )
  serve(app, lists.getDepartmentStatistics, ({ ctx, query }) => getStatistics(ctx, { ...query, tableMode: 'ALL' }))
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
    ask.setPendingDocuments(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-pending'], ({ ctx, params, body, ifMatch }) =>
    ask.setSlrPending(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-review'], ({ ctx, params, ifMatch }) => recommend.setSlrReview(ctx, params.id, ifMatch))
  serve(app, moves['set-slr-pending-info'], ({ ctx, params, body, ifMatch }) =>
    recommend.setSlrPendingInfo(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-info-received'], ({ ctx, params, body, ifMatch }) =>
    recommend.setSlrInfoReceived(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-slr-completed'], ({ ctx, params, body, ifMatch }) =>
    recommend.setSlrCompleted(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-td-pending'], ({ ctx, params, body, ifMatch }) =>
    ask.setTdPending(ctx, params.id, body, ifMatch),
  )
  serve(app, moves['set-td-review'], ({ ctx, params, ifMatch }) => recommend.setTdReview(ctx, params.id, ifMatch))
  serve(app, moves['set-td-completed'], ({ ctx, params, body, ifMatch }) =>
    recommend.setTdCompleted(ctx, params.id, body, ifMatch),
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
