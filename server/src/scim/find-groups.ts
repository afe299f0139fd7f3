import { sql } from 'kysely'
import type { Db } from '../lib/database/db.ts'
import { absentFrom, type FilterAttributes, toCondition } from './filter.ts'
import { isUuid, type Page } from './find-users.ts'
import { ScimRefusal } from './send-error.ts'

const members = sql<{ value: string; display: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('value', id, 'display', name) order by id), '[]')
    from scim_member join app_user on app_user.id = user_id where group_id = scim_group.id)`
const none = sql<{ value: string; display: string }[]>`'[]'::jsonb`

const columns = [
  'id',
  'displayName',
  'externalId',
  'version',
  'createdAt',
  'changedAt',
] as const

const select = (db: Db, hasMembers: boolean) =>
  db
    .selectFrom('scimGroup')
    .select(columns)
    .select((hasMembers ? members : none).as('members'))

export type GroupRow = Awaited<ReturnType<typeof findGroup>>

/** A group by id; without its members if they aren't needed. Throws 404. */
export async function findGroup(db: Db, id: string, hasMembers = true) {
  const row = isUuid(id)
    ? await select(db, hasMembers).where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new ScimRefusal(404, `Group ${id} not found`)
  return row
}

const hasMember = (condition: unknown) =>
  sql<boolean>`exists (
    select
    from scim_member member
    where member.group_id = scim_group.id
      and ${condition}
  )`

/** How groups are filtered. */
export const groupFilters: FilterAttributes = {
  'meta.resourcetype': { column: sql`'Group'`, kind: 'EXACT' },
  id: { column: sql`scim_group.id::text`, kind: 'EXACT' },
  externalid: { column: sql`scim_group.external_id`, kind: 'EXACT' },
  displayname: { column: sql`lower(scim_group.display_name)`, kind: 'TEXT' },
  members: {
    column: sql`member.user_id::text`,
    kind: 'EXACT',
    within: hasMember,
  },
  'members.value': {
    column: sql`member.user_id::text`,
    kind: 'EXACT',
    within: hasMember,
  },
}

/** A page of groups in the order of their creation, and how many there are. */
export async function listGroups(
  { db }: { db: Db },
  { filter, startIndex, count, absent = {} }: Page,
  hasMembers: boolean,
) {
  const condition = toCondition(filter, {
    ...absentFrom(absent),
    ...groupFilters,
  })
  const { total } = await db
    .selectFrom('scimGroup')
    .where(condition)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = select(db, hasMembers)
    .where(condition)
    .orderBy('id')
    .limit(count)
  const rows = count === 0 ? [] : await page.offset(startIndex - 1).execute()
  return { total, rows }
}
