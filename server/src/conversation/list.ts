import type { ConversationPage, listConversation as endpoint } from '@portal/contract/conversation/api'
import type { CommentType, ConversationFilter } from '@portal/contract/conversation/model'
import { readableTypes, writableTypes } from '@portal/contract/conversation/policy'
import type { Role } from '@portal/contract/user/model'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { countConversation } from './count.ts'
import { presentComment, standingComments } from './present.ts'

type Query = z.output<typeof endpoint.query>

/**
 * A page of the conversation on an SLV, newest first. The types are the role's own, whatever is asked for.
 * Throws 404 for an SLV that the asker may not see, 400 for a type that they never read.
 */
export async function listConversation(ctx: Ctx, slvId: string, query: Query): Promise<ConversationPage> {
  const { page, size } = query
  // Before the comments: what comes in between is read, and the next look at the stamp finds it moved.
  const { stamp } = await countConversation(ctx, slvId)
  const types = typesFor(ctx.actor.role, query.type)

  const rows = await standingComments(ctx.db)
    .where('comment.slvId', '=', slvId)
    .where('comment.type', 'in', types)
    .orderBy('comment.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const { total } = await ctx.db
    .selectFrom('comment')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('slvId', '=', slvId)
    .where('deletedAt', 'is', null)
    .where('type', 'in', types)
    .executeTakeFirstOrThrow()
  return {
    items: rows.map((row) => presentComment(ctx, row)),
    total,
    page,
    size,
    writableTypes: [...writableTypes(ctx.actor.role)],
    stamp,
  }
}

const typesFor = (role: Role, asked: ConversationFilter): readonly CommentType[] => {
  const readable = readableTypes(role)
  if (asked === 'ALL') return readable
  if (!readable.includes(asked)) throw badRequest([{ field: 'type', error: 'Not a type of comment that you read' }])
  return [asked]
}
