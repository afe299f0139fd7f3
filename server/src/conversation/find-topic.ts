import { commentTypeLabels } from '@portal/contract/conversation/model'
import {
  mayBeMentioned,
  mayBeMentionedOnTdoc,
  mayRead,
  mayWrite,
  tdocCommentTypes,
} from '@portal/contract/conversation/policy'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import {
  isReviewer,
  mayViewTdoc,
  type TdocFacts,
} from '@portal/contract/tdoc/policy'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { readSlv } from '../slv/detail.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { writeHistory } from '../slv/write-history.ts'
import { writeTdocHistory } from '../tdoc/activity/write-history.ts'
import { findTdoc } from '../tdoc/detail.ts'
import { lockTdoc } from '../tdoc/lock.ts'
import { findReviewers, findTdocAssignees } from '../tdoc/notify.ts'
import { findPeople } from './find-people.ts'
import type { Topic } from './topic.ts'

type Slv = SlvFacts &
  Pick<
    LockedSlv,
    'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'resubmitCount'
  >

export function slvTopic(slv: Slv): Topic {
  const topic: Topic = {
    column: 'slvId',
    id: slv.id,
    name: 'SLV',
    externalParty: { role: 'SELLER', companyId: slv.companyId, word: 'seller' },
    bddId: slv.bddId,
    knownRoles: ['SELLER', 'UNDERWRITER', 'BDD', 'UBDD'],
    mayRead,
    mayWrite,
    mayOpen: (person) => mayView(person, slv),
    mayBeMentioned: (person, type, externalAuthors) =>
      mayBeMentioned(person, type, slv, externalAuthors),
    findResponsiblePeople: async (_, type) => {
      const isInternal = type === 'INTERNAL'
      const isAt = (stage: readonly string[]) =>
        isInternal && stage.includes(slv.status)
      return [
        isInternal ? null : slv.sellerId,
        slv.underwriterId,
        slv.status === 'DRAFT' ? slv.createdById : null,
        isAt(slrStatuses) ? slv.underwriterManagerId : null,
        isAt(tdStatuses) ? slv.tradeDeskId : null,
      ]
    },
    actions: { comment: 'PROXY_LOAN_COMMENT', tag: 'PROXY_LOAN_TAG' },
    description: [slv.buyerLoan || slv.sellerLoan, slv.borrowerLastName],
    openTo: async (ctx, ids) => {
      const tagged = (await findPeople(ctx, topic, ids))
        .filter(isUnderwriter)
        .map(({ id }) => id)
      const added = tagged.filter((id) => !slv.taggedIds.includes(id))
      if (added.length === 0) return
      await ctx.db
        .updateTable('slv')
        .set({ taggedIds: sql`tagged_ids || ${added}::uuid[]` })
        .where('id', '=', slv.id)
        .execute()
    },
    note: (ctx, action, before, after) =>
      writeHistory(ctx, {
        slvId: slv.id,
        action,
        fromStatus: slv.status,
        toStatus: slv.status,
        resubmitCount: slv.resubmitCount,
        comment: after
          ? `From ${commentTypeLabels[before]} to ${commentTypeLabels[after]}`
          : `${commentTypeLabels[before]} comment`,
        changes: [],
      }),
  }
  return topic
}

export async function findSlvTopic(ctx: Ctx, id: string): Promise<Topic> {
  const slv = await readSlv(ctx, id)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  return slvTopic(slv)
}

export const lockSlvTopic = async (ctx: Ctx, id: string): Promise<Topic> =>
  slvTopic(await lockSlv(ctx, id))

type Tdoc = TdocFacts & {
  id: string
  buyerLoanNumber: string
  imageFileName: string
}

export function tdocTopic(tdoc: Tdoc): Topic {
  const isReadable: Topic['mayRead'] = (role, type) =>
    tdocCommentTypes(role).includes(type)
  return {
    column: 'tdocId',
    id: tdoc.id,
    name: 'Tdoc',
    externalParty: { role: 'TPR', companyId: tdoc.vendorId, word: 'reviewer' },
    bddId: null,
    knownRoles: ['TPR', 'UNDERWRITER'],
    mayRead: isReadable,
    mayWrite: isReadable,
    mayOpen: (person) => mayViewTdoc(person, tdoc),
    mayBeMentioned: (person, type, externalAuthors) =>
      mayBeMentionedOnTdoc(person, type, tdoc, externalAuthors),
    findResponsiblePeople: async ({ db, actor }, type) => {
      // A Tdoc has no single reviewer in charge, so the buyer's external
      // comments notify all of the vendor's reviewers.
      const isAsked = type === 'EXTERNAL' && !isReviewer(actor)
      const reviewers = isAsked ? await findReviewers(db, tdoc.vendorId) : []
      return [...(await findTdocAssignees(db, tdoc)), ...reviewers]
    },
    actions: { comment: 'TDOC_COMMENT', tag: 'TDOC_TAG' },
    description: [tdoc.buyerLoanNumber, tdoc.imageFileName],
    note: (ctx, action, before, after) =>
      writeTdocHistory(ctx, {
        tdocId: tdoc.id,
        action,
        changes: [{ field: 'comment', before, after: after ?? null }],
      }),
  }
}

export const findTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> =>
  tdocTopic(await findTdoc(ctx, id))

export const lockTdocTopic = async (ctx: Ctx, id: string): Promise<Topic> =>
  tdocTopic(await lockTdoc(ctx, id))
