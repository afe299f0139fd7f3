import * as api from '@portal/contract/review-category/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { listCategories, listCategoryHistory } from './list.ts'
import { addCategory, setCategoryReviewer, setCategoryStatus, updateDone } from './perform.ts'

export function reviewCategoryRoutes(app: FastifyInstance) {
  serve(app, api.listCategories, ({ ctx, params }) => listCategories(ctx, params.id))
  serve(app, api.addCategory, ({ ctx, body }) => addCategory(ctx, body.tdocId, body.type))
  serve(app, api.setCategoryReviewer, ({ ctx, params, body, ifMatch }) =>
    setCategoryReviewer(ctx, params.id, body.reviewerId, ifMatch),
  )
  serve(app, api.setCategoryStatus, ({ ctx, params, body, ifMatch }) =>
    setCategoryStatus(ctx, params.id, body.status, ifMatch),
  )
  serve(app, api.updateCategoryDone, ({ ctx, params, body, ifMatch }) =>
    updateDone(ctx, params.id, body.action, ifMatch),
  )
  serve(app, api.listCategoryHistory, ({ ctx, params, query }) => listCategoryHistory(ctx, params.id, query))
}
