import * as api from '@portal/contract/slv-request/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import * as decisions from './change-decisions.ts'
import * as requests from './change-requests.ts'

export function slvRequestRoutes(app: FastifyInstance) {
  serve(app, api.addSlvRequest, ({ ctx, params, body, ifMatch }) =>
    requests.addSlvRequest(ctx, params.id, body, ifMatch),
  )
  serve(app, api.updateSlvRequest, ({ ctx, params, body, ifMatch }) =>
    requests.updateSlvRequest(ctx, params.id, params.requestId, body, ifMatch),
  )
  serve(app, api.deleteSlvRequest, ({ ctx, params, ifMatch }) =>
    requests.deleteSlvRequest(ctx, params.id, params.requestId, ifMatch),
  )
  serve(app, api.addDecisionRequest, ({ ctx, params, body, ifMatch }) =>
    decisions.addDecisionRequest(ctx, params.id, body, ifMatch),
  )
  serve(app, api.getDecisionRequest, ({ ctx, params }) =>
    decisions.getDecisionRequest(ctx, params.id, params.requestId),
  )
  serve(app, api.updateDecisionRequest, ({ ctx, params, body, ifMatch }) =>
    decisions.updateDecisionRequest(ctx, params.id, params.requestId, body, ifMatch),
  )
  serve(app, api.deleteDecisionRequest, ({ ctx, params, body, ifMatch }) =>
    decisions.deleteDecisionRequest(ctx, params.id, params.requestId, body.deleteComment, ifMatch),
  )
}
