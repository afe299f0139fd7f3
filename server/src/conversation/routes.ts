import * as api from '@portal/contract/conversation/api'
import type { FastifyInstance } from 'fastify'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { addComment, addTdocComment } from './add-comment.ts'
import { dismissComment } from './dismiss-comment.ts'
import { deleteComment, editComment, editTdocComment } from './edit-comment.ts'
import {
  countConversation,
  countTdocConversation,
  getComment,
  getTdocComment,
  listConversation,
  listTdocConversation,
} from './list.ts'
import { listMentionables } from './list-mentionables.ts'

export function conversationRoutes(app: FastifyInstance) {
  serve(app, api.listConversation, ({ ctx, params, query }) =>
    listConversation(ctx, params.id, query),
  )
  serve(app, api.getConversationState, ({ ctx, params }) =>
    countConversation(ctx, params.id),
  )
  serveOnce(app, api.addComment, ({ ctx, body }) => addComment(ctx, body), {
    keep: keepId,
    read: ({ ctx, body }, { id }) => getComment(ctx, body.proxyLoanId, id),
  })
  serve(app, api.editComment, ({ ctx, params, body }) =>
    editComment(ctx, params.id, body),
  )
  serve(app, api.deleteComment, ({ ctx, params }) =>
    deleteComment(ctx, params.id),
  )
  serve(app, api.dismissComment, ({ ctx, params }) =>
    dismissComment(ctx, params.id),
  )
  serve(app, api.listInternalMentionables, ({ ctx, query }) =>
    listMentionables(ctx, 'INTERNAL', query),
  )
  serve(app, api.listExternalMentionables, ({ ctx, query }) =>
    listMentionables(ctx, 'EXTERNAL', query),
  )

  serve(app, api.listTdocConversation, ({ ctx, params, query }) =>
    listTdocConversation(ctx, params.id, query),
  )
  serve(app, api.getTdocConversationState, ({ ctx, params }) =>
    countTdocConversation(ctx, params.id),
  )
  serveOnce(
    app,
    api.addTdocComment,
    ({ ctx, body }) => addTdocComment(ctx, body),
    {
      keep: keepId,
      read: ({ ctx, body }, { id }) => getTdocComment(ctx, body.tdocId, id),
    },
  )
  serve(app, api.editTdocComment, ({ ctx, params, body }) =>
    editTdocComment(ctx, params.id, body),
  )
  serve(app, api.listInternalTdocMentionables, ({ ctx, query }) =>
    listMentionables(ctx, 'INTERNAL', query, 'TPR'),
  )
  serve(app, api.listExternalTdocMentionables, ({ ctx, query }) =>
    listMentionables(ctx, 'EXTERNAL', query, 'TPR'),
  )
}
