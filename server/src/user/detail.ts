import type { PersonCard } from '@portal/contract/user/manage-api'
import { mayManage, maySeePerson } from '@portal/contract/user/manage-policy'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { findFacts } from './find-facts.ts'
import { presentUser } from './present.ts'

/** A person's card; the whole of it for those who look after them. Throws 404 for whom the asker has nothing to do with. */
export async function getPerson({ db, actor }: Ctx, id: string): Promise<PersonCard> {
  const person = await findFacts(db, id)
  if (!person || !maySeePerson(actor, person)) throw notFound('User')
  const { name, status, roles, companyName, email, phone } = person
  return {
    ...{ id, name, status, companyName, email, phone },
    role: roles[0] ?? 'DEFAULT',
    user: mayManage(actor, person) ? presentUser(person) : null,
  }
}
