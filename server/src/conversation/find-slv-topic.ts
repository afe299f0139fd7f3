import { commentTypeLabels } from '@portal/contract/conversation/model'
import { mayBeNamed, mayRead, mayWrite } from '@portal/contract/conversation/policy'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { isUnderwriter } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { writeHistory } from '../history/write.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { readSlv } from '../slv/detail.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { findPeople } from './find-people.ts'
import type { Topic } from './topic.ts'

type Slv = SlvFacts & Pick<LockedSlv, 'id' | 'buyerLoan' | 'sellerLoan' | 'borrowerLastName' | 'resubmitCount'>

/** An SLV as what a conversation is about. */
export function slvTopic(slv: Slv): Topic {
  const topic: Topic = {
    column: 'slvId',
    id: slv.id,
    name: 'SLV',
    outside: { role: 'SELLER', companyId: slv.companyId, word: 'seller' },
    bddId: slv.bddId,
    knownRoles: ['SELLER', 'UNDERWRITER', 'BDD', 'UBDD'],
    mayRead,
    mayWrite,
    mayOpen: (person) => mayView(person, slv),
    mayBeNamed: (person, type, spokeOpenly) => mayBeNamed(person, type, slv, spokeOpenly),
    inHand: async (_, type) => {
      const isInternal = type === 'INTERNAL'
      const isAt = (stage: readonly string[]) => isInternal && stage.includes(slv.status)
      return [
        isInternal ? null : slv.sellerId,
        slv.underwriterId,
        slv.status === 'DRAFT' ? slv.createdById : null,
        isAt(slrStatuses) ? slv.underwriterManagerId : null,
        isAt(tdStatuses) ? slv.tradeDeskId : null,
      ]
    },
    told: { comment: 'PROXY_LOAN_COMMENT', tag: 'PROXY_LOAN_TAG' },
    description: [slv.buyerLoan || slv.sellerLoan, slv.borrowerLastName],
    openTo: async (ctx, ids) => {
      const tagged = (await findPeople(ctx, topic, ids)).filter(isUnderwriter).map(({ id }) => id)
      await openTo(
        ctx,
        slv.id,
        tagged.filter((id) => !slv.taggedIds.includes(id)),
      )
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

async function openTo({ db }: Ctx, slvId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  await db
    .updateTable('slv')
    .set({ taggedIds: sql`tagged_ids || ${ids}::uuid[]` })
    .where('id', '=', slvId)
    .execute()
}

/** The SLV as it stands. Throws 404 for one that the actor may not see. */
export async function findSlvTopic(ctx: Ctx, id: string): Promise<Topic> {
  const slv = await readSlv(ctx, id)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  return slvTopic(slv)
}

/** The SLV, locked. Throws 404 for one that the actor may not see. */
export const lockSlvTopic = async (ctx: Ctx, id: string): Promise<Topic> => slvTopic(await lockSlv(ctx, id))
