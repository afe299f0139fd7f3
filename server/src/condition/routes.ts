import * as api from '@portal/contract/condition/api'
import { maxDocumentBytes } from '@portal/contract/document/model'
import type { FastifyInstance } from 'fastify'
import type { CheckContent } from '../document/content/check-upload.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { FileStore } from '../lib/files/files.ts'
import { serveUpload, takeUploads } from '../lib/files/upload.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import {
  addCondition,
  admitAnswer,
  answerCondition,
  getCondition,
  listConditions,
  type Place,
  updateCondition,
} from './change-conditions.ts'
import { getLibrary, saveLibrary } from './save-library.ts'
import { uploadAnswer } from './upload-answer.ts'

type Deps = { files: FileStore; checkContent: CheckContent }

export function conditionRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, api.listConditions, ({ ctx, params }) =>
    listConditions(ctx, params.id),
  )
  serveOnce(
    app,
    api.addCondition,
    ({ ctx, params, body, ifMatch }) =>
      addCondition(ctx, params.id, body, ifMatch),
    {
      keep: keepId,
      read: ({ ctx, params }, { id: conditionId }) =>
        getCondition(ctx, { id: params.id, conditionId }),
    },
  )
  serve(app, api.updateCondition, ({ ctx, params, body, ifMatch }) =>
    updateCondition(ctx, params, body, ifMatch),
  )
  serveOnce(
    app,
    api.answerCondition,
    ({ ctx, params, body, ifMatch }) =>
      answerCondition(ctx, params, body, ifMatch),
    conditionAgain,
  )
  serve(app, api.getConditionLibrary, ({ ctx }) => getLibrary(ctx))
  serve(app, api.saveConditionLibrary, ({ ctx, body, ifMatch }) =>
    saveLibrary(ctx, body.items, ifMatch),
  )
  uploadRoutes(app, deps)
}

const conditionAgain = {
  read: ({ ctx, params }: { ctx: Ctx; params: Place }) =>
    getCondition(ctx, params),
}

function uploadRoutes(app: FastifyInstance, { files, checkContent }: Deps) {
  app.register(async (scope) => {
    await takeUploads(scope)
    serveUpload(scope, api.uploadConditionDocument, {
      files,
      maxBytes: maxDocumentBytes,
      check: checkContent,
      admit: ({ ctx, params }) => admitAnswer(ctx, params),
      handle: ({ ctx, params }, file) => uploadAnswer(ctx, params, file),
      replay: conditionAgain,
    })
  })
}
