import * as api from '@portal/contract/view/api'
import type { FastifyInstance } from 'fastify'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { getOwnView, listViews } from './list-views.ts'
import { changeView, createView, deleteView } from './save-view.ts'

export function viewRoutes(app: FastifyInstance) {
  serve(app, api.listViews, async ({ ctx }) => ({
    items: await listViews(ctx),
  }))
  serveOnce(app, api.createView, ({ ctx, body }) => createView(ctx, body), {
    keep: keepId,
    read: ({ ctx }, { id }) => getOwnView(ctx, id),
  })
  serve(app, api.changeView, ({ ctx, params, body }) =>
    changeView(ctx, params.id, body),
  )
  serve(app, api.deleteView, ({ ctx, params }) => deleteView(ctx, params.id))
}
