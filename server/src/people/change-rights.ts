import type {
  HandOver,
  User,
  UserAction,
} from '@portal/contract/user/manage-api'
import {
  type ManagedPersonFacts,
  workableKinds,
} from '@portal/contract/user/manage-policy'
import type { Actor } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { conflict } from '../lib/errors.ts'
import { type PersonChange, writeUserChange } from '../user/changes.ts'
import {
  findManagedUser,
  presentUser,
  type UserRecord,
} from '../user/find-user.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { othersManage } from '../user/write-rights.ts'
import {
  assignOpenWork,
  checkHandOver,
  lockOpenWork,
} from './assign-open-work.ts'
import { chooseSuccessors } from './find-successors.ts'

/**
 * The successors by kind of work, or AUTOMATIC: for each kind, the person with
 * the least of it.
 */
export type HandOverRequest = { handOver?: HandOver | 'AUTOMATIC' | undefined }

type ChangeRequest = {
  id: string
  customMessage?: string | undefined
} & HandOverRequest

type Plan = {
  action: UserAction
  /**
   * The endpoint's own rule, checked again against the actor's current rights.
   */
  access: ActorRule
  /** Why the change is refused, as a sentence; null if it is allowed. */
  refusal: (
    actor: Actor,
    person: UserRecord,
    othersManage: boolean,
  ) => string | null
  /** The user after the change. */
  after: (person: UserRecord) => ManagedPersonFacts
  changes: (person: UserRecord) => PersonChange[]
  write: (db: Db, person: UserRecord) => Promise<void>
  /** `changeId` is the id of the history entry. */
  notify: (
    ctx: Ctx,
    person: UserRecord,
    about: { message: string | null; changeId: number },
  ) => Promise<void>
}

/**
 * Changes a user's rights in one transaction, one at a time, so that two admins
 * can't remove each other's rights.
 */
export const changeRights = (
  ctx: Ctx,
  { id, handOver = {}, customMessage }: ChangeRequest,
  plan: Plan,
): Promise<User> =>
  transactWithRights(ctx, plan.access, async (inner) => {
    const { db, now, actor } = inner
    await findManagedUser(inner, id)

    const work = await lockOpenWork(db, id)
    const person = await findManagedUser(inner, id)
    const refusal = plan.refusal(actor, person, await othersManage(db, id))
    if (refusal) throw conflict(refusal)
    const changes = plan.changes(person)
    if (changes.length === 0) return presentUser(person)

    const able = workableKinds(plan.after(person))
    const successors =
      handOver === 'AUTOMATIC'
        ? await chooseSuccessors(db, person, able)
        : handOver
    const reassignments = await checkHandOver(
      inner,
      person,
      work,
      able,
      successors,
    )
    // Before the reassignment: a user who loses a right is not notified of work
    // that needs it.
    await plan.write(db, person)
    const reassigned = await assignOpenWork(inner, person, work, reassignments)
    const message = customMessage || null
    const changeId = await writeUserChange(
      { db, now, actorId: actor.id },
      {
        userId: id,
        action: plan.action,
        changes: [...changes, ...reassigned],
        customMessage: message,
      },
    )
    await plan.notify(inner, person, { message, changeId })
    return presentUser(await findManagedUser(inner, id))
  })
