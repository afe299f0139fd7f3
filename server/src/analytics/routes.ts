import * as api from '@portal/contract/guideline/api'
import type { FastifyInstance } from 'fastify'
import { createFairQueue } from '../lib/concurrency/fair-queue.ts'
import { watchDisconnect } from '../lib/http/disconnect.ts'
import { serve } from '../lib/http/serve.ts'
import { countEffect } from './count-effect.ts'

export function analyticsRoutes(app: FastifyInstance) {
  const effects = createFairQueue({
    total: 2,
    perCompany: 2,
    perPerson: 1,
    waitingPerPerson: 5,
    message:
      'Other effect calculations are still running. Try again when they finish.',
  })
  serve(app, api.countEffect, async ({ ctx, params, reply }) => {
    const signal = watchDisconnect(reply)
    const leave = await effects.enter(ctx.actor, signal)
    return countEffect(ctx, params.id, signal).finally(leave)
  })
}
