import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as api from '@portal/contract/data-capture/api'
import { captureLimits } from '@portal/contract/data-capture/model'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { csvType, xlsxType } from '@portal/contract/lib/media-types'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Judge } from '../document/check-upload.ts'
import type { Ctx } from '../lib/ctx.ts'
import { contentDisposition } from '../lib/file-name.ts'
import type { FileStore } from '../lib/files.ts'
import { routeOf } from '../lib/route-of.ts'
import { serve } from '../lib/serve.ts'
import { serveUpload, takeUploads } from '../lib/upload.ts'
import { checkUploads, defaultRowsPerDay } from './count-rows.ts'
import { drawTemplate } from './draw-template.ts'
import { listIntakeRuns } from './list-intake-runs.ts'
import { listIntakeRejects, listRejects } from './list-rejects.ts'
import { listUploads } from './list-uploads.ts'
import { judgeTable, uploadCapture } from './upload-file.ts'

type Deps = { files: FileStore; judge: Judge; brandName: string; rowsPerDay?: number | undefined }

export function dataCaptureRoutes(app: FastifyInstance, deps: Deps) {
  const { files, judge, brandName, rowsPerDay = defaultRowsPerDay } = deps
  app.register(async (polled) => {
    // Asked again and again while a file is processed: who has seen this answer gets none.
    polled.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
      const tag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
      reply.header('etag', tag)
      if (request.headers['if-none-match'] !== tag) return payload
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return null
    })
    serve(polled, api.listUploads, ({ ctx, query }) => listUploads(ctx, query))
  })
  serve(app, api.listIntakeRuns, ({ ctx, query }) => listIntakeRuns(ctx, query))

  serveFile(app, api.downloadRejects, async (ctx, params) => listRejects(ctx, idOf(api.downloadRejects, params)))
  serveFile(app, api.downloadIntakeRejects, async (ctx, params) =>
    listIntakeRejects(ctx, idOf(api.downloadIntakeRejects, params)),
  )
  app.route({
    ...routeOf(api.downloadTemplate),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { format } = api.downloadTemplate.query.parse(request.query)
      const content = drawTemplate(format, brandName)
      return sendFile(reply, `Data capture.${format}`, format === 'csv' ? csvType : xlsxType, content)
    },
  })

  app.register(async (scope) => {
    await takeUploads(scope)
    serveUpload(scope, api.uploadFile, {
      files,
      maxBytes: captureLimits.bytes,
      admit: ({ ctx }) => checkUploads(ctx, rowsPerDay),
      judge: (upload, sender, signal) => judgeTable(upload, () => judge(upload, sender, signal)),
      handle: ({ ctx, query }, file) => uploadCapture(ctx, file, query),
    })
  })
}

const idOf = ({ params }: typeof api.downloadRejects | typeof api.downloadIntakeRejects, given: unknown) =>
  params.parse(given).id

/** Serves a CSV as it is written. */
function serveFile(
  app: FastifyInstance,
  endpoint: Endpoint,
  find: (ctx: Ctx, params: unknown) => Promise<{ name: string; content: AsyncIterable<Buffer> }>,
) {
  app.route({
    ...routeOf(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name, content } = await find(request.ctx, request.params)
      return sendFile(reply, name, csvType, content)
    },
  })
}

const sendFile = (reply: FastifyReply, name: string, type: string, content: AsyncIterable<Buffer>) =>
  reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', name))
    .header('x-content-type-options', 'nosniff')
    .send(Readable.from(content))
