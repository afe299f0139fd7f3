import type { Permission } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

const holdersOf = prepared('user.holders', (db, value: Slot<{ permissions: readonly Permission[] }>) =>
  db
    .selectFrom('userPermission')
    .innerJoin('appUser', 'appUser.id', 'userPermission.userId')
    .innerJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0)
        .on('userRole.role', '=', 'UNDERWRITER'),
    )
    .select('appUser.id')
    .where((eb) => eb('userPermission.permission', '=', eb.fn.any(eb.val(value('permissions')))))
    .where('appUser.status', '=', 'ACTIVE')
    .groupBy('appUser.id')
    .having((eb) => eb(eb.fn.countAll(), '=', sql<number>`cardinality(${value('permissions')}::text[])`))
    .orderBy('appUser.id'),
)

/** The active underwriters who hold every one of these permissions. */
export const findHolders = async (db: Db, permissions: readonly Permission[]): Promise<string[]> =>
  (await holdersOf(db, { permissions })).map(({ id }) => id)
