import * as api from '@portal/contract/view/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { listViews } from './list-views.ts'
import { changeView, createView, deleteView } from './save-view.ts'

export function viewRoutes(app: FastifyInstance) {
  serve(app, api.listViews, async ({ ctx }) => ({ items: await listViews(ctx) }))
  serve(app, api.createView, ({ ctx, body }) => createView(ctx, body))
  serve(app, api.changeView, ({ ctx, params, body }) => changeView(ctx, params.id, body))
  serve(app, api.deleteView, ({ ctx, params }) => deleteView(ctx, params.id))
}
