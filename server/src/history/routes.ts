import * as api from '@portal/contract/history/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { getRound } from './round.ts'
import {
  listHistoryPeople,
  listInformationEdits,
  searchHistory,
} from './search.ts'

export function historyRoutes(app: FastifyInstance) {
  serve(app, api.searchHistory, ({ ctx, params, body }) =>
    searchHistory(ctx, params.id, body),
  )
  serve(app, api.getSlvRound, ({ ctx, params, query }) =>
    getRound(ctx, params.id, query.resubmitCount),
  )
  serve(app, api.getUserFilter, ({ ctx, params }) =>
    listHistoryPeople(ctx, params.id),
  )
  serve(app, api.listInformationEdits, ({ ctx, params, query }) =>
    listInformationEdits(ctx, params.id, query),
  )
}
