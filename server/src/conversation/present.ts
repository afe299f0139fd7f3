import type { Comment } from '@portal/contract/conversation/model'
import { mayWrite } from '@portal/contract/conversation/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'

/** A comment as it is stored, with the names that it is read with. */
export type StoredComment = {
  id: string
  slvId: string
  type: 'INTERNAL' | 'EXTERNAL'
  message: string
  authorId: string
  authorName: string
  authorKind: string
  createdAt: Date
  editedAt: Date | null
  mentions: { id: string; name: string }[]
}

/** Comments that stand, with their authors and whom they name. */
export const standingComments = (db: Db) =>
  db
    .selectFrom('comment')
    .innerJoin('appUser as author', 'author.id', 'comment.authorId')
    .innerJoin('company as house', 'house.id', 'author.companyId')
    .select([
      'comment.id',
      'comment.slvId',
      'comment.type',
      'comment.message',
      'comment.authorId',
      'author.name as authorName',
      'house.kind as authorKind',
      'comment.createdAt',
      'comment.editedAt',
      sql<StoredComment['mentions']>`coalesce((
        select json_agg(json_build_object('id', named.id, 'name', named.name) order by named.name, named.id)
        from comment_mention join app_user named on named.id = comment_mention.user_id
        where comment_mention.comment_id = comment.id), '[]')`.as('mentions'),
    ])
    .where('comment.deletedAt', 'is', null)
    .$castTo<StoredComment>()

/** A comment as its reader gets it: whoever wrote it may change it. */
export const presentComment = (
  { actor }: Ctx,
  { slvId, authorKind, createdAt, editedAt, ...comment }: StoredComment,
): Comment => ({
  ...comment,
  proxyLoanId: slvId,
  authorSide: authorKind === 'SELLER' ? 'SELLER' : 'BUYER',
  createdAt: createdAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
  availableActions: comment.authorId === actor.id && mayWrite(actor.role, comment.type) ? ['edit', 'delete'] : [],
})
