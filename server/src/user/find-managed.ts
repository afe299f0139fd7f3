import { mayManage } from '@portal/contract/user/manage-policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { findFacts, type KnownPerson } from './find-facts.ts'

/** A person whom the asker looks after. Throws 404 for others, as for one that is missing. */
export async function findManaged({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string): Promise<KnownPerson> {
  const person = await findFacts(db, id)
  if (!person || !mayManage(actor, person)) throw notFound('User')
  return person
}
