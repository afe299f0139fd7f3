import * as api from '@portal/contract/assignment/api'
import type { FastifyInstance } from 'fastify'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { planAssignment } from './plan.ts'
import { undoAssignment } from './undo.ts'
import { getWorkload } from './workload.ts'

export function assignmentRoutes(app: FastifyInstance) {
  serve(app, api.getWorkload, ({ ctx, query }) => getWorkload(ctx, query.work))
  serve(app, api.planAssignment, ({ ctx, body }) => planAssignment(ctx, body))
  serveOnce(
    app,
    api.undoAssignment,
    ({ ctx, params }) => undoAssignment(ctx, params.id),
    {
      // The assignment itself is deleted within a minute.
      keep: ({ ids }) => ({ ids }),
      read: async (_, { ids }) => ({ ids }),
    },
  )
}
