import {
  type AssignTo,
  listAssignments,
} from '@portal/contract/assignment/model'
import { getOwnAuthority } from '@portal/contract/authority/api'
import * as api from '@portal/contract/slv/api'
import * as lists from '@portal/contract/slv/list-api'
import type { FastifyInstance } from 'fastify'
import { readAuthority } from '../authority/read-authority.ts'
import type { Ctx } from '../lib/ctx.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce, serveWith } from '../lib/http/serve.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { lookUpLoan } from '../loan/look-up.ts'
import { assignSlvs, getAssigned } from './assign.ts'
import { assignOwned } from './assign-owned.ts'
import { viewSlv } from './detail.ts'
import { getEvaluation } from './evaluate.ts'
import { getProgramFilter, getSellerFilter } from './list/filter.ts'
import { findNeighbors } from './list/find-neighbors.ts'
import { findOwners } from './list/find-owners.ts'
import { listSlvChanges, listSlvs } from './list/list.ts'
import { listSlvsOfLoan } from './list/slvs-of-loan.ts'
import { getStatistics } from './list/statistics.ts'
import { findSlv } from './lock.ts'
import { queueDriftCheck } from './review/check-drift.ts'
import { getLikeCases } from './review/count-like-cases.ts'
import * as decide from './review/decide.ts'
import * as escalate from './review/escalate.ts'
import { remindSeller } from './review/remind-seller.ts'
import { setPendingDocuments, setReview } from './review/request-documents.ts'
import { createPostClose } from './rounds/create-post-close.ts'
import { discardDraft, openDraft } from './rounds/open-draft.ts'
import { setDraftResubmitted, setResubmitted } from './rounds/resubmit.ts'
import { saveSlv } from './rounds/save-slv.ts'
import { type Assignment, sendRequest } from './rounds/send-request.ts'

type Deps = { loanDock: LoanDock; assignment: Assignment }

export function slvRoutes(
  app: FastifyInstance,
  { loanDock, assignment }: Deps,
) {
  listRoutes(app)
  readRoutes(app)
  moveRoutes(app, assignment)
  assignmentRoutes(app)
  openingRoutes(app, loanDock)
}

function listRoutes(app: FastifyInstance) {
  serve(app, lists.listSlvs, ({ ctx, query }) => listSlvs(ctx, query))
  serve(app, lists.listSlvChanges, ({ ctx, query }) =>
    listSlvChanges(ctx, query),
  )
  serve(app, lists.getNextSlv, ({ ctx, query }) => findNeighbors(ctx, query))
  serve(app, lists.getSellerFilter, ({ ctx, query }) =>
    getSellerFilter(ctx, query),
  )
  serve(app, lists.listOwners, ({ ctx }) => findOwners(ctx))
  serve(app, lists.getProgramFilter, ({ ctx, query }) =>
    getProgramFilter(ctx, query),
  )
  serve(app, lists.getStatistics, ({ ctx, query }) => getStatistics(ctx, query))
  serve(app, lists.getMyCompanyStatistics, ({ ctx, query }) =>
    getStatistics(ctx, { ...query, tableMode: 'MY_COMPANY' }),
  )
  serve(app, lists.getDepartmentStatistics, ({ ctx, query }) =>
    getStatistics(ctx, { ...query, tableMode: 'ALL' }),
  )
  for (const endpoint of [lists.checkLoansByGet, lists.checkLoansByPost])
    serve(app, endpoint, ({ ctx, params }) => listSlvsOfLoan(ctx, params.n))
}

function readRoutes(app: FastifyInstance) {
  serve(app, api.getSlv, ({ ctx, params }) => viewSlv(ctx, params.id))
  serve(app, api.getSlvDetail, async ({ ctx, params }) => {
    const slv = await viewSlv(ctx, params.id)
    await queueDriftCheck(ctx, slv)
    return slv
  })
  serve(app, api.getEvaluation, ({ ctx, params, query }) =>
    getEvaluation(ctx, params.id, query.asOf),
  )
  serve(app, getOwnAuthority, async ({ ctx, params }) =>
    readAuthority(ctx, await findSlv(ctx, params.id)),
  )
  serve(app, api.getLikeCases, ({ ctx, params }) =>
    getLikeCases(ctx, params.id),
  )
  serve(app, api.saveSlv, onSlv(saveSlv))
}

/** Reassigning several SLVs, all or none. */
function assignmentRoutes(app: FastifyInstance) {
  const moves = api.slvAssignments
  serve(app, moves['assign-requests'], ({ ctx, body }) =>
    assignSlvs(ctx, 'assign-requests', toAssignments(body, body.underwriterId)),
  )
  serveOnce(
    app,
    moves['assign-slr'],
    ({ ctx, body }) =>
      assignSlvs(
        ctx,
        'assign-slr',
        toAssignments(body, body.underwriterManagerId),
      ),
    {
      keep: keepAssignment,
      read: ({ ctx, body }, { assignmentId }) =>
        getAssigned(
          ctx,
          toAssignments(body, body.underwriterManagerId),
          assignmentId,
        ),
    },
  )
  serveOnce(
    app,
    moves['assign-td'],
    ({ ctx, body }) =>
      assignSlvs(ctx, 'assign-td', toAssignments(body, body.tradeDeskId)),
    {
      keep: keepAssignment,
      read: ({ ctx, body }, { assignmentId }) =>
        getAssigned(ctx, toAssignments(body, body.tradeDeskId), assignmentId),
    },
  )
  serve(app, moves['assign-seller'], ({ ctx, body }) =>
    assignSlvs(ctx, 'assign-seller', toAssignments(body, body.sellerId)),
  )
  serve(app, api.assignOwned, ({ ctx, body }) => assignOwned(ctx, body))
}

