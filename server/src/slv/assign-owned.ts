import { maxAssigned } from '@portal/contract/assignment/model'
import { assignOwned as api } from '@portal/contract/slv/api'
import type { AssignOwned } from '@portal/contract/slv/bodies'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { notifyAll } from '../lib/notify.ts'
import { activeSeller } from '../user/find-person.ts'
import { lockActor } from '../user/lock-person.ts'
import { planReassignment, writeReassignments } from './assign.ts'
import { type LockedSlv, lockSlvs } from './lock.ts'

type Person = { id: string; name: string }

/**
 * Gives all SLVs of a colleague, who may have left, to a seller of the same
 * company, all or none. What the colleague opens meanwhile stays theirs.
 */
export const assignOwned = (
  ctx: Ctx,
  { fromId, sellerId, reason }: AssignOwned,
) =>
  transact(ctx, async (inner) => {
    const colleague = await findColleague(inner, fromId)
    const slvs = await lockOwnedSlvs(inner, colleague)
    await lockActor(inner, api.access)
    const seller = await findNewOwner(inner, colleague, sellerId)
    if (slvs.length === 0)
      throw conflict(`${colleague.name} doesn’t own any SLVs`)
    const moves = slvs.flatMap((slv) =>
      planReassignment('assign-seller', slv, seller),
    )
    for (let start = 0; start < moves.length; start += maxAssigned)
      await writeReassignments(
        inner,
        'assign-seller',
        moves.slice(start, start + maxAssigned),
        reason,
      )
    await notifyOwners(inner, colleague, seller, moves.length)
    return { count: moves.length, name: seller.name }
  })

/** A person of the actor's company, active or not. */
async function findColleague({ db, actor }: Ctx, id: string): Promise<Person> {
  const colleague = await db
    .selectFrom('appUser')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('companyId', '=', actor.companyId)
    .executeTakeFirst()
  if (!colleague)
    throw badRequest([{ field: 'fromId', error: 'Not in your company' }])
  return colleague
}

/** Leaves out what someone else reassigned while this waited for the lock. */
async function lockOwnedSlvs(
  ctx: Ctx,
  colleague: Person,
): Promise<LockedSlv[]> {
  const rows = await ctx.db
    .selectFrom('slv')
    .select('id')
    .where('sellerId', '=', colleague.id)
    .where('companyId', '=', ctx.actor.companyId)
    .execute()
  const slvs = await lockSlvs(
    ctx,
    rows.map(({ id }) => id),
  )
  return slvs.filter(({ sellerId }) => sellerId === colleague.id)
}

/** Locked. Throws 400 for someone who can’t take over the SLVs. */
async function findNewOwner(
  { db, actor }: Ctx,
  colleague: Person,
  id: string,
): Promise<Person> {
  if (id === colleague.id)
    throw badRequest([
      { field: 'sellerId', error: 'Choose someone else to take these over' },
    ])
  const seller = await activeSeller(db, id)
  if (!seller || seller.companyId !== actor.companyId)
    throw badRequest([
      { field: 'sellerId', error: 'Not an active seller of the same company' },
    ])
  return seller
}

/** One notification for each of them, however many SLVs there are. */
function notifyOwners(
  ctx: Ctx,
  colleague: Person,
  seller: Person,
  count: number,
) {
  const slvs = count === 1 ? '1 SLV' : `${count.toLocaleString('en-US')} SLVs`
  return notifyAll(ctx, [
    {
      action: 'SLVS_REASSIGNED',
      entityId: null,
      to: [seller.id],
      description: `${slvs} from ${colleague.name}`,
    },
    {
      action: 'SLVS_REASSIGNED_FROM',
      entityId: null,
      to: [colleague.id],
      description: `${slvs} · now assigned to ${seller.name}`,
    },
  ])
}
