import * as api from '@portal/contract/system/api'
import type { FastifyInstance } from 'fastify'
import { unauthorized } from '../lib/errors.ts'
import { hasToken } from '../lib/http/bearer-token.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import {
  dropJob,
  getJobChange,
  listJobChanges,
  retryJob,
} from './change-jobs.ts'
import { listFailed } from './find-failed-jobs.ts'
import { getSetup, mailTest, type SetupDeps } from './find-setup.ts'
import { getSystem } from './find-system.ts'
import { metricsType } from './open-metrics-port.ts'
import type { MetricsPrinter } from './print-metrics.ts'

export function systemRoutes(app: FastifyInstance, deps: SetupDeps) {
  serve(app, api.getSystem, ({ ctx }) => getSystem(ctx, deps))
  serve(app, api.listChecks, async () => ({ items: await deps.node.check() }))
  serve(app, api.getSetup, ({ ctx }) => getSetup(ctx, deps))
  serve(app, api.sendTestMail, ({ ctx }) => mailTest(ctx, deps))
  serve(app, api.listFailedJobs, ({ ctx, query }) => listFailed(ctx.db, query))
  serve(app, api.listJobChanges, ({ ctx, query }) => listJobChanges(ctx, query))
  serveOnce(app, api.retryJob, ({ ctx, params }) => retryJob(ctx, params.id), {
    keep: ({ id }) => ({ id }),
    read: ({ ctx }, { id }) => getJobChange(ctx, id),
  })
  serveOnce(app, api.dropJob, ({ ctx, params }) => dropJob(ctx, params.id), {
    keep: ({ id }) => ({ id }),
    read: ({ ctx }, { id }) => getJobChange(ctx, id),
  })

  const { version, schema, startedAt } = deps.node.build
  app.get('/version', { schema: { hide: true } }, async () => ({
    version,
    schema,
    startedAt: startedAt.toISOString(),
  }))
}

/** /metrics on the portal's own port, for callers with the token. */
export function metricsRoute(
  app: FastifyInstance,
  token: string,
  print: MetricsPrinter,
) {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!hasToken(request.headers.authorization, [token]))
      throw unauthorized('The token is missing or wrong')
    return reply
      .type(metricsType)
      .header('cache-control', 'no-store')
      .send(await print())
  })
}
