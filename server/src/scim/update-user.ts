import type { Ctx } from '../lib/ctx.ts'
import { setStatus } from '../people/set-status.ts'
import { writeUserChange } from '../user/changes.ts'
import { checkVersion, provision, type Scim } from './find-service.ts'
import { findSameNamed, findUser, type UserRow } from './find-users.ts'
import { userVersion } from './present.ts'
import { readUser, type WantedUser } from './read-body.ts'
import { ScimRefusal, takenRefusal } from './send-error.ts'

/**
 * Replaces or patches a user: `bodyOf` returns the whole new user, given the
 * current one.
 */
export const updateUser = (
  scim: Scim,
  id: string,
  ifMatch: string | undefined,
  bodyOf: (row: UserRow) => unknown,
) =>
  provision(scim, async (ctx) => {
    const before = await findUser(ctx.db, id)
    checkVersion(ifMatch, userVersion(before))
    const wanted = readUser(bodyOf(before))
    if (wanted.organization !== null && wanted.organization !== before.corrId)
      throw new ScimRefusal(
        400,
        'organization: a user can’t move to another company',
        'mutability',
      )
    const others = (await findSameNamed(ctx.db, wanted)).filter(
      (other) => other.id !== id,
    )
    if (others.length > 0) throw takenRefusal()
    await writeDetails(ctx, before, wanted)
    if (
      wanted.active !== undefined &&
      wanted.active !== (before.status === 'ACTIVE')
    )
      await setStatus(ctx, {
        id,
        status: wanted.active ? 'ACTIVE' : 'INACTIVE',
        handOver: 'AUTOMATIC',
      })
    return findUser(ctx.db, id)
  })

const fields = [
  'firstName',
  'lastName',
  'email',
  'userName',
  'externalId',
] as const

/** Stores the changed fields, with history. */
export async function writeDetails(
  { db, now, actor }: Ctx,
  before: UserRow,
  wanted: WantedUser,
) {
  const changes = fields
    .filter((field) => before[field] !== wanted[field])
    .map((field) => ({ field, before: before[field], after: wanted[field] }))
  if (changes.length === 0) return
  const { firstName, lastName, email, userName, externalId } = wanted
  await db
    .updateTable('appUser')
    .set({ firstName, lastName, email })
    .where('id', '=', before.id)
    .execute()
  await db
    .insertInto('scimUser')
    .values({ userId: before.id, userName, externalId })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ userName, externalId }),
    )
    .execute()
  await writeUserChange(
    { db, now, actorId: actor.id },
    { userId: before.id, action: 'edit', changes },
  )
}
