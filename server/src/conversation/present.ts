import type { Comment, TdocComment } from '@portal/contract/conversation/model'
import {
  mayWrite,
  tdocCommentTypes,
} from '@portal/contract/conversation/policy'
import { type InferResult, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'

/** Comments that are not deleted, with their authors and mentions. */
export const selectComments = (db: Db) =>
  db
    .selectFrom('comment')
    .innerJoin('appUser as author', 'author.id', 'comment.authorId')
    .innerJoin(
      'company as authorCompany',
      'authorCompany.id',
      'author.companyId',
    )
    .select([
      'comment.id',
      'comment.slvId',
      'comment.tdocId',
      'comment.type',
      'comment.message',
      'comment.authorId',
      'author.name as authorName',
      'authorCompany.kind as authorKind',
      'comment.createdAt',
      'comment.editedAt',
      sql<{ id: string; name: string }[]>`coalesce(
        (
          select
            json_agg(
              json_build_object('id', named.id, 'name', named.name)
              order by named.name, named.id
            )
          from comment_mention
            join app_user named on named.id = comment_mention.user_id
          where comment_mention.comment_id = comment.id
        ),
        '[]'
      )`.as('mentions'),
      // BDDs only read, in the author's company.
      sql<string | null>`
        (
          select person.name
          from comment_dismissal
          join app_user person on person.id = comment_dismissal.user_id
          where comment_dismissal.comment_id = comment.id
            and person.company_id <> author.company_id
          order by comment_dismissal.dismissed_at
          limit 1
        )`.as('dismissedByName'),
    ])
    .where('comment.deletedAt', 'is', null)

export type StoredComment = InferResult<
  ReturnType<typeof selectComments>
>[number]

export const readComment = ({ db }: Ctx, id: string): Promise<StoredComment> =>
  selectComments(db).where('comment.id', '=', id).executeTakeFirstOrThrow()

const present = (
  { actor }: Ctx,
  { slvId, tdocId, authorKind, createdAt, editedAt, ...comment }: StoredComment,
  mayEdit: boolean,
) => ({
  ...comment,
  createdAt: createdAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
  availableActions:
    comment.authorId === actor.id && mayEdit
      ? (['edit', 'delete'] as const).slice()
      : [],
})

export const presentComment = (ctx: Ctx, row: StoredComment): Comment => ({
  ...present(ctx, row, mayWrite(ctx.actor.role, row.type)),
  proxyLoanId: row.slvId ?? '',
  authorSide: row.authorKind === 'SELLER' ? 'SELLER' : 'BUYER',
})

export const presentTdocComment = (
  ctx: Ctx,
  row: StoredComment,
): TdocComment => ({
  ...present(ctx, row, tdocCommentTypes(ctx.actor.role).includes(row.type)),
  tdocId: row.tdocId ?? '',
  authorSide: row.authorKind === 'TPR_VENDOR' ? 'VENDOR' : 'BUYER',
})
