import * as api from '@portal/contract/user/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/serve.ts'
import { listBdds, listSellers, listUnderwriters } from './list-people.ts'

export function userRoutes(app: FastifyInstance) {
  serve(app, api.listUnderwriters, ({ ctx, query }) => listUnderwriters(ctx, query))
  serve(app, api.listSellers, ({ ctx, query }) => listSellers(ctx, query))
  serve(app, api.listBdds, ({ ctx, query }) => listBdds(ctx, query))
}
