import type { MentionableQuery } from '@portal/contract/conversation/api'
import type { CommentType } from '@portal/contract/conversation/model'
import type { Ctx } from '../lib/ctx.ts'
import { findMentionables } from './find-people.ts'
import { findSlvTopic } from './find-slv-topic.ts'
import { findTdocTopic } from './find-tdoc-topic.ts'
import type { Topic } from './topic.ts'

/** Whom a comment of this type on this SLV may name, a page of them. Throws 404 for an SLV that the asker may not see. */
export const listMentionables = async (
  ctx: Ctx,
  type: CommentType,
  { proxyLoanId, ...query }: MentionableQuery & { proxyLoanId: string },
) => pageFor(ctx, await findSlvTopic(ctx, proxyLoanId), type, query)

/** The same on a Tdoc. */
export const listTdocMentionables = async (
  ctx: Ctx,
  type: CommentType,
  { tdocId, ...query }: MentionableQuery & { tdocId: string },
) => pageFor(ctx, await findTdocTopic(ctx, tdocId), type, query)

async function pageFor(ctx: Ctx, topic: Topic, type: CommentType, { search, page, size }: MentionableQuery) {
  const words = search.toLowerCase()
  const people = (await findMentionables(ctx, topic, type)).filter(({ name }) => name.toLowerCase().includes(words))
  return { items: people.slice((page - 1) * size, page * size), total: people.length, page, size }
}
