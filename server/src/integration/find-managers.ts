import {
  managesIntegrations,
  managesPeople,
} from '@portal/contract/user/policy'
import type { Db } from '../lib/database/db.ts'
import { findActor } from '../user/find-actor.ts'

/** Those who manage a company's integrations or people. */
export async function findManagers(
  db: Db,
  companyId: string,
): Promise<string[]> {
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where('companyId', '=', companyId)
    .where('status', '=', 'ACTIVE')
    .where('isService', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userPermission')
          .select('permission')
          .whereRef('userPermission.userId', '=', 'appUser.id')
          .where('permission', 'in', [
            'manageIntegrations',
            'managePermissions',
            'myCompanyAdmin',
          ]),
      ),
    )
    .execute()
  const actors = await Promise.all(people.map(({ id }) => findActor(db, id)))
  const managers = actors.filter(
    (actor) => actor && (managesIntegrations(actor) || managesPeople(actor)),
  )
  return managers.flatMap((manager) => (manager ? [manager.id] : []))
}
