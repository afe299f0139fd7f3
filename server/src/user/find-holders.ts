import type { Permission } from '@portal/contract/user/model'
import type { Db } from '../lib/db.ts'

/** The active underwriters who hold all of these permissions. */
export async function findHolders(db: Db, permissions: readonly Permission[]): Promise<string[]> {
  const holders = await db
    .selectFrom('userPermission')
    .innerJoin('appUser', 'appUser.id', 'userPermission.userId')
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0)
        .on('userRole.role', '=', 'UNDERWRITER'),
    )
    .select('appUser.id')
    .where((eb) => eb('userPermission.permission', '=', eb.fn.any(eb.val(permissions))))
    .where('appUser.status', '=', 'ACTIVE')
    .groupBy('appUser.id')
    .having((eb) => eb(eb.fn.countAll(), '=', permissions.length))
    .orderBy('appUser.id')
    .execute()
  return holders.map(({ id }) => id)
}
