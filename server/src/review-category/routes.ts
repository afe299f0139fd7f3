import * as api from '@portal/contract/review-category/api'
import type { FastifyInstance } from 'fastify'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { getCategory, listCategories, listCategoryHistory } from './list.ts'
import {
  addCategory,
  setCategoryReviewer,
  setCategoryStatus,
  updateDone,
} from './perform.ts'

export function reviewCategoryRoutes(app: FastifyInstance) {
  serve(app, api.listCategories, ({ ctx, params }) =>
    listCategories(ctx, params.id),
  )
  serveOnce(
    app,
    api.addCategory,
    ({ ctx, body }) => addCategory(ctx, body.tdocId, body.type),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getCategory(ctx, id),
    },
  )
  serve(app, api.setCategoryReviewer, ({ ctx, params, body, ifMatch }) =>
    setCategoryReviewer(ctx, params.id, body.reviewerId, ifMatch),
  )
  serve(app, api.setCategoryStatus, ({ ctx, params, body, ifMatch }) =>
    setCategoryStatus(ctx, params.id, body.status, ifMatch),
  )
  serveOnce(
    app,
    api.updateCategoryDone,
    ({ ctx, params, body, ifMatch }) =>
      updateDone(ctx, params.id, body.action, ifMatch),
    { read: ({ ctx, params }) => getCategory(ctx, params.id) },
  )
  serve(app, api.listCategoryHistory, ({ ctx, params, query }) =>
    listCategoryHistory(ctx, params.id, query),
  )
}
