import type { Profile } from '@portal/contract/auth/api'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { findUser, presentUser } from '../user/find-user.ts'

/** The signed-in user, as the web's shell needs them. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const person = await findUser(db, userId)
  if (!person) throw notFound('User')
  return { ...presentUser(person), role: person.roles[0] ?? 'DEFAULT' }
}
