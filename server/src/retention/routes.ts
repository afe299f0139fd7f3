import { zipType } from '@portal/contract/lib/media-types'
import * as api from '@portal/contract/retention/api'
import type { FastifyInstance } from 'fastify'
import type { FileStore } from '../lib/files/files.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { createDownloads } from '../lib/http/send-download.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import type { Logger } from '../lib/log.ts'
import { eraseLoan, getErased } from './erase-loan.ts'
import { exportOwnData, exportPerson } from './export-person.ts'
import { previewErasure } from './find-records.ts'
import {
  getRecordState,
  listHolds,
  listRetentionChanges,
} from './list-holds.ts'
import { createHold, getHold, liftHold } from './set-hold.ts'

type Deps = {
  files: FileStore
  log: Logger
  retentionYears: number | undefined
}

export function retentionRoutes(
  app: FastifyInstance,
  { files, log, retentionYears }: Deps,
) {
  serve(app, api.getRetention, async () => ({ years: retentionYears ?? null }))
  serve(app, api.listHolds, ({ ctx, query }) => listHolds(ctx, query))
  serve(app, api.getRecordState, ({ ctx, params }) =>
    getRecordState(ctx, params.id),
  )
  serveOnce(app, api.createHold, ({ ctx, body }) => createHold(ctx, body), {
    keep: keepId,
    read: ({ ctx }, { id }) => getHold(ctx, id),
  })
  serveOnce(app, api.liftHold, ({ ctx, params }) => liftHold(ctx, params.id), {
    read: ({ ctx, params }) => getHold(ctx, params.id),
  })
  serve(app, api.previewErasure, ({ ctx, query }) =>
    previewErasure(ctx.db, query.loanNumber),
  )
  serveOnce(
    app,
    api.eraseLoan,
    ({ ctx, body }) => eraseLoan(ctx, { files, log }, body),
    {
      keep: ({ counts }) => counts,
      read: ({ ctx, body }, counts) => getErased(ctx, body.loanNumber, counts),
    },
  )
  serve(app, api.listRetentionChanges, ({ ctx, query }) =>
    listRetentionChanges(ctx, query),
  )
  downloadRoutes(app)
}

/** A person’s data as a ZIP file. */
function downloadRoutes(app: FastifyInstance) {
  const sendZip = createDownloads({
    total: 2,
    perCompany: 2,
    perPerson: 1,
    waitingPerPerson: 2,
    message:
      'Your other download is still running. Try again when it finishes.',
  })
  const zip = { type: zipType, name: 'portal-data.zip' }
  app.route({
    ...toRoute(api.downloadOwnData),
    exposeHeadRoute: false,
    handler: (request, reply) =>
      sendZip(request, reply, {
        ...zip,
        write: () => exportOwnData(request.ctx),
      }),
  })
  app.route({
    ...toRoute(api.downloadUserData),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const { userId } = api.downloadUserData.params.parse(request.params)
      return sendZip(request, reply, {
        ...zip,
        write: () => exportPerson(request.ctx, userId),
      })
    },
  })
}
