import type { Comment, CommentType, NewComment } from '@portal/contract/conversation/model'
import { mayWrite } from '@portal/contract/conversation/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { checkMentions } from './check-mentions.ts'
import { findPeople } from './find-people.ts'
import { presentComment, standingComments } from './present.ts'
import { tellNamed, tellOthers } from './tell-people.ts'

/**
 * Says something about an SLV. Whoever is named is told, and an underwriter may open the SLV from then on; the others
 * who take part are told that there is a comment. The SLV itself, its version and its clocks, stays as it is.
 * Throws 404 for an SLV that the asker may not see, 400 for a type or a name that is not theirs to use.
 */
export const addComment = (ctx: Ctx, { proxyLoanId, type, message, mentions }: NewComment): Promise<Comment> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, proxyLoanId)
    refuseType(inner, type)
    await checkMentions(inner, slv, type, mentions)
    const { id } = await inner.db
      .insertInto('comment')
      .values({ slvId: slv.id, type, message, authorId: inner.actor.id, createdAt: inner.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await nameIn(inner, slv, id, mentions)
    await tellNamed(inner, slv, mentions)
    await tellOthers(inner, slv, type, mentions)
    return readComment(inner, id)
  })

/** A type that the role does not write is refused: a seller never writes INTERNAL. */
export function refuseType({ actor }: Ctx, type: CommentType) {
  if (mayWrite(actor.role, type)) return
  const error = 'Only external comments can be written here'
  throw badRequest([{ field: 'type', error }], error)
}

/** Keeps whom a comment names, and opens the SLV to the underwriters among them. */
export async function nameIn(ctx: Ctx, slv: LockedSlv, commentId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await ctx.db
    .insertInto('commentMention')
    .values(ids.map((userId) => ({ commentId, userId })))
    .execute()
  const tagged = (await findPeople(ctx, slv, ids)).filter(isUnderwriter).map(({ id }) => id)
  const fresh = tagged.filter((id) => !slv.taggedIds.includes(id))
  if (fresh.length === 0) return
  await ctx.db
    .updateTable('slv')
    .set({ taggedIds: sql`tagged_ids || ${fresh}::uuid[]` })
    .where('id', '=', slv.id)
    .execute()
}

/** A comment as the actor reads it right after writing it. */
export const readComment = async (ctx: Ctx, id: string): Promise<Comment> =>
  presentComment(ctx, await standingComments(ctx.db).where('comment.id', '=', id).executeTakeFirstOrThrow())
