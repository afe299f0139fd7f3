import type {
  CommentType,
  Mentionable,
} from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import {
  heldPermissions,
  onActingRole,
  permissionMap,
} from '../user/find-actor.ts'
import type { Topic } from './topic.ts'

export type Candidate = Actor &
  Pick<Mentionable, 'firstName' | 'lastName' | 'companyName'>

/**
 * Active people who may take part in a conversation, by first name, with role
 * and permissions for the policies.
 */
export async function findPeople(
  ctx: Ctx,
  { externalParty, bddId }: Topic,
  ids?: readonly string[],
): Promise<Candidate[]> {
  if (ids?.length === 0) return []
  const rows = await ctx.db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .innerJoin('userRole', onActingRole)
    .select([
      'appUser.id',
      'appUser.firstName',
      'appUser.lastName',
      'appUser.name',
      'appUser.companyId',
      'company.name as companyName',
      'userRole.role',
      heldPermissions,
    ])
    .where('appUser.status', '=', 'ACTIVE')
    .where('appUser.isService', '=', false)
    .where((eb) =>
      eb.or([
        eb('userRole.role', '=', 'UNDERWRITER'),
        eb.and([
          eb('userRole.role', '=', externalParty.role),
          eb('appUser.companyId', '=', externalParty.companyId),
        ]),
        eb.and([
          eb('userRole.role', 'in', ['BDD', 'UBDD']),
          eb('appUser.id', '=', bddId),
        ]),
      ]),
    )
    .$if(ids !== undefined, (query) =>
      query.where('appUser.id', 'in', [...(ids ?? [])]),
    )
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .execute()
  return rows.map(({ held, ...person }) => ({
    ...person,
    permissions: permissionMap(held),
  }))
}

/** The authors of comments, of one type or of all. */
export async function findAuthors(
  ctx: Ctx,
  { column, id }: Topic,
  type?: CommentType,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('comment')
    .select('authorId')
    .distinct()
    .where(column, '=', id)
    .where('deletedAt', 'is', null)
    .$if(type !== undefined, (query) =>
      query.where('type', '=', type ?? 'EXTERNAL'),
    )
    .execute()
  return rows.map(({ authorId }) => authorId)
}

export async function findMentionables(
  ctx: Ctx,
  topic: Topic,
  type: CommentType,
  ids?: readonly string[],
) {
  const externalAuthors =
    type === 'EXTERNAL' ? await findAuthors(ctx, topic, 'EXTERNAL') : []
  const people = await findPeople(ctx, topic, ids)
  return people
    .filter((person) => topic.mayBeMentioned(person, type, externalAuthors))
    .map((person) => ({ ...person, isReader: topic.mayOpen(person) }))
}
