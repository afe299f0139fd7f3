import type { Me, Profile } from '@portal/contract/auth/api'
import { permissions } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { findUser, presentUser } from '../user/find-user.ts'
import type { KeyState } from './keys/find-key.ts'
import type { SessionState } from './sessions/session.ts'

/** The signed-in user, as the web's shell needs them. */
export async function getProfile(db: Db, userId: string): Promise<Profile> {
  const person = await findUser(db, userId)
  if (!person) throw notFound('User')
  return { ...presentUser(person), role: person.roles[0] ?? 'DEFAULT' }
}

/** The caller, by their session or API key. */
export async function getMe(
  { db, actor }: Ctx,
  signedIn: SessionState | KeyState,
): Promise<Me> {
  const { name: companyName } = await db
    .selectFrom('company')
    .select('name')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow()
  const scopes = 'scopes' in signedIn ? [...signedIn.scopes] : null
  return {
    id: actor.id,
    name: actor.name,
    kind: scopes ? 'SERVICE' : 'PERSON',
    role: actor.role,
    companyName,
    permissions: permissions.filter((key) => actor.permissions[key]),
    scopes,
    expiresAt: signedIn.endsAt.toISOString(),
  }
}
