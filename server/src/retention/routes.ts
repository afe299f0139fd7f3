import { zipType } from '@portal/contract/lib/media-types'
import * as api from '@portal/contract/retention/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../lib/files/files.ts'
import { disconnectOf, unlessStalled } from '../lib/http/disconnect.ts'
import { routeOf } from '../lib/http/route-of.ts'
import { serve } from '../lib/http/serve.ts'
import { createFairQueue } from '../lib/jobs/fair-queue.ts'
import type { Logger } from '../lib/log.ts'
import { eraseLoan } from './erase-loan.ts'
import { exportOwnData, exportPerson } from './export-person.ts'
import { previewErasure } from './find-records.ts'
import { getRecordState, listHolds, listRetentionChanges } from './list-holds.ts'
import { createHold, liftHold } from './set-hold.ts'

type Deps = { files: FileStore; log: Logger; retentionYears: number | undefined }

/** A client that reads nothing for this long loses its place in the queue. */
const stalledMs = 60_000

export function retentionRoutes(app: FastifyInstance, { files, log, retentionYears }: Deps) {
  serve(app, api.getRetention, async () => ({ years: retentionYears ?? null }))
  serve(app, api.listHolds, ({ ctx, query }) => listHolds(ctx, query))
  serve(app, api.getRecordState, ({ ctx, params }) => getRecordState(ctx, params.id))
  serve(app, api.createHold, ({ ctx, body }) => createHold(ctx, body))
  serve(app, api.liftHold, ({ ctx, params }) => liftHold(ctx, params.id))
  serve(app, api.previewErasure, ({ ctx, query }) => previewErasure(ctx.db, query.loanNumber))
  serve(app, api.eraseLoan, ({ ctx, body }) => eraseLoan(ctx, { files, log }, body))
  serve(app, api.listRetentionChanges, ({ ctx, query }) => listRetentionChanges(ctx, query))

  const exports = createFairQueue({
    ...{ total: 2, perCompany: 2, perPerson: 1, waitingPerPerson: 2 },
    message: 'Your other download is still running. Try again when it finishes.',
  })
  const sendZip = async (
    { ctx }: FastifyRequest,
    reply: FastifyReply,
    write: () => AsyncGenerator<Buffer> | Promise<AsyncGenerator<Buffer>>,
  ) => {
    const leave = await exports.enter(ctx.actor, disconnectOf(reply))
    try {
      const stream = unlessStalled(await write(), stalledMs).once('close', leave)
      return reply
        .type(zipType)
        .header('content-disposition', 'attachment; filename="portal-data.zip"')
        .header('content-security-policy', 'sandbox')
        .send(stream)
    } catch (error) {
      leave()
      throw error
    }
  }
  app.route({
    ...routeOf(api.downloadOwnData),
    exposeHeadRoute: false,
    handler: (request, reply) => sendZip(request, reply, () => exportOwnData(request.ctx)),
  })
  app.route({
    ...routeOf(api.downloadUserData),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const { userId } = api.downloadUserData.params.parse(request.params)
      return sendZip(request, reply, () => exportPerson(request.ctx, userId))
    },
  })
}
