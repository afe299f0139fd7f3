import * as api from '@portal/contract/conversation/api'
import type { FastifyInstance } from 'fastify'
import { serve } from '../lib/serve.ts'
import { addComment } from './add-comment.ts'
import { countConversation } from './count.ts'
import { deleteComment } from './delete-comment.ts'
import { editComment } from './edit-comment.ts'
import { listConversation } from './list.ts'
import { listMentionables } from './list-mentionables.ts'

export function conversationRoutes(app: FastifyInstance) {
  serve(app, api.listConversation, ({ ctx, params, query }) => listConversation(ctx, params.id, query))
  serve(app, api.getConversationState, ({ ctx, params }) => countConversation(ctx, params.id))
  serve(app, api.addComment, ({ ctx, body }) => addComment(ctx, body))
  serve(app, api.editComment, ({ ctx, params, body }) => editComment(ctx, params.id, body))
  serve(app, api.deleteComment, ({ ctx, params }) => deleteComment(ctx, params.id))
  serve(app, api.listInternalMentionables, ({ ctx, query }) => listMentionables(ctx, 'INTERNAL', query))
  serve(app, api.listExternalMentionables, ({ ctx, query }) => listMentionables(ctx, 'EXTERNAL', query))
}
