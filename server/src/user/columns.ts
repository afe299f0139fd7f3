import type { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** People with their company, the role they act in, and their password where they have one. */
export const people = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .leftJoin('credential', 'credential.userId', 'appUser.id')
    .leftJoin('userRole as acting', (join) =>
      join.onRef('acting.userId', '=', 'appUser.id').on('acting.position', '=', 0),
    )

/** What is read of a person for whoever looks after them. The subqueries are asked for the rows of one page, once it is cut. */
export const personColumns = [
  'appUser.id',
  'appUser.firstName',
  'appUser.lastName',
  'appUser.name',
  'appUser.email',
  'appUser.phone',
  'appUser.status',
  'appUser.createdAt',
  'appUser.companyId',
  'company.name as companyName',
  'company.kind as companyKind',
  'company.bddId',
  'credential.userId as credentialId',
  'credential.passwordSetAt',
  sql<Date | null>`greatest(app_user.last_used_at, (select max(last_used_at) from session where user_id = app_user.id))`.as(
    'usedAt',
  ),
  sql<Role[]>`array(select role from user_role where user_id = app_user.id order by position)`.as('roles'),
  sql<string[]>`array(select permission from user_permission where user_id = app_user.id)`.as('held'),
] as const
