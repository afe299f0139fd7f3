import type { User, UserListQuery } from '@portal/contract/user/manage-api'
import {
  roles as allRoles,
  type Role,
  roleLabels,
} from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import {
  byName,
  containing,
  matches,
  readPage,
} from '../lib/database/list-query.ts'
import {
  lastUsedAt,
  presentUser,
  toUserRecord,
  userColumns,
  userRows,
} from '../user/find-user.ts'

const rolesByLabel = allRoles.toSorted((a, b) =>
  roleLabels[a] < roleLabels[b] ? -1 : 1,
)

const sorts = {
  name: byName(sql`app_user.name`),
  email: sql`app_user.email`,
  companyName: byName(sql`company.name`),
  role: sql`array_position(${sql.raw(`array['${rolesByLabel.join("','")}']`)}, acting.role)`,
  status: sql`app_user.status`,
  lastUsedAt,
  createdAt: sql`app_user.created_at`,
} as const

/**
 * The users that the actor manages: all users, or those of their own company.
 */
export async function listUsers({ db, actor }: Ctx, query: UserListQuery) {
  const { sortBy, sortType, status, permission, companyId, mail } = query
  const search = containing(query.search)
  const roles = query.roles?.flatMap(sameRoles) ?? []
  const conditions = [
    ...(managesEveryone(actor)
      ? []
      : [sql`app_user.company_id = ${actor.companyId}`]),
    ...(companyId ? [sql`app_user.company_id = ${companyId}`] : []),
    ...(status ? [sql`app_user.status = ${status}`] : []),
    ...(mail ? [sql`app_user.mail_refused_at is not null`] : []),
    ...(query.search === ''
      ? []
      : [
          sql`(${matches(sql`app_user.name`, search)} or ${matches(sql`app_user.email`, search)}
            or ${matches(sql`company.name`, search)})`,
        ]),
    ...(roles.length === 0
      ? []
      : [
          sql`app_user.id in (select user_id from user_role where role = any(${roles}::text[]))`,
        ]),
    ...(permission
      ? [
          sql`
            app_user.id in (
              select user_id
              from user_permission
              where permission = ${permission}
            )`,
        ]
      : []),
  ]
  const rows = userRows(db).where(
    sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`,
  )
  // Ties are sorted by name.
  const orderBy = sql`${sorts[sortBy]} ${sql.raw(sortType)} nulls last, ${sorts.name}, app_user.id`
  const read = (ids: string[]) =>
    userRows(db)
      .select(userColumns)
      .where(sql<boolean>`app_user.id = any(${ids}::uuid[])`)
      .orderBy(orderBy)
      .execute()
  const { items, ...paging } = await readPage(
    db,
    { rows, id: sql<string>`app_user.id`, orderBy },
    query,
    read,
  )
  return {
    ...paging,
    items: items.map((row): User => presentUser(toUserRecord(row))),
  }
}

/** UBDD is BDD under its older name: a filter by one finds both. */
const sameRoles = (role: Role): Role[] =>
  role === 'BDD' || role === 'UBDD' ? ['BDD', 'UBDD'] : [role]
