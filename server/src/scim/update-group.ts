import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import {
  type GroupRights,
  isGroup,
  rightsByGroups,
} from '../lib/group-roles.ts'
import { setRights } from '../people/set-rights.ts'
import { writeUserChange } from '../user/changes.ts'
import { findManagedUser } from '../user/find-user.ts'
import { findGroup, type GroupRow } from './find-groups.ts'
import { checkVersion, provision, type Scim } from './find-service.ts'
import { findUnknown } from './find-users.ts'
import { groupVersion } from './present.ts'
import { readGroup, type WantedGroup } from './read-body.ts'
import { ScimRefusal } from './send-error.ts'

export const createGroup = (scim: Scim, body: unknown) =>
  provision(scim, async (ctx) => {
    const wanted = readGroup(body)
    const { displayName, externalId } = wanted
    await checkName(ctx, displayName, null)
    const { id } = await ctx.db
      .insertInto('scimGroup')
      .values({
        displayName,
        externalId,
        createdAt: ctx.now,
        changedAt: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await changeMembers(ctx, scim, { id, displayName, members: [] }, wanted)
    return findGroup(ctx.db, id)
  })

/**
 * Replaces or patches a group: `bodyOf` returns the whole new group, given the
 * current one.
 */
export const updateGroup = (
  scim: Scim,
  id: string,
  ifMatch: string | undefined,
  bodyOf: (row: GroupRow) => unknown,
) =>
  provision(scim, async (ctx) => {
    const before = await findGroup(ctx.db, id)
    checkVersion(ifMatch, groupVersion(before))
    const wanted = readGroup(bodyOf(before))
    // Renamed first, because the members' rights depend on the name.
    const isRenamed = await renameGroup(ctx, before, wanted)
    const hasNewMembers = await changeMembers(ctx, scim, before, wanted)
    if (!isRenamed && !hasNewMembers) return before
    await ctx.db
      .updateTable('scimGroup')
      .set({ version: sql`version + 1`, changedAt: ctx.now })
      .where('id', '=', id)
      .execute()
    return findGroup(ctx.db, id)
  })

/** Returns whether anything changed. */
async function renameGroup(
  ctx: Ctx,
  before: GroupRow,
  { displayName, externalId }: WantedGroup,
): Promise<boolean> {
  const hasNewName = displayName !== before.displayName
  if (hasNewName) await checkName(ctx, displayName, before.id)
  if (!hasNewName && externalId === before.externalId) return false
  await ctx.db
    .updateTable('scimGroup')
    .set({ displayName, externalId })
    .where('id', '=', before.id)
    .execute()
  return true
}

export const deleteGroup = (
  scim: Scim,
  id: string,
  ifMatch: string | undefined,
): Promise<void> =>
  provision(scim, async (ctx) => {
    const before = await findGroup(ctx.db, id)
    checkVersion(ifMatch, groupVersion(before))
    await changeMembers(ctx, scim, before, { ...before, memberIds: [] })
    await ctx.db.deleteFrom('scimGroup').where('id', '=', id).execute()
  })

async function checkName({ db }: Ctx, displayName: string, id: string | null) {
  const other = await db
    .selectFrom('scimGroup')
    .select('id')
    .where(sql`lower(display_name)`, '=', displayName.toLowerCase())
    .where('id', 'is distinct from', id)
    .executeTakeFirst()
  if (other)
    throw new ScimRefusal(
      409,
      `Another group is named ${displayName}`,
      'uniqueness',
    )
}

type Before = Pick<GroupRow, 'id' | 'displayName' | 'members'>

/**
 * Adds and removes members, with their rights and history. Returns whether any
 * changed.
 */
async function changeMembers(
  ctx: Ctx,
  { groupRoles }: Scim,
  before: Before,
  wanted: WantedGroup,
): Promise<boolean> {
  const oldIds = new Set(before.members.map(({ value }) => value))
  const newIds = new Set(wanted.memberIds)
  const added = [...newIds].filter((id) => !oldIds.has(id))
  const removed = [...oldIds].filter((id) => !newIds.has(id))
  await checkUsers(ctx, added)

  await writeMembers(ctx, before.id, added, removed)
  for (const id of added) await noteGroup(ctx, id, null, wanted.displayName)
  for (const id of removed) await noteGroup(ctx, id, before.displayName, null)

  const isMapped = groupRoles.some(
    ({ group }) =>
      isGroup(group, before.displayName) || isGroup(group, wanted.displayName),
  )
  // Another name can mean other rights, also for those who stay.
  const isSameGroup = isGroup(before.displayName, wanted.displayName)
  const remaining = [...newIds].filter((id) => oldIds.has(id))
  const affected = isSameGroup ? [] : remaining
  if (isMapped)
    await setGroupRights(ctx, groupRoles, [...added, ...removed, ...affected])
  return added.length + removed.length > 0
}

async function checkUsers({ db }: Ctx, ids: readonly string[]) {
  const [unknown] = await findUnknown(db, ids)
  if (unknown !== undefined)
    throw new ScimRefusal(
      400,
      `members: there is no user ${unknown}`,
      'invalidValue',
    )
}

async function writeMembers(
  { db }: Ctx,
  groupId: string,
  added: readonly string[],
  removed: readonly string[],
) {
  if (added.length > 0)
    await db
      .insertInto('scimMember')
      .values(added.map((userId) => ({ groupId, userId })))
      .execute()
  await db
    .deleteFrom('scimMember')
    .where('groupId', '=', groupId)
    .where((eb) => eb('userId', '=', eb.fn.any(eb.val(removed))))
    .execute()
}

const noteGroup = (
  { db, now, actor }: Ctx,
  userId: string,
  before: string | null,
  after: string | null,
) =>
  writeUserChange(
    { db, now, actorId: actor.id },
    {
      userId,
      action: 'edit',
      changes: [{ field: 'group', before, after }],
    },
  )

/**
 * Updates people's rights after a change to a mapped group. Open work that they
 * can no longer continue is handed over.
 */
async function setGroupRights(
  ctx: Ctx,
  mapping: readonly GroupRights[],
  userIds: readonly string[],
) {
  const people = await ctx.db
    .selectFrom('appUser')
    .select([
      'id',
      sql<
        string[]
      >`array(select display_name from scim_member join scim_group on scim_group.id = group_id
        where user_id = app_user.id)`.as('groups'),
    ])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...userIds]))))
    .orderBy('id')
    .execute()
  for (const { id, groups } of people) {
    const { roles, permissions } = rightsByGroups(
      await findManagedUser(ctx, id),
      groups,
      mapping,
    )
    await setRights(ctx, { id, roles, ...permissions, handOver: 'AUTOMATIC' })
  }
}
