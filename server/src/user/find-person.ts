import { workOf } from '@portal/contract/user/manage-policy'
import type { OpenWorkKind, Permission, Role } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { badRequest, forbidden } from '../lib/errors.ts'

/** Active people who act in one of these roles: their first one. */
const active = (db: Db, roles: readonly Role[]) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', 'in', roles),
    )
    .select(['appUser.id', 'appUser.name', 'appUser.companyId'])
    .where('appUser.status', '=', 'ACTIVE')

/**
 * Holds a person's rights as they are until the transaction ends, or waits for whoever changes them: so nothing is given to
 * somebody who loses the right to it at this moment (docs/decisions/017-people.md). Taken after the locks of SLVs. On a bare
 * connection it would be let go at once: that is a fault of ours.
 */
export const hold = (db: Db, id: string) => {
  if (!db.isTransaction) throw new Error('A person is held in the transaction of the work that they get')
  return db.selectFrom('appUser').select('id').where('id', '=', id).forShare().execute()
}

/** An active person by id, held, who acts in one of these roles and holds the permission, when one is named; undefined else. */
async function heldPerson(db: Db, id: string, roles: readonly Role[], permission: Permission | null) {
  await hold(db, id)
  return active(db, roles)
    .where('appUser.id', '=', id)
    .$if(permission !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('userPermission')
            .select('userPermission.userId')
            .whereRef('userPermission.userId', '=', 'appUser.id')
            .where('userPermission.permission', '=', permission ?? ''),
        ),
      ),
    )
    .executeTakeFirst()
}

/** An active underwriter by id, held, or undefined; one who holds the permission, when it is named. */
export const activeUnderwriter = (db: Db, id: string, permission: Permission | null = null) =>
  heldPerson(db, id, ['UNDERWRITER'], permission)

/** An active person by id, held, to whom a kind of work can be given; undefined else. */
export const activeFor = (db: Db, kind: OpenWorkKind, id: string) =>
  heldPerson(db, id, workOf[kind].roles, workOf[kind].toGet)

/** Whoever was named in a field for a review that needs a permission. Throws 400, naming the field, when they can't do it. */
export async function underwriterFor(db: Db, field: string, id: string, permission: Permission) {
  const person = await activeUnderwriter(db, id, permission)
  if (!person) throw badRequest([{ field, error: 'Nobody who can do this review' }])
  return person
}

/**
 * The actor, held, as the underwriter that they still are: for work that they take themselves. Throws 403 when the right to
 * it was taken from them a moment ago.
 */
export async function actingUnderwriter({ db, actor }: Pick<Ctx, 'db' | 'actor'>, permission?: Permission) {
  const person = await activeUnderwriter(db, actor.id, permission)
  if (!person) throw forbidden('You do not have the permission for this')
  return person
}

/** An active seller by id, held, with their company; undefined else. */
export const activeSeller = (db: Db, id: string) => activeFor(db, 'seller', id)

/** The name people read for a user id. */
export const nameOf = async (db: Db, id: string | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('appUser').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)
