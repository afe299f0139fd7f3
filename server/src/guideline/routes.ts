import { Readable } from 'node:stream'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import * as api from '@portal/contract/guideline/api'
import { xlsxType } from '@portal/contract/lib/media-types'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import { contentDisposition } from '../lib/files/file-name.ts'
import type { FileStore } from '../lib/files/files.ts'
import { serveUpload, takeUploads } from '../lib/files/upload.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { addProgram, updateProgram } from './change-programs.ts'
import {
  addContractVariance,
  deleteContractVariance,
  updateContractVariance,
} from './change-variances.ts'
import {
  createVersion,
  deleteVersion,
  updateVersion,
} from './change-version.ts'
import { compareVersions } from './compare-versions.ts'
import { drawRules } from './draw-rules.ts'
import { evaluateFigures, getGuide } from './evaluate-loan.ts'
import {
  type CheckFile,
  checkImport,
  importRules,
  openRuleReader,
} from './import-rules.ts'
import { getProgram, listPrograms } from './list-programs.ts'
import { getContractVariance, listContractVariances } from './list-variances.ts'
import { getVersion, listVersions } from './list-versions.ts'
import { publishVersion } from './publish-version.ts'
import { listFactors, saveFactors } from './save-factors.ts'
import { listRules, saveRules } from './save-rules.ts'

type Deps = {
  files: FileStore
  checkContent: CheckFile
  brandName: string
  /** Adds the example of programs and guidelines. */
  addExample: (ctx: Ctx) => Promise<VersionAnswer>
}

export function guidelineRoutes(app: FastifyInstance, deps: Deps) {
  versionRoutes(app, deps)
  workbookRoutes(app, deps)
  evaluationRoutes(app)
  varianceRoutes(app)
  catalogRoutes(app)
}

function versionRoutes(app: FastifyInstance, { addExample }: Deps) {
  serve(app, api.listVersions, ({ ctx, query }) => listVersions(ctx, query))
  serveOnce(
    app,
    api.createVersion,
    ({ ctx, body }) => createVersion(ctx, body),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getVersion(ctx, id),
    },
  )
  serveOnce(app, api.addExample, ({ ctx }) => addExample(ctx), {
    keep: keepId,
    read: ({ ctx }, { id }) => getVersion(ctx, id),
  })
  serve(app, api.getVersion, ({ ctx, params }) => getVersion(ctx, params.id))
  serve(app, api.updateVersion, ({ ctx, params, body, ifMatch }) =>
    updateVersion(ctx, params.id, body, ifMatch),
  )
  serve(app, api.deleteVersion, ({ ctx, params, ifMatch }) =>
    deleteVersion(ctx, params.id, ifMatch),
  )
  serve(app, api.listRules, ({ ctx, params }) => listRules(ctx, params.id))
  serve(app, api.saveRules, ({ ctx, params, body, ifMatch }) =>
    saveRules(ctx, params.id, body.rules, ifMatch),
  )
  serveOnce(
    app,
    api.publishVersion,
    ({ ctx, params, body, ifMatch }) =>
      publishVersion(ctx, params.id, body.effectiveFrom, ifMatch),
    { read: ({ ctx, params }) => getVersion(ctx, params.id) },
  )
  serve(app, api.compareVersions, ({ ctx, params, query }) =>
    compareVersions(ctx, params.id, query.with),
  )
}

/** Rules of a version as a workbook, out and in. */
function workbookRoutes(
  app: FastifyInstance,
  { files, checkContent, brandName }: Deps,
) {
  app.route<{ Params: { id: string } }>({
    ...toRoute(api.downloadRules),
    exposeHeadRoute: false,
    handler: async ({ ctx, params }, reply) => {
      const { name, content } = await drawRules(ctx, params.id, brandName)
      return reply
        .type(xlsxType)
        .header('content-disposition', contentDisposition('attachment', name))
        .send(Readable.from(content))
    },
  })
  const { read, stop } = openRuleReader(checkContent)
  app.addHook('onClose', stop)
  app.register(async (scope) => {
    await takeUploads(scope)
    serveUpload(scope, api.importRules, {
      files,
      maxBytes: api.workbookLimits.bytes,
      isTemporary: true,
      admit: ({ ctx, params, ifMatch }) => checkImport(ctx, params.id, ifMatch),
      check: read,
      handle: ({ ctx, params, ifMatch }, file) =>
        importRules(ctx, params.id, file, ifMatch),
      replay: { read: ({ ctx, params }) => getVersion(ctx, params.id) },
    })
  })
}

function evaluationRoutes(app: FastifyInstance) {
  serve(app, api.evaluateLoan, ({ ctx, body }) =>
    evaluateFigures(ctx, body.figures, body.asOf),
  )
  serve(app, api.getGuide, ({ ctx, query }) =>
    getGuide(ctx, query.asOf, query.slvId),
  )
}

function varianceRoutes(app: FastifyInstance) {
  serve(app, api.listContractVariances, ({ ctx }) => listContractVariances(ctx))
  serveOnce(
    app,
    api.addContractVariance,
    ({ ctx, body }) => addContractVariance(ctx, body),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getContractVariance(ctx.db, id),
    },
  )
  serve(app, api.updateContractVariance, ({ ctx, params, body, ifMatch }) =>
    updateContractVariance(ctx, params.id, body, ifMatch),
  )
  serve(app, api.deleteContractVariance, ({ ctx, params, ifMatch }) =>
    deleteContractVariance(ctx, params.id, ifMatch),
  )
}

/** Compensating factors and programs. */
function catalogRoutes(app: FastifyInstance) {
  serve(app, api.listFactors, ({ ctx }) => listFactors(ctx))
  serve(app, api.saveFactors, ({ ctx, body, ifMatch }) =>
    saveFactors(ctx, body.factors, ifMatch),
  )
  serve(app, api.listPrograms, ({ ctx }) => listPrograms(ctx))
  serveOnce(app, api.addProgram, ({ ctx, body }) => addProgram(ctx, body), {
    read: ({ ctx, body }) => getProgram(ctx.db, body.code),
  })
  serve(app, api.updateProgram, ({ ctx, body, ifMatch }) =>
    updateProgram(ctx, body, ifMatch),
  )
}
