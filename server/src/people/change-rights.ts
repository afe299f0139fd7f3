import type { HandOver } from '@portal/contract/user/manage-api'
import {
  type ManagedPersonFacts,
  workableKinds,
} from '@portal/contract/user/manage-policy'
import type { Ctx } from '../lib/ctx.ts'
import { findManagedUser, type UserRecord } from '../user/find-user.ts'
import { othersManage } from '../user/write-rights.ts'
import {
  checkHandOver,
  type LockedWork,
  lockOpenWork,
} from './assign-open-work.ts'
import { chooseSuccessors } from './find-successors.ts'

/**
 * The successors by kind of work, or AUTOMATIC: for each kind, the person with
 * the least of it.
 */
export type HandOverRequest = { handOver?: HandOver | 'AUTOMATIC' | undefined }

type LockedPerson = {
  person: UserRecord
  work: LockedWork
  /** Whether anyone but this person can manage everyone. */
  othersManage: boolean
}

/**
 * Locks a user whose rights change, with their open work. Throws 404 for one
 * that the actor doesn't manage. Called in `transactWithRights`: rights change
 * one at a time, so that two admins can't remove each other's.
 */
export async function lockManagedUser(
  ctx: Ctx,
  id: string,
): Promise<LockedPerson> {
  await findManagedUser(ctx, id)
  const work = await lockOpenWork(ctx.db, id)
  return {
    person: await findManagedUser(ctx, id),
    work,
    othersManage: await othersManage(ctx.db, id),
  }
}

/**
 * Who takes over the open work that the user can't continue as `personAfter`.
 * It is assigned after the rights are written: a user who loses a right is not
 * notified of work that needs it.
 */
export async function planHandOver(
  ctx: Ctx,
  { person, work }: LockedPerson,
  personAfter: ManagedPersonFacts,
  handOver: HandOverRequest['handOver'] = {},
) {
  const able = workableKinds(personAfter)
  const successors =
    handOver === 'AUTOMATIC'
      ? await chooseSuccessors(ctx.db, person, able)
      : handOver
  return checkHandOver(ctx, person, work, able, successors)
}
