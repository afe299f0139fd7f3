import type { Actor } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { forbidden } from '../lib/errors.ts'
import { findActor } from './find-actor.ts'

/**
 * Keeps a user's rights until the transaction ends, or waits for a change of
 * them (docs/decisions/017-people.md). Taken after the locks of SLVs.
 */
export const lockPerson = (db: Db, id: string) => {
  // Without a transaction the lock would be released immediately.
  if (!db.isTransaction)
    throw new Error('A person can be locked only in a transaction')
  return db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .forShare()
    .execute()
}

/**
 * Locks an active user until the transaction ends, or waits for the end of
 * their access (open-link.ts). Sessions are created under this lock, one sign-in
 * of a user at a time: each may end an older session, which writes to the user.
 * False for an inactive user.
 */
export async function lockActivePerson(db: Db, id: string): Promise<boolean> {
  const active = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return active !== undefined
}

/**
 * Waits for all locks above on this user, and blocks new ones until the
 * transaction ends.
 */
export const lockPersonForUpdate = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()

/** Locks the actor's current rights and checks the endpoint's rule again. */
export async function lockActor(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  access: ActorRule,
): Promise<Actor> {
  await lockPerson(db, actor.id)
  return checkActor(db, actor, access)
}

/**
 * Serializes changes to rights across the portal. Taken before any user is
 * locked.
 */
export const lockAllRights = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('rights of people'))`.execute(db)

/**
 * Serializes changes to rights, and checks the actor's rule again under that
 * lock.
 */
export async function lockRights(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  access: ActorRule,
): Promise<Actor> {
  await lockAllRights(db)
  return checkActor(db, actor, access)
}

/**
 * Runs `work` in a transaction after `lockRights`, with the actor's current
 * rights.
 */
export const transactWithRights = <T>(
  ctx: Ctx,
  access: ActorRule,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  transact(ctx, async (inner) =>
    work({ ...inner, actor: await lockRights(inner, access) }),
  )

async function checkActor(
  db: Db,
  actor: Actor,
  access: ActorRule,
): Promise<Actor> {
  const current = actor.isService ? actor : await findActor(db, actor.id)
  if (!current || !access(current))
    throw forbidden('You do not have permission to do this')
  return current
}
