import { mayBeNamedOnTdoc, tdocCommentTypes } from '@portal/contract/conversation/policy'
import { isReviewer, mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { findTdoc } from '../tdoc/detail.ts'
import { lockTdoc } from '../tdoc/lock.ts'
import { findReviewers, inHandsOf } from '../tdoc/notify.ts'
import { writeTdocHistory } from '../tdoc/write-history.ts'
import type { Topic } from './topic.ts'

type Tdoc = TdocFacts & { id: string; buyerLoanNumber: string; imageFileName: string }

/** A Tdoc as what a conversation is about. */
export function tdocTopic(tdoc: Tdoc): Topic {
  const isOf: Topic['mayRead'] = (role, type) => tdocCommentTypes(role).includes(type)
  return {
    column: 'tdocId',
    id: tdoc.id,
    name: 'Tdoc',
    outside: { role: 'TPR', companyId: tdoc.vendorId, word: 'reviewer' },
    bddId: null,
    knownRoles: ['TPR', 'UNDERWRITER'],
    mayRead: isOf,
    mayWrite: isOf,
    mayOpen: (person) => mayViewTdoc(person, tdoc),
    mayBeNamed: (person, type, spokeOpenly) => mayBeNamedOnTdoc(person, type, tdoc, spokeOpenly),
    inHand: async ({ db, actor }, type) => {
      // Nobody of the vendor has a Tdoc to themselves: all of its reviewers are told of what the buyer says to them.
      const isAsked = type === 'EXTERNAL' && !isReviewer(actor)
      const reviewers = isAsked ? await findReviewers(db, tdoc.vendorId) : []
      return [...(await inHandsOf(db, tdoc)), ...reviewers]
    },
    told: { comment: 'TDOC_COMMENT', tag: 'TDOC_TAG' },
    description: [tdoc.buyerLoanNumber, tdoc.imageFileName],
    note: (ctx, action, before, after) =>
      writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes: [{ field: 'comment', before, after: after ?? null }] }),
  }
}

/** The Tdoc as it stands. Throws 404 for one that the actor may not see. */
export const findTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> => tdocTopic(await findTdoc(ctx, id))

/** The Tdoc, locked. Throws 404 for one that the actor may not see. */
export const lockTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> => tdocTopic(await lockTdoc(ctx, id))
