import type { Actor } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { forbidden } from '../lib/errors.ts'
import { findActor } from './find-actor.ts'
import { hold } from './find-person.ts'

/**
 * Asks the endpoint's own rule again of what the actor holds now, and keeps it so until the transaction ends: nobody goes on by a
 * right that is being taken from them. Throws 403 when it is gone.
 */
export async function holdActor({ db, actor }: Pick<Ctx, 'db' | 'actor'>, access: ActorRule): Promise<Actor> {
  await hold(db, actor.id)
  const now = await findActor(db, actor.id)
  if (!now || !access(now)) throw forbidden('You do not have the permission for this')
  return now
}
