import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import * as api from '@portal/contract/data-capture/api'
import { captureLimits } from '@portal/contract/data-capture/model'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { csvType, xlsxType } from '@portal/contract/lib/media-types'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CheckContent } from '../document/content/check-upload.ts'
import type { Sender } from '../lib/concurrency/fair-queue.ts'
import { contentDisposition } from '../lib/files/file-name.ts'
import type { FileStore } from '../lib/files/files.ts'
import { serveUpload, takeUploads, type Upload } from '../lib/files/upload.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { serve } from '../lib/http/serve.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { checkUploads, defaultRowsPerDay } from './count-rows.ts'
import { createPreview, refuseChanged } from './create-preview.ts'
import { drawOpenTdocs } from './draw-open-tdocs.ts'
import { drawTemplate } from './draw-template.ts'
import { listIntakeRuns } from './intake/record-run.ts'
import {
  getUpload,
  listIntakeRejects,
  listRejects,
  listUploads,
} from './list-uploads.ts'
import { openTableReader } from './read-table.ts'
import { checkTable, type TableType, uploadCapture } from './upload-file.ts'

type Deps = {
  files: FileStore
  loanDock: LoanDock
  checkContent: CheckContent
  brandName: string
  rowsPerDay?: number | undefined
}

export function dataCaptureRoutes(app: FastifyInstance, deps: Deps) {
  const { brandName, rowsPerDay = defaultRowsPerDay } = deps
  serve(app, api.listUploads, ({ ctx, query }) => listUploads(ctx, query))
  serve(app, api.listIntakeRuns, ({ ctx, query }) => listIntakeRuns(ctx, query))

  fileRoutes(app, brandName)
  app.register(async (scope) => {
    await takeUploads(scope)
    uploadRoutes(scope, { ...deps, rowsPerDay })
  })
}

/** The upload of a file, and the preview of what it would do. */
function uploadRoutes(
  app: FastifyInstance,
  deps: Deps & { rowsPerDay: number },
) {
  const { files, checkContent, loanDock, rowsPerDay } = deps
  const tables = openTableReader()
  app.addHook('onClose', tables.stop)

  /** Reads the rows on a worker thread. */
  const readRows = async (upload: Upload, type: TableType, sender: Sender) => {
    const { name } = upload
    const bytes = await readFile(upload.path)
    return tables.read({ of: 'CAPTURE', type, name, bytes }, sender)
  }

  serveUpload(app, api.uploadFile, {
    files,
    maxBytes: captureLimits.bytes,
    admit: ({ ctx }) => checkUploads(ctx, rowsPerDay),
    check: async (upload, sender, signal, { request, isRepeat }) => {
      const facts = await checkTable(upload, () =>
        checkContent(upload, sender, signal),
      )
      const { preview } = request.query
      if (preview !== undefined && !isRepeat) {
        const table = await readRows(upload, facts.type, sender)
        await refuseChanged(
          request.ctx,
          loanDock,
          { ...upload, table },
          preview,
        )
      }
      return facts
    },
    handle: ({ ctx, query }, file) => uploadCapture(ctx, file, query),
    replay: { keep: keepId, read: ({ ctx }, { id }) => getUpload(ctx, id) },
  })
  serveUpload(app, api.previewFile, {
    files,
    maxBytes: captureLimits.bytes,
    isTemporary: true,
    admit: ({ ctx }) => checkUploads(ctx, rowsPerDay),
    check: async (upload, sender, signal) => {
      const { type } = await checkTable(upload, () =>
        checkContent(upload, sender, signal),
      )
      return { table: await readRows(upload, type, sender) }
    },
    handle: ({ ctx }, file) => createPreview(ctx, loanDock, file, rowsPerDay),
  })
}

function fileRoutes(app: FastifyInstance, brandName: string) {
  serveFile(app, api.downloadRejects, async ({ ctx, params, query }) => {
    const { id } = api.downloadRejects.params.parse(params)
    const { format } = api.downloadRejects.query.parse(query)
    const file = await listRejects(ctx, id, format, brandName)
    return { ...file, type: tableTypes[format] }
  })
  serveFile(app, api.downloadIntakeRejects, ({ ctx, params }) =>
    listIntakeRejects(ctx, api.downloadIntakeRejects.params.parse(params).id),
  )
  serveFile(app, api.downloadTemplate, async ({ query }) => {
    const { format } = api.downloadTemplate.query.parse(query)
    return {
      name: `Data capture.${format}`,
      type: tableTypes[format],
      content: drawTemplate(format, brandName),
    }
  })
  serveFile(app, api.downloadOpenTdocs, async ({ ctx, query }) => {
    const { format } = api.downloadOpenTdocs.query.parse(query)
    return {
      name: `Open Tdocs.${format}`,
      type: tableTypes[format],
      content: drawOpenTdocs(ctx, format, brandName),
    }
  })
}

const tableTypes = { csv: csvType, xlsx: xlsxType } as const

type SentFile = { name: string; type?: string; content: AsyncIterable<Buffer> }

function serveFile(
  app: FastifyInstance,
  endpoint: Endpoint,
  find: (request: FastifyRequest) => Promise<SentFile>,
) {
  app.route({
    ...toRoute(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { name, type = csvType, content } = await find(request)
      return reply
        .header('content-type', type)
        .header('content-disposition', contentDisposition('attachment', name))
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(content))
    },
  })
}
