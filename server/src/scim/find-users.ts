import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { absentFrom, type FilterAttributes, toCondition } from './filter.ts'
import { enterpriseSchema } from './list-schemas.ts'
import { ScimRefusal } from './send-error.ts'

const userName = sql<string>`coalesce(scim_user.user_name, app_user.email)`

/**
 * Staff and sellers. Third-party reviewers sign in with a password and aren't
 * provisioned.
 */
const userRows = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .leftJoin('scimUser', 'scimUser.userId', 'appUser.id')
    .where('company.kind', '!=', 'TPR_VENDOR')
    .where('appUser.isService', '=', false)
    .where('scimUser.deletedAt', 'is', null)

const select = (db: Db) =>
  userRows(db)
    .select([
      'appUser.id',
      'appUser.firstName',
      'appUser.lastName',
      'appUser.name',
      'appUser.email',
    ])
    .select([
      'appUser.status',
      'appUser.createdAt',
      'company.corrId',
      'scimUser.externalId',
    ])
    .select([
      userName.as('userName'),
      sql<Date>`coalesce(
      (
        select at
        from user_history
        where user_id = app_user.id
        order by id desc
        limit 1
      ),
      app_user.created_at
    )`.as('changedAt'),
      sql<{ value: string; display: string }[]>`(
      select
        coalesce(
          jsonb_agg(
            jsonb_build_object('value', id, 'display', display_name)
            order by id
          ),
          '[]'
        )
      from scim_member
        join scim_group on scim_group.id = group_id
      where user_id = app_user.id
    )`.as('groups'),
    ])

export type UserRow = Awaited<ReturnType<typeof findUser>>

export const isUuid = (id: string) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

/**
 * A user by id. Throws 404, also for reviewers and for users that SCIM deleted.
 */
export async function findUser(db: Db, id: string) {
  const row = isUuid(id)
    ? await select(db).where('appUser.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new ScimRefusal(404, `User ${id} not found`)
  return row
}

const inGroup = (condition: unknown) =>
  sql<boolean>`exists (
    select
    from scim_member member
    where member.user_id = app_user.id
      and ${condition}
  )`

const text = (column: ReturnType<typeof sql<unknown>>) =>
  ({ column, kind: 'TEXT' }) as const
/** How users are filtered. */
export const userFilters: FilterAttributes = {
  'meta.resourcetype': { column: sql`'User'`, kind: 'EXACT' },
  id: { column: sql`app_user.id::text`, kind: 'EXACT' },
  externalid: { column: sql`scim_user.external_id`, kind: 'EXACT' },
  username: text(sql`lower(${userName})`),
  'name.givenname': text(sql`lower(app_user.first_name)`),
  'name.familyname': text(sql`lower(app_user.last_name)`),
  'name.formatted': text(sql`lower(app_user.name)`),
  displayname: text(sql`lower(app_user.name)`),
  emails: text(sql`app_user.email`),
  'emails.value': text(sql`app_user.email`),
  'emails.type': text(sql`'work'`),
  'emails.primary': { column: sql`true`, kind: 'BOOLEAN' },
  active: { column: sql`(app_user.status = 'ACTIVE')`, kind: 'BOOLEAN' },
  groups: {
    column: sql`member.group_id::text`,
    kind: 'EXACT',
    within: inGroup,
  },
  'groups.value': {
    column: sql`member.group_id::text`,
    kind: 'EXACT',
    within: inGroup,
  },
  [`${enterpriseSchema.toLowerCase()}:organization`]: {
    column: sql`company.corr_id`,
    kind: 'EXACT',
  },
}

export type Page = {
  filter?: string | undefined
  startIndex: number
  count: number
  /** Attributes of other types that the filter may name. */
  absent?: FilterAttributes
}

/** A page of users in the order of their creation, and how many there are. */
export async function listUsers(
  { db }: { db: Db },
  { filter, startIndex, count, absent = {} }: Page,
) {
  const condition = toCondition(filter, {
    ...absentFrom(absent),
    ...userFilters,
  })
  const { total } = await userRows(db)
    .where(condition)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = select(db).where(condition).orderBy('appUser.id').limit(count)
  const rows = count === 0 ? [] : await page.offset(startIndex - 1).execute()
  return { total, rows }
}

/** Which of these ids are not users. */
export async function findUnknown(
  db: Db,
  ids: readonly string[],
): Promise<string[]> {
  const valid = ids.filter(isUuid)
  const rows = await userRows(db)
    .select('appUser.id')
    .where((eb) => eb('appUser.id', '=', eb.fn.any(eb.val(valid))))
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/**
 * Everyone with this userName or email address, whether SCIM shows them or not.
 */
export const findSameNamed = (
  db: Db,
  wanted: { userName: string; email: string },
) =>
  db
    .selectFrom('appUser')
    .leftJoin('scimUser', 'scimUser.userId', 'appUser.id')
    .select(['appUser.id', 'appUser.companyId', 'scimUser.deletedAt'])
    .where((eb) =>
      eb.or([
        eb('appUser.email', '=', wanted.email),
        eb(sql`lower(${userName})`, '=', wanted.userName.toLowerCase()),
      ]),
    )
    .execute()
