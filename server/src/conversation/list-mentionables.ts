import type { MentionableQuery } from '@portal/contract/conversation/api'
import type { CommentType } from '@portal/contract/conversation/model'
import { mayView } from '@portal/contract/slv/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { readSlv } from '../slv/detail.ts'
import { findMentionables } from './find-people.ts'

/** Whom a comment of this type on this SLV may name, a page of them. Throws 404 for an SLV that the asker may not see. */
export async function listMentionables(
  ctx: Ctx,
  type: CommentType,
  { proxyLoanId, search, page, size }: MentionableQuery,
) {
  const slv = await readSlv(ctx, proxyLoanId)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  const words = search.toLowerCase()
  const people = (await findMentionables(ctx, slv, type)).filter(({ name }) => name.toLowerCase().includes(words))
  return { items: people.slice((page - 1) * size, page * size), total: people.length, page, size }
}
