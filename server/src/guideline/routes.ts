import * as api from '@portal/contract/guideline/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/http/serve.ts'
import { addProgram, updateProgram } from './change-programs.ts'
import { addContractVariance, deleteContractVariance, updateContractVariance } from './change-variances.ts'
import { createVersion, deleteVersion, updateVersion } from './change-version.ts'
import { compareVersions } from './compare-versions.ts'
import { evaluateFigures, getGuide } from './evaluate-loan.ts'
import { listPrograms } from './list-programs.ts'
import { listContractVariances } from './list-variances.ts'
import { getVersion, listVersions } from './list-versions.ts'
import { publishVersion } from './publish-version.ts'
import { listFactors, saveFactors } from './save-factors.ts'
import { listRules, saveRules } from './save-rules.ts'

export function guidelineRoutes(app: FastifyInstance) {
  serve(app, api.listVersions, ({ ctx, query }) => listVersions(ctx, query))
  serve(app, api.createVersion, ({ ctx, body }) => createVersion(ctx, body))
  serve(app, api.getVersion, ({ ctx, params }) => getVersion(ctx, params.id))
  serve(app, api.updateVersion, ({ ctx, params, body, ifMatch }) => updateVersion(ctx, params.id, body, ifMatch))
  serve(app, api.deleteVersion, ({ ctx, params, ifMatch }) => deleteVersion(ctx, params.id, ifMatch))
  serve(app, api.listRules, ({ ctx, params, query }) => listRules(ctx, params.id, query.program))
  serve(app, api.saveRules, ({ ctx, params, body, ifMatch }) => saveRules(ctx, params.id, body.rules, ifMatch))
  serve(app, api.publishVersion, ({ ctx, params, body, ifMatch }) =>
    publishVersion(ctx, params.id, body.effectiveFrom, ifMatch),
  )
  serve(app, api.compareVersions, ({ ctx, params, query }) => compareVersions(ctx, params.id, query.with))

  serve(app, api.evaluateLoan, ({ ctx, body }) => evaluateFigures(ctx, body.figures, body.asOf))
  serve(app, api.getGuide, ({ ctx, query }) => getGuide(ctx, query.asOf))

  serve(app, api.listContractVariances, ({ ctx }) => listContractVariances(ctx))
  serve(app, api.addContractVariance, ({ ctx, body }) => addContractVariance(ctx, body))
  serve(app, api.updateContractVariance, ({ ctx, params, body, ifMatch }) =>
    updateContractVariance(ctx, params.id, body, ifMatch),
  )
  serve(app, api.deleteContractVariance, ({ ctx, params, ifMatch }) => deleteContractVariance(ctx, params.id, ifMatch))

  serve(app, api.listFactors, ({ ctx }) => listFactors(ctx))
  serve(app, api.saveFactors, ({ ctx, body, ifMatch }) => saveFactors(ctx, body.factors, ifMatch))
  serve(app, api.listPrograms, ({ ctx }) => listPrograms(ctx))
  serve(app, api.addProgram, ({ ctx, body }) => addProgram(ctx, body))
  serve(app, api.updateProgram, ({ ctx, body, ifMatch }) => updateProgram(ctx, body, ifMatch))
}
