import { toRecord } from '@portal/contract/lib/typed'
import { permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { setRights } from '../people/set-rights.ts'
import { setStatus } from '../people/set-status.ts'
import { checkVersion, provision, type Scim } from './find-service.ts'
import { findUser } from './find-users.ts'
import { userVersion } from './present.ts'

/**
 * Deactivates a user, removes their rights and groups, and hides them from
 * SCIM. The person stays in the portal, because history refers to them.
 */
export const deleteUser = (
  scim: Scim,
  id: string,
  ifMatch: string | undefined,
): Promise<void> =>
  provision(scim, async (ctx) => {
    const { db, now } = ctx
    const user = await findUser(db, id)
    checkVersion(ifMatch, userVersion(user))
    // First, so that the person isn't notified of losing their rights.
    await setStatus(ctx, { id, status: 'INACTIVE', handOver: 'AUTOMATIC' })
    await setRights(ctx, {
      id,
      roles: ['DEFAULT'],
      ...toRecord(permissions, () => false),
    })
    const groups = db
      .deleteFrom('scimMember')
      .where('userId', '=', id)
      .returning('groupId')
    await db
      .with('left', () => groups)
      .updateTable('scimGroup')
      .set({ version: sql`version + 1`, changedAt: now })
      .where('id', 'in', (eb) => eb.selectFrom('left').select('groupId'))
      .execute()
    const { userName, externalId } = user
    await db
      .insertInto('scimUser')
      .values({ userId: id, userName, externalId, deletedAt: now })
      .onConflict((conflict) =>
        conflict.column('userId').doUpdateSet({ deletedAt: now }),
      )
      .execute()
  })
