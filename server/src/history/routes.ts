import * as api from '@portal/contract/history/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/serve.ts'
import { getRound } from './round.ts'
import { searchHistory } from './search.ts'

export function historyRoutes(app: FastifyInstance) {
  serve(app, api.searchHistory, ({ ctx, params, body }) => searchHistory(ctx, params.id, body))
  serve(app, api.getSlvRound, ({ ctx, params, query }) => getRound(ctx, params.id, query.resubmitCount))
}
