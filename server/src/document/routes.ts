import * as api from '@portal/contract/document/api'
import { maxDocumentBytes } from '@portal/contract/document/model'
import { slvMoves } from '@portal/contract/slv/api'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import type { FileStore } from '../lib/files/files.ts'
import { serveUpload, takeUploads } from '../lib/files/upload.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { viewSlv, withSlvVersion } from '../slv/detail.ts'
import {
  acceptAnswer,
  answerDocument,
  withdrawAnswer,
} from './answer-document.ts'
import type { CheckContent } from './content/check-upload.ts'
import { deleteDocument } from './delete-document.ts'
import {
  getDocument,
  listAllDocuments,
  listDocumentHistory,
  listDocuments,
} from './list-documents.ts'
import { findStored, serveDownload } from './open-file.ts'
import type { Converter } from './preview/convert-picture.ts'
import { listPages, servePage } from './preview/draw-page.ts'
import type { EmailReader } from './preview/read-email.ts'
import {
  admitRequestedDocument,
  receiveDocument,
  sendPendingDocuments,
} from './receive-document.ts'
import { requeueDocument } from './send-document.ts'
import { setDocumentFactors, verifyDocumentFactor } from './set-factors.ts'
import {
  admitUpload,
  uploadDocument,
  uploadUnderwriterDocument,
} from './upload-document.ts'

type Deps = {
  files: FileStore
  checkContent: CheckContent
  converter: Converter
  emails: EmailReader
}

export function documentRoutes(app: FastifyInstance, deps: Deps) {
  serve(app, api.listDocuments, ({ ctx, params }) =>
    listDocuments(ctx, params.id),
  )
  serve(app, api.listAllDocuments, ({ ctx, params }) =>
    listAllDocuments(ctx, params.id),
  )
  serve(app, api.getDocument, ({ ctx, params }) =>
    getDocument(ctx, params.id, params.documentId),
  )
  serve(app, api.deleteDocument, ({ ctx, params, ifMatch }) =>
    deleteDocument(ctx, params.id, params.documentId, ifMatch),
  )
  serveOnce(
    app,
    api.sendToLdp,
    ({ ctx, params }) => requeueDocument(ctx, params.id, params.documentId),
    {
      read: ({ ctx, params }) => getDocument(ctx, params.id, params.documentId),
    },
  )
  serve(app, api.setDocumentFactors, ({ ctx, params, body, ifMatch }) =>
    setDocumentFactors(
      ctx,
      params.id,
      params.documentId,
      body.factors,
      ifMatch,
    ),
  )
  serveOnce(
    app,
    api.verifyDocumentFactor,
    ({ ctx, params, body, ifMatch }) =>
      verifyDocumentFactor(ctx, params.id, params.documentId, body, ifMatch),
    {
      read: async ({ ctx, params }) =>
        withSlvVersion(
          ctx,
          params.id,
          await getDocument(ctx, params.id, params.documentId),
        ),
    },
  )
  serve(app, api.listDocumentHistory, ({ ctx, params, query }) =>
    listDocumentHistory(ctx, params.id, query),
  )
  requestRoutes(app)
  contentRoutes(app, deps)
  uploadRoutes(app, deps)
}

/** Answers to requested documents. */
function requestRoutes(app: FastifyInstance) {
  const slvAgain = {
    read: ({ ctx, params }: { ctx: Ctx; params: { id: string } }) =>
      viewSlv(ctx, params.id),
  }
  serveOnce(
    app,
    api.answerPendingDocument,
    ({ ctx, params, body, ifMatch }) =>
      answerDocument(ctx, params, body, ifMatch),
    slvAgain,
  )
  serve(app, api.withdrawPendingAnswer, ({ ctx, params, ifMatch }) =>
    withdrawAnswer(ctx, params, ifMatch),
  )
  serveOnce(
    app,
    api.acceptPendingAnswer,
    ({ ctx, params, ifMatch }) => acceptAnswer(ctx, params, ifMatch),
    slvAgain,
  )
  serveOnce(
    app,
    slvMoves['send-pending-documents'],
    ({ ctx, params, body, ifMatch }) =>
      sendPendingDocuments(ctx, params.id, body, ifMatch),
    slvAgain,
  )
}

/** The contents of files: downloads, rendered pages and emails. */
function contentRoutes(
  app: FastifyInstance,
  { files, converter, emails }: Deps,
) {
  serveDownload(app, files)
  serve(app, api.getDocumentPages, async ({ ctx, params }) =>
    listPages(
      ctx,
      { files, converter },
      await findStored(ctx, params.id, params.documentId),
    ),
  )
  serve(app, api.getDocumentEmail, async ({ ctx, params }) =>
    emails.read(ctx, await findStored(ctx, params.id, params.documentId)),
  )
  servePage(
    app,
    api.getDocumentPage,
    { files, converter },
    ({ ctx, params }) => {
      const { id, documentId } = api.getDocumentPage.params.parse(params)
      return findStored(ctx, id, documentId)
    },
  )
}

function uploadRoutes(app: FastifyInstance, { files, checkContent }: Deps) {
  app.register(async (scope) => {
    await takeUploads(scope)
    const limits = { files, maxBytes: maxDocumentBytes, check: checkContent }
    serveUpload(scope, api.uploadDocument, {
      ...limits,
      admit: ({ ctx, params }) => admitUpload(ctx, params.id, 'SELLER'),
      handle: ({ ctx, params }, file) => uploadDocument(ctx, params.id, file),
      replay: {
        read: async ({ ctx, params }) =>
          withSlvVersion(ctx, params.id, await listDocuments(ctx, params.id)),
      },
    })
    serveUpload(scope, api.uploadUnderwriterDocument, {
      ...limits,
      admit: ({ ctx, params }) => admitUpload(ctx, params.id, 'UNDERWRITER'),
      handle: ({ ctx, params }, file) =>
        uploadUnderwriterDocument(ctx, params.id, file),
      replay: {
        read: async ({ ctx, params }) => {
          const { underwriterDocuments = [] } = await listDocuments(
            ctx,
            params.id,
          )
          return withSlvVersion(ctx, params.id, { underwriterDocuments })
        },
      },
    })
    serveUpload(scope, api.uploadPendingDocument, {
      ...limits,
      admit: ({ ctx, params, query }) =>
        admitRequestedDocument(ctx, params.id, query.pendingDocumentId),
      handle: ({ ctx, params, query }, file) =>
        receiveDocument(ctx, params.id, query, file),
      replay: { read: ({ ctx, params }) => viewSlv(ctx, params.id) },
    })
  })
}
