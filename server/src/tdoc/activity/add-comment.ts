import type { CommentType } from '@portal/contract/conversation/model'
import { insertComment } from '../../conversation/add-comment.ts'
import { tdocTopic } from '../../conversation/find-tdoc-topic.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { lockTdoc } from '../lock.ts'
import { findAssigneesOf } from '../notify.ts'

type TdocComment = { type: CommentType; message: string }

export async function addTdocComment(ctx: Ctx, { id }: { id: string }, { type, message }: TdocComment): Promise<void> {
  const tdoc = await lockTdoc(ctx, id)
  await insertComment(ctx, tdocTopic(tdoc), { type, message, mentions: [] }, await findAssigneesOf(ctx.db, tdoc))
}
