import type { CommentType } from '@portal/contract/conversation/model'
import { say } from '../conversation/add-comment.ts'
import { tdocTopic } from '../conversation/find-tdoc-topic.ts'
import type { Ctx } from '../lib/ctx.ts'
import { lockTdoc } from './lock.ts'
import { inHandsOf } from './notify.ts'

type Said = { type: CommentType; message: string }

/**
 * What was said with a write, as a comment of the Tdoc's conversation, in the transaction of that write. Whoever has the
 * Tdoc to do or to review is told of the write itself.
 */
export async function addTdocComment(ctx: Ctx, { id }: { id: string }, { type, message }: Said): Promise<void> {
  const tdoc = await lockTdoc(ctx, id)
  await say(ctx, tdocTopic(tdoc), { type, message, mentions: [] }, await inHandsOf(ctx.db, tdoc))
}