const toAssignments = <P extends string | null>(
  {
    assignments,
    proxyLoanIds,
  }: {
    assignments?: readonly AssignTo[] | undefined
    proxyLoanIds?: readonly string[] | undefined
  },
  personId: P | undefined,
) => listAssignments(assignments, personId, proxyLoanIds)

/** New SLVs for loans of LoanDock. */
function openingRoutes(app: FastifyInstance, loanDock: LoanDock) {
  for (const endpoint of [api.openDraft, api.underwriterOpenDraft])
    serveWith(
      app,
      endpoint,
      ({ ctx, params }) => lookUpLoan(ctx, loanDock, params.n),
      ({ ctx }, loan) => openDraft(ctx, loan),
      { keep: keepId, read: ({ ctx }, { id }) => viewSlv(ctx, id) },
    )
  serveWith(
    app,
    api.createPostClose,
    ({ ctx, params }) => lookUpLoan(ctx, loanDock, params.productLoanId),
    ({ ctx, body }, loan) => createPostClose(ctx, loan, body.postCloseReason),
    { keep: keepId, read: ({ ctx }, { id }) => viewSlv(ctx, id) },
  )
}

/** Handles a call by a verb on the SLV in its path. */
const onSlv =
  <Body, Result>(
    verb: (
      ctx: Ctx,
      id: string,
      body: Body,
      ifMatch?: number,
    ) => Promise<Result>,
  ) =>
  ({
    ctx,
    params,
    body,
    ifMatch,
  }: {
    ctx: Ctx
    params: { id: string }
    body: Body
    ifMatch: number | undefined
  }) =>
    verb(ctx, params.id, body, ifMatch)

/** A verb on an SLV that needs no body. */
const withoutBody =
  <Result>(verb: (ctx: Ctx, id: string, ifMatch?: number) => Promise<Result>) =>
  (ctx: Ctx, id: string, _body: unknown, ifMatch?: number) =>
    verb(ctx, id, ifMatch)

/** A repeated status change reads the SLV: 404 for a draft that was deleted. */
const slvAgain = {
  read: ({ ctx, params }: { ctx: Ctx; params: { id: string } }) =>
    viewSlv(ctx, params.id),
}

const keepAssignment = ({ assignmentId }: { assignmentId: string | null }) => ({
  assignmentId,
})

function moveRoutes(app: FastifyInstance, assignment: Assignment) {
  reviewRoutes(app)
  slrRoutes(app)
  tradeDeskRoutes(app)
  withdrawalRoutes(app)
  roundRoutes(app, assignment)
}

function reviewRoutes(app: FastifyInstance) {
  const moves = api.slvMoves
  serveOnce(
    app,
    moves['start-review-process'],
    onSlv(decide.startReview),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-pending-documents'],
    onSlv(setPendingDocuments),
    slvAgain,
  )
  serveOnce(app, moves.remind, onSlv(remindSeller), slvAgain)
  serveOnce(app, moves['set-review'], onSlv(setReview), slvAgain)
  serveOnce(
    app,
    moves['make-final-decision'],
    onSlv(decide.makeFinalDecision),
    slvAgain,
  )
}

/** Reviews by the SLR. */
function slrRoutes(app: FastifyInstance) {
  const moves = api.slvMoves
  serveOnce(
    app,
    moves['set-slr-pending'],
    onSlv(escalate.setSlrPending),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-slr-review'],
    onSlv(withoutBody(escalate.setSlrReview)),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-slr-pending-info'],
    onSlv(escalate.setSlrPendingInfo),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-slr-info-received'],
    onSlv(escalate.setSlrInfoReceived),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-slr-completed'],
    onSlv(escalate.setSlrCompleted),
    slvAgain,
  )
}

/** Reviews by the trade desk. */
function tradeDeskRoutes(app: FastifyInstance) {
  const moves = api.slvMoves
  serveOnce(
    app,
    moves['set-td-pending'],
    onSlv(escalate.setTdPending),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-td-review'],
    onSlv(withoutBody(escalate.setTdReview)),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-td-completed'],
    onSlv(escalate.setTdCompleted),
    slvAgain,
  )
}

function withdrawalRoutes(app: FastifyInstance) {
  const moves = api.slvMoves
  serveOnce(
    app,
    moves['set-withdraw-pending'],
    onSlv(decide.setWithdrawPending),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-withdraw-approved'],
    onSlv(withoutBody(decide.setWithdrawApproved)),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-withdraw-declined'],
    onSlv(decide.setWithdrawDeclined),
    slvAgain,
  )
  serveOnce(
    app,
    moves['cancel-withdrawal'],
    onSlv(withoutBody(decide.cancelWithdrawal)),
    slvAgain,
  )
}

/** Sending a request and, in further rounds, a resubmission. */
function roundRoutes(app: FastifyInstance, assignment: Assignment) {
  const moves = api.slvMoves
  serveOnce(
    app,
    moves['send-request'],
    ({ ctx, params, ifMatch }) =>
      sendRequest(ctx, params.id, assignment, ifMatch),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-draft-resubmitted'],
    onSlv(withoutBody(setDraftResubmitted)),
    slvAgain,
  )
  serveOnce(
    app,
    moves['set-resubmitted'],
    ({ ctx, params, ifMatch }) =>
      setResubmitted(ctx, params.id, assignment, ifMatch),
    slvAgain,
  )
  serveOnce(
    app,
    moves['discard-draft'],
    onSlv(withoutBody(discardDraft)),
    slvAgain,
  )
}
