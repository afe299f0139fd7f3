import * as api from '@portal/contract/sla/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/serve.ts'
import { explainSlvClocks } from './explain.ts'
import { listSlaItems } from './list.ts'

export function slaRoutes(app: FastifyInstance) {
  serve(app, api.listSlaItems, ({ ctx }) => listSlaItems(ctx))
  serve(app, api.explainSlvClocks, ({ ctx, params }) => explainSlvClocks(ctx, params.id))
}
