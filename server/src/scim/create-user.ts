import { findOrCreateCompany, findSeller } from '../auth/sessions/log-in.ts'
import type { Ctx } from '../lib/ctx.ts'
import { setStatus } from '../people/set-status.ts'
import { writeUserChange } from '../user/changes.ts'
import { provision, type Scim } from './find-service.ts'
import { findSameNamed, findUser } from './find-users.ts'
import { readUser, type WantedUser } from './read-body.ts'
import { ScimRefusal, takenRefusal } from './send-error.ts'
import { writeDetails } from './update-user.ts'

/**
 * Creates a user without rights, as a first sign-in does, or restores one that
 * the identity provider deleted.
 */
export const createUser = (scim: Scim, companyName: string, body: unknown) =>
  provision(scim, async (ctx) => {
    const wanted = readUser(body)
    const company = await findCompany(ctx, wanted.organization, companyName)
    const [known, ...others] = await findSameNamed(ctx.db, wanted)
    if (!known) return insert(ctx, wanted, company)
    if (
      others.length > 0 ||
      known.deletedAt === null ||
      known.companyId !== company.id
    )
      throw takenRefusal()

    await ctx.db
      .updateTable('scimUser')
      .set({ deletedAt: null })
      .where('userId', '=', known.id)
      .execute()
    await writeDetails(ctx, await findUser(ctx.db, known.id), wanted)
    if (wanted.active !== false)
      await setStatus(ctx, { id: known.id, status: 'ACTIVE' })
    return findUser(ctx.db, known.id)
  })

async function findCompany(
  { db, now }: Ctx,
  corrId: string | null,
  companyName: string,
) {
  if (corrId === null)
    return findOrCreateCompany(db, { kind: 'STAFF', companyName, corrId }, now)
  const seller = await findSeller(db, corrId)
  if (!seller)
    throw new ScimRefusal(
      400,
      `organization: no seller has the corrId ${corrId}`,
      'invalidValue',
    )
  return seller
}

async function insert(
  { db, now, actor }: Ctx,
  wanted: WantedUser,
  company: { id: string; name: string },
) {
  const { firstName, lastName, email, userName, externalId, active } = wanted
  const status = active === false ? 'INACTIVE' : 'ACTIVE'
  const { id } = await db
    .insertInto('appUser')
    .values({
      firstName,
      lastName,
      email,
      status,
      companyId: company.id,
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('userRole')
    .values({ userId: id, role: 'DEFAULT', position: 0 })
    .execute()
  await db
    .insertInto('scimUser')
    .values({ userId: id, userName, externalId })
    .execute()
  const changes = [
    { field: 'companyName', before: null, after: company.name },
    { field: 'roles', before: null, after: ['DEFAULT'] },
  ]
  await writeUserChange(
    { db, now, actorId: actor.id },
    { userId: id, action: 'create', changes },
  )
  return findUser(db, id)
}
