import { listAssignments } from '@portal/contract/assignment/model'
import * as api from '@portal/contract/tdoc/api'
import type { FastifyInstance } from 'fastify'
import type { Converter } from '../document/preview/convert-picture.ts'
import { listPages, servePage } from '../document/preview/draw-page.ts'
import type { FileStore } from '../lib/files/files.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce, serveWith } from '../lib/http/serve.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { listActivity } from './activity/write-history.ts'
import { setReviewers, setUnderwriters } from './assign.ts'
import {
  checkImageFileName,
  checkTdocLoan,
  createEscalation,
  createTdoc,
  loanForTdoc,
} from './create/create-tdoc.ts'
import { getTdoc, getTdocs, viewTdocs } from './detail.ts'
import { getFilterOptions } from './list/filter.ts'
import { listTdocChanges, listTdocs } from './list/list.ts'
import { findImage, serveImage } from './open-image.ts'
import { setResponse } from './set-response.ts'
import { setProgressTracking, setStatus } from './set-status.ts'

type Deps = { loanDock: LoanDock; files: FileStore; converter: Converter }

export function tdocRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, api.listTdocChanges, ({ ctx, query }) =>
    listTdocChanges(ctx, query),
  )
  serve(app, api.listTdocs, ({ ctx, query }) => listTdocs(ctx, query))
  serve(app, api.getTdocFilterOptions, ({ ctx, query }) =>
    getFilterOptions(ctx, query),
  )
  serve(app, api.getTdoc, ({ ctx, params }) => getTdoc(ctx, params.id))
  serve(app, api.listTdocActivity, ({ ctx, params, query }) =>
    listActivity(ctx, params.id, query),
  )
  changeRoutes(app)
  creationRoutes(app, deps.loanDock)
  imageRoutes(app, deps)
}

/** Changes of several Tdocs, all or none, and the response of one. */
function changeRoutes(app: FastifyInstance) {
  serve(app, api.setReviewers, async ({ ctx, body, ifMatch }) => {
    const to = listAssignments(body.assignments, body.reviewerId, body.tdocIds)
    const { ids, assignmentId } = await setReviewers(ctx, to, ifMatch)
    return { ...(await getTdocs(ctx, ids)), assignmentId }
  })
  serve(app, api.setUnderwriters, async ({ ctx, body, ifMatch }) => {
    const to = listAssignments(
      body.assignments,
      body.underwriterId,
      body.tdocIds,
    )
    const { ids, assignmentId } = await setUnderwriters(ctx, to, ifMatch)
    return { ...(await getTdocs(ctx, ids)), assignmentId }
  })
  serveOnce(
    app,
    api.setTdocStatus,
    async ({ ctx, body, ifMatch }) =>
      getTdocs(ctx, await setStatus(ctx, body.tdocIds, body.status, ifMatch)),
    { read: ({ ctx, body }) => viewTdocs(ctx, body.tdocIds) },
  )
  serveOnce(
    app,
    api.setProgressTracking,
    async ({ ctx, body, ifMatch }) =>
      getTdocs(
        ctx,
        await setProgressTracking(
          ctx,
          body.tdocIds,
          body.progressTracking,
          ifMatch,
        ),
      ),
    { read: ({ ctx, body }) => viewTdocs(ctx, body.tdocIds) },
  )
  serveOnce(
    app,
    api.setResponse,
    async ({ ctx, params, body, ifMatch }) => {
      await setResponse(ctx, params.id, body, ifMatch)
      return getTdoc(ctx, params.id)
    },
    { read: ({ ctx, params }) => getTdoc(ctx, params.id) },
  )
}

function creationRoutes(app: FastifyInstance, loanDock: LoanDock) {
  serve(app, api.checkTdocLoan, ({ params }) =>
    checkTdocLoan(loanDock, params.loanNumber),
  )
  serve(app, api.checkImageFileName, ({ ctx, body }) =>
    checkImageFileName(ctx, body.imageFileName),
  )
  serveWith(
    app,
    api.createTdoc,
    ({ ctx, body }) => loanForTdoc(ctx, loanDock, body.buyerLoanNumber),
    ({ ctx, body }, loan) => createTdoc(ctx, loan, body),
    { keep: keepId, read: ({ ctx }, { id }) => getTdoc(ctx, id) },
  )
  serveOnce(
    app,
    api.escalateTdoc,
    ({ ctx, body }) => createEscalation(ctx, body),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getTdoc(ctx, id),
    },
  )
}

function imageRoutes(app: FastifyInstance, { files, converter }: Deps) {
  serveImage(app, files)
  serve(app, api.getTdocImagePages, async ({ ctx, params }) =>
    listPages(ctx, { files, converter }, await findImage(ctx, params.id)),
  )
  servePage(
    app,
    api.getTdocImagePage,
    { files, converter },
    ({ ctx, params }) =>
      findImage(ctx, api.getTdocImagePage.params.parse(params).id),
  )
}
