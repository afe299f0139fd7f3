import type { CommentType } from '@portal/contract/conversation/model'
import { mayRead } from '@portal/contract/conversation/policy'
import { mayView } from '@portal/contract/slv/policy'
import { slrStatuses, tdStatuses } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import type { LockedSlv } from '../slv/lock.ts'
import { type Candidate, findAuthors, findPeople } from './find-people.ts'

/** Whose comment, on which loan: nothing of what it says. Every reader of a comment sees its author. */
const description = ({ actor }: Ctx, { buyerLoan, sellerLoan, borrowerLastName }: LockedSlv) =>
  [actor.name, buyerLoan || sellerLoan, borrowerLastName].filter(Boolean).join(' · ')

/** Tells those who are named. */
export const tellNamed = (ctx: Ctx, slv: LockedSlv, named: readonly string[]) =>
  notify(ctx, { action: 'PROXY_LOAN_TAG', entityId: slv.id, to: named, description: description(ctx, slv) })

/** Tells the others who take part and may read the comment. */
export async function tellOthers(ctx: Ctx, slv: LockedSlv, type: CommentType, named: readonly string[]) {
  const others = (await participants(ctx, slv, type)).filter(({ id }) => !named.includes(id))
  await tell(ctx, slv, others)
}

/** Tells the seller's people who take part, when a comment opens to them that they could not read before. */
export async function tellSellers(ctx: Ctx, slv: LockedSlv, named: readonly string[]) {
  const sellers = (await participants(ctx, slv, 'EXTERNAL')).filter((one) => isSeller(one) && !named.includes(one.id))
  await tell(ctx, slv, sellers)
}

const tell = (ctx: Ctx, slv: LockedSlv, people: readonly Candidate[]) =>
  notify(ctx, {
    action: 'PROXY_LOAN_COMMENT',
    entityId: slv.id,
    to: people.map(({ id }) => id),
    description: description(ctx, slv),
  })

/** Who has the SLV in hand, and who wrote before: as far as they may still open it and read this type. */
async function participants(ctx: Ctx, slv: LockedSlv, type: CommentType): Promise<Candidate[]> {
  const isInternal = type === 'INTERNAL'
  const isAt = (stage: readonly string[]) => isInternal && stage.includes(slv.status)
  const ids = [
    isInternal ? null : slv.sellerId,
    slv.underwriterId,
    slv.status === 'DRAFT' ? slv.createdById : null,
    isAt(slrStatuses) ? slv.underwriterManagerId : null,
    isAt(tdStatuses) ? slv.tradeDeskId : null,
    ...(await findAuthors(ctx, slv.id)),
  ].filter((id) => id !== null)
  const people = await findPeople(ctx, slv, [...new Set(ids)])
  return people.filter((person) => mayRead(person.role, type) && mayView(person, slv))
}
