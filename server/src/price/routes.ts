import * as api from '@portal/contract/price/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { readPriceGrid } from './read-price-grid.ts'
import { savePriceGrid } from './save-price-grid.ts'

/** What variances cost. An SLV's details have its suggested price. */
export function priceRoutes(app: FastifyInstance) {
  serve(app, api.getPriceGrid, ({ ctx }) => readPriceGrid(ctx.db))
  serve(app, api.savePriceGrid, ({ ctx, body, ifMatch }) =>
    savePriceGrid(ctx, body, ifMatch),
  )
}
