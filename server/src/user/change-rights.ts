import type { HandOver, User, UserAction } from '@portal/contract/user/manage-api'
import { type PersonStanding, workableKinds } from '@portal/contract/user/manage-policy'
import type { Actor } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { conflict } from '../lib/errors.ts'
import { assignOpenWork, checkHandOver, lockOpenWork } from './assign-open-work.ts'
import { type PersonChange, writeUserChange } from './changes.ts'
import { findManagedUser, presentUser, type UserRecord } from './find-user.ts'
import { lockRights } from './lock-person.ts'

type ChangeRequest = { id: string; handOver?: HandOver | undefined; customMessage?: string | undefined }

type Plan = {
  action: UserAction
  /** The endpoint's own rule, checked again against the actor's current rights. */
  access: ActorRule
  /** Why the change is refused, as a sentence; null if it is allowed. */
  refusal: (actor: Actor, person: UserRecord, othersManage: boolean) => string | null
  /** The user after the change. */
  after: (person: UserRecord) => PersonStanding
  changes: (person: UserRecord) => PersonChange[]
  write: (db: Db, person: UserRecord) => Promise<void>
  /** `changeId` is the id of the history entry. */
  notify: (ctx: Ctx, person: UserRecord, about: { message: string | null; changeId: number }) => Promise<void>
}

/** Changes a user's rights in one transaction, one at a time, so that two admins can't remove each other's rights. */
export const changeRights = (
  ctx: Ctx,
  { id, handOver = {}, customMessage }: ChangeRequest,
  plan: Plan,
): Promise<User> =>
  transact(ctx, async (given) => {
    const actor = await lockRights(given, plan.access)
    const inner = { ...given, actor }
    const { db, now } = inner
    await findManagedUser(inner, id)

    const work = await lockOpenWork(db, id)
    const person = await findManagedUser(inner, id)
    const refusal = plan.refusal(actor, person, await othersManage(db, id))
    if (refusal) throw conflict(refusal)
    const changes = plan.changes(person)
    if (changes.length === 0) return presentUser(person)

    const able = workableKinds(plan.after(person))
    const reassignments = await checkHandOver(inner, person, work, able, handOver)
    // Before the reassignment: a user who loses a right is not notified of work that needs it.
    await plan.write(db, person)
    const reassigned = await assignOpenWork(inner, person, work, reassignments)
    const message = customMessage || null
    const changeId = await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: id, action: plan.action, changes: [...changes, ...reassigned], customMessage: message },
    )
    await plan.notify(inner, person, { message, changeId })
    return presentUser(await findManagedUser(inner, id))
  })

async function othersManage(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.role', '=', 'UNDERWRITER'),
    )
    .innerJoin('userPermission', (join) =>
      join.onRef('userPermission.userId', '=', 'appUser.id').on('userPermission.permission', '=', 'managePermissions'),
    )
    .select('appUser.id')
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
