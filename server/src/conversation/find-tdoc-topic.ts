import { mayBeNamedOnTdoc, tdocCommentTypes } from '@portal/contract/conversation/policy'
import { isReviewer, mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import { findTdoc } from '../tdoc/detail.ts'
import { lockTdoc } from '../tdoc/lock.ts'
import { findAssigneesOf, findReviewers } from '../tdoc/notify.ts'
import type { Topic } from './topic.ts'

type Tdoc = TdocFacts & { id: string; buyerLoanNumber: string; imageFileName: string }

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
    mayBeNamed: (person, type, externalAuthors) => mayBeNamedOnTdoc(person, type, tdoc, externalAuthors),
    findInCharge: async ({ db, actor }, type) => {
      // A Tdoc has no single reviewer in charge, so the buyer's external comments notify all of the vendor's reviewers.
      const isAsked = type === 'EXTERNAL' && !isReviewer(actor)
      const reviewers = isAsked ? await findReviewers(db, tdoc.vendorId) : []
      return [...(await findAssigneesOf(db, tdoc)), ...reviewers]
    },
    actions: { comment: 'TDOC_COMMENT', tag: 'TDOC_TAG' },
    description: [tdoc.buyerLoanNumber, tdoc.imageFileName],
    note: (ctx, action, before, after) =>
      writeTdocHistory(ctx, { tdocId: tdoc.id, action, changes: [{ field: 'comment', before, after: after ?? null }] }),
  }
}

export const findTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> => tdocTopic(await findTdoc(ctx, id))

export const lockTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> => tdocTopic(await lockTdoc(ctx, id))
