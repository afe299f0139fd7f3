import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { publish } from '../lib/publish.ts'
import { lockTopic } from './edit-comment.ts'
import { findUnanswered } from './find-unanswered.ts'

/**
 * Records that the comment that needs the actor needs no answer, until the
 * buyer writes again. The history has it, unless the actor could not answer and
 * has read it. Does nothing for other comments. Throws 404.
 */
export const dismissComment = (ctx: Ctx, id: string) =>
  transact(ctx, async (inner) => {
    const { actor, db, now } = inner
    const topic = await lockTopic(inner, id)
    if (!topic) throw notFound('Comment')
    if ((await findUnanswered(inner, topic)) !== id) return { id }

    await db
      .insertInto('commentDismissal')
      .values({ commentId: id, userId: actor.id, dismissedAt: now })
      .execute()
    if (topic.mayWrite(actor.role, 'EXTERNAL')) {
      const kind = topic.column === 'slvId' ? 'SLV' : 'TDOC'
      publish(db, { kind, id: topic.id, isInternal: false })
      await topic.note(inner, 'dismiss-comment', 'EXTERNAL')
    }
    return { id }
  })
