import * as api from '@portal/contract/slv-request/api'
import type { FastifyInstance } from 'fastify'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { withSlvVersion } from '../slv/detail.ts'
import * as decisions from './change-decisions.ts'
import * as requests from './change-requests.ts'

export function slvRequestRoutes(app: FastifyInstance) {
  serveOnce(
    app,
    api.addSlvRequest,
    ({ ctx, params, body, ifMatch }) =>
      requests.addSlvRequest(ctx, params.id, body, ifMatch),
    {
      keep: keepId,
      read: async ({ ctx, params }, { id }) =>
        withSlvVersion(
          ctx,
          params.id,
          await requests.getSlvRequest(ctx, params.id, id),
        ),
    },
  )
  serve(app, api.updateSlvRequest, ({ ctx, params, body, ifMatch }) =>
    requests.updateSlvRequest(ctx, params.id, params.requestId, body, ifMatch),
  )
  serve(app, api.deleteSlvRequest, ({ ctx, params, ifMatch }) =>
    requests.deleteSlvRequest(ctx, params.id, params.requestId, ifMatch),
  )
  serveOnce(
    app,
    api.addDecisionRequest,
    ({ ctx, params, body, ifMatch }) =>
      decisions.addDecisionRequest(ctx, params.id, body, ifMatch),
    {
      keep: keepId,
      read: async ({ ctx, params }, { id }) =>
        withSlvVersion(
          ctx,
          params.id,
          await decisions.getDecisionRequest(ctx, params.id, id),
        ),
    },
  )
  serve(app, api.getDecisionRequest, ({ ctx, params }) =>
    decisions.getDecisionRequest(ctx, params.id, params.requestId),
  )
  serve(app, api.updateDecisionRequest, ({ ctx, params, body, ifMatch }) =>
    decisions.updateDecisionRequest(
      ctx,
      params.id,
      params.requestId,
      body,
      ifMatch,
    ),
  )
  serve(app, api.deleteDecisionRequest, ({ ctx, params, body, ifMatch }) =>
    decisions.deleteDecisionRequest(
      ctx,
      params.id,
      params.requestId,
      body.deleteComment,
      ifMatch,
    ),
  )
}
