import type { HandOver, User, UserAction } from '@portal/contract/user/manage-api'
import { type PersonStanding, workableKinds } from '@portal/contract/user/manage-policy'
import type { Actor, Role } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { conflict, forbidden } from '../lib/errors.ts'
import { assignOpenWork, checkHandOver, takeOpenWork } from './assign-open-work.ts'
import { findActor } from './find-actor.ts'
import type { KnownPerson } from './find-facts.ts'
import { findManaged } from './find-managed.ts'
import { presentUser } from './present.ts'
import { type PersonChange, writeUserChange } from './write-change.ts'

/** What every change of somebody's rights brings along. */
export type Asked = { id: string; handOver?: HandOver | undefined; customMessage?: string | undefined }

type Plan = {
  action: UserAction
  /** The endpoint's own rule, asked again of what the actor holds now. */
  access: ActorRule
  /** Why not, as a sentence; null when it may be. */
  refusal: (actor: Actor, person: KnownPerson, othersManage: boolean) => string | null
  /** The person as they will stand. */
  after: (person: KnownPerson) => PersonStanding
  /** What changes, as their history tells it; nothing is written when nothing does. */
  changes: (person: KnownPerson) => PersonChange[]
  write: (db: Db, person: KnownPerson) => Promise<void>
  /** Tells the person, where there is something to tell them; `changeId` is the line of their history. */
  tell: (ctx: Ctx, person: KnownPerson, said: { message: string | null; changeId: number }) => Promise<void>
}

/**
 * Changes what a person may do, with everything that hangs on it, in one transaction: the rule, their open work, their
 * history, the word to them. One such change at a time in the whole portal: so of two who take each other's rights at
 * once, the second is asked about what the first left.
 */
export const changeRights = (ctx: Ctx, { id, handOver = {}, customMessage }: Asked, plan: Plan): Promise<User> =>
  transact(ctx, async (given) => {
    await sql`select pg_advisory_xact_lock(hashtext('rights of people'))`.execute(given.db)
    const actor = await findActor(given.db, given.actor.id)
    if (!actor || !plan.access(actor)) throw forbidden('You do not have the permission for this')
    const inner = { ...given, actor }
    const { db, now } = inner
    await findManaged(inner, id)

    const work = await takeOpenWork(db, id)
    const person = await findManaged(inner, id)
    const why = plan.refusal(actor, person, await othersManage(db, id))
    if (why) throw conflict(why)
    const changes = plan.changes(person)
    if (changes.length === 0) return presentUser(person)

    const able = workableKinds(plan.after(person))
    const going = await checkHandOver(inner, person, work, able, handOver)
    // Written first: who loses a right is not told of what they could take with it.
    await plan.write(db, person)
    const handed = await assignOpenWork(inner, person, work, going)
    const message = customMessage || null
    const changeId = await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: id, action: plan.action, changes: [...changes, ...handed], customMessage: message },
    )
    await plan.tell(inner, person, { message, changeId })
    return presentUser(await findManaged(inner, id))
  })

/** Whether anybody else is left who can manage everyone (managesInSomeRole as SQL). */
async function othersManage(db: Db, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.role', '=', 'UNDERWRITER' satisfies Role),
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
