import { Readable } from 'node:stream'
import { csvType, xmlType } from '@portal/contract/lib/media-types'
import * as api from '@portal/contract/slv/import-api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentDisposition, getExtension } from '../../lib/files/file-name.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { refuse } from '../../lib/files/refusal.ts'
import {
  serveUpload,
  takeUploads,
  type Upload,
} from '../../lib/files/upload.ts'
import { toRoute } from '../../lib/http/route-of.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { exportMismo } from './draw-mismo.ts'
import {
  findMismoLoan,
  importMismo,
  importRows,
  lookUpRows,
} from './import-loans.ts'
import { openImportReader } from './import-threads.ts'
import { drawLoanTemplate } from './read-loan-rows.ts'

type Deps = { files: FileStore; loanDock: LoanDock; brandName: string }

/**
 * Imports of loan files and exports of decisions. LoanDock is called before a
 * transaction starts.
 */
export function exchangeRoutes(app: FastifyInstance, deps: Deps) {
  importRoutes(app, deps)
  exportRoutes(app, deps.brandName)
}

function importRoutes(
  app: FastifyInstance,
  { files, loanDock, brandName }: Deps,
) {
  const reader = openImportReader()
  app.addHook('onClose', reader.stop)
  app.register(async (scope) => {
    await takeUploads(scope)
    // The files are only parsed, so they need no check before that.
    const common = {
      files,
      isTemporary: true,
      admit: async () => undefined,
    } as const
    serveUpload(scope, api.importMismo, {
      ...common,
      maxBytes: api.mismoLimits.bytes,
      check: async (upload, sender, signal) => {
        const { name } = upload
        if (getExtension(name) !== 'xml')
          throw refuse(name, 'cannot be imported. Choose a MISMO file (.xml).')
        const read = await reader.readMismo(upload, sender, signal)
        if (read.numbers.length === 0)
          throw refuse(name, 'has no LoanIdentifier for the subject loan')
        return { read, loan: await findMismoLoan(loanDock, read) }
      },
      handle: ({ ctx }, { read, loan }) => importMismo(ctx, read, loan),
    })
    serveUpload(scope, api.importLoans, {
      ...common,
      maxBytes: api.loanRowLimits.bytes,
      check: async ({ name, path }: Upload, sender, signal) => {
        if (getExtension(name) !== 'csv')
          throw refuse(name, 'cannot be imported. Choose a CSV file (.csv).')
        const rows = await reader.readRows(
          { name, path, brandName },
          sender,
          signal,
        )
        return { rows: await lookUpRows(loanDock, rows, signal) }
      },
      handle: async ({ ctx }, { rows }) => ({
        loans: await importRows(ctx, rows),
      }),
    })
  })
}

function exportRoutes(app: FastifyInstance, brandName: string) {
  const attach = (reply: FastifyReply, type: string, name: string) =>
    reply
      .type(type)
      .header('content-disposition', contentDisposition('attachment', name))
  app.route({
    ...toRoute(api.downloadLoanTemplate),
    handler: (_, reply) =>
      attach(reply, csvType, api.loanTemplateFile).send(
        Readable.from(drawLoanTemplate(brandName)),
      ),
  })
  app.route<{ Params: { id: string } }>({
    ...toRoute(api.exportMismo),
    handler: async ({ ctx, params }, reply) =>
      attach(reply, xmlType, api.mismoFile).send(
        await exportMismo(ctx, params.id),
      ),
  })
}
