import type { listConversation as endpoint } from '@portal/contract/conversation/api'
import type {
  CommentType,
  ConversationFilter,
  ConversationState,
  Comment as SlvComment,
  TdocComment,
} from '@portal/contract/conversation/model'
import {
  readableTypes,
  tdocCommentTypes,
  writableTypes,
} from '@portal/contract/conversation/policy'
import type { Role } from '@portal/contract/user/model'
import { type Expression, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { readRows } from '../lib/database/list-query.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { findUnanswered } from './find-unanswered.ts'
import {
  presentComment,
  presentTdocComment,
  type StoredComment,
  selectComments,
} from './present.ts'
import type { Topic } from './topic.ts'

/** In what the conversations of SLVs and of Tdocs differ. */
type Kind<Comment> = {
  column: Topic['column']
  name: Topic['name']
  /** The SLV or Tdoc, if the actor may see it. */
  select: (ctx: Ctx, id: string) => Expression<unknown>
  readableTypes: (role: Role) => readonly CommentType[]
  writableTypes: (role: Role) => readonly CommentType[]
  present: (ctx: Ctx, row: StoredComment) => Comment
}

const slvKind: Kind<SlvComment> = {
  column: 'slvId',
  name: 'SLV',
  select: (ctx, id) =>
    visibleSlvs(ctx).select('slv.id').where('slv.id', '=', id),
  readableTypes,
  writableTypes,
  present: presentComment,
}

const tdocKind: Kind<TdocComment> = {
  column: 'tdocId',
  name: 'Tdoc',
  select: (ctx, id) =>
    visibleTdocs(ctx).select('tdoc.id').where('tdoc.id', '=', id),
  readableTypes: tdocCommentTypes,
  writableTypes: tdocCommentTypes,
  present: presentTdocComment,
}

/**
 * The number of comments that the actor may read, and a stamp that changes with
 * them. Throws 404.
 */
async function count(
  ctx: Ctx,
  id: string,
  kind: Kind<unknown>,
): Promise<ConversationState> {
  const state = await ctx.db
    .selectFrom('comment')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<string>`coalesce(
        md5(
          string_agg(
            concat_ws(
              ' ',
              comment.id,
              comment.type,
              comment.edited_at,
              (
                select max(dismissed_at)
                from comment_dismissal
                where comment_id = comment.id
              )
            ),
            ','
            order by comment.id
          )
        ),
        ''
      )`.as('stamp'),
    ])
    .where(kind.column, '=', id)
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb('type', '=', eb.fn.any(eb.val(kind.readableTypes(ctx.actor.role)))),
    )
    .having((eb) => eb.exists(kind.select(ctx, id)))
    .executeTakeFirst()
  if (!state) throw notFound(kind.name)
  return state
}

export const countConversation = (ctx: Ctx, id: string) =>
  count(ctx, id, slvKind)
export const countTdocConversation = (ctx: Ctx, id: string) =>
  count(ctx, id, tdocKind)

type Query = z.output<typeof endpoint.query>

/**
 * A page of the comments that the actor may read, newest first. Throws 404, and
 * 400 for a type that they may not read.
 */
async function list<Comment>(
  ctx: Ctx,
  id: string,
  { page, size, type }: Query,
  kind: Kind<Comment>,
) {
  // Read first: a comment in between changes the stamp, so that the client
  // loads the list again.
  const { stamp } = await count(ctx, id, kind)
  const { role } = ctx.actor
  const types = typesFor(kind.readableTypes(role), type)
  const ordered = selectComments(ctx.db)
    .where(`comment.${kind.column}`, '=', id)
    .where('comment.type', 'in', types)
    .orderBy('comment.id', 'desc')
  const all = ctx.db
    .selectFrom('comment')
    .where(kind.column, '=', id)
    .where('deletedAt', 'is', null)
    .where('type', 'in', types)
  const { rows, ...paging } = await readRows(ordered, all, { page, size })
  const items = rows.map((row) => kind.present(ctx, row))
  const unansweredId = await findUnanswered(ctx, { column: kind.column, id })
  return {
    ...paging,
    items,
    writableTypes: [...kind.writableTypes(role)],
    unansweredId,
    stamp,
  }
}

export const listConversation = (ctx: Ctx, id: string, query: Query) =>
  list(ctx, id, query, slvKind)
export const listTdocConversation = (ctx: Ctx, id: string, query: Query) =>
  list(ctx, id, query, tdocKind)

/** A comment on this SLV or Tdoc. Throws 404 if the actor may not read it. */
async function get<Comment>(
  ctx: Ctx,
  topicId: string,
  commentId: string,
  kind: Kind<Comment>,
): Promise<Comment> {
  // Throws 404 for a hidden SLV or Tdoc.
  await count(ctx, topicId, kind)
  const comment = await selectComments(ctx.db)
    .where('comment.id', '=', commentId)
    .where(`comment.${kind.column}`, '=', topicId)
    .where('comment.type', 'in', kind.readableTypes(ctx.actor.role))
    .executeTakeFirst()
  if (!comment) throw notFound('Comment')
  return kind.present(ctx, comment)
}

export const getComment = (ctx: Ctx, slvId: string, commentId: string) =>
  get(ctx, slvId, commentId, slvKind)
export const getTdocComment = (ctx: Ctx, tdocId: string, commentId: string) =>
  get(ctx, tdocId, commentId, tdocKind)

const typesFor = (
  readable: readonly CommentType[],
  filter: ConversationFilter,
): readonly CommentType[] => {
  if (filter === 'ALL') return readable
  if (!readable.includes(filter))
    throw badRequest([
      { field: 'type', error: 'You cannot read this type of comment' },
    ])
  return [filter]
}
