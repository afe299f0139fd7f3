import type { CommentType, Mentionable } from '@portal/contract/conversation/model'
import { mayBeNamed } from '@portal/contract/conversation/policy'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { permissionMap } from '../auth/session.ts'
import type { Ctx } from '../lib/ctx.ts'

export type Candidate = Actor & Pick<Mentionable, 'firstName' | 'lastName' | 'companyName'>

type Slv = SlvFacts & { id: string }

/**
 * Active people who may have to do with a conversation, by first name: all underwriters, the seller's people and
 * their BDD. Each in the role they act in, with what they hold, so that the rules can be asked about them.
 */
export async function findPeople(ctx: Ctx, slv: Slv, ids?: readonly string[]): Promise<Candidate[]> {
  if (ids?.length === 0) return []
  const rows = await ctx.db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .innerJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select([
      'appUser.id',
      'appUser.firstName',
      'appUser.lastName',
      'appUser.name',
      'appUser.companyId',
      'company.name as companyName',
      'userRole.role',
      sql<string[]>`array(select permission from user_permission where user_id = app_user.id)`.as('held'),
    ])
    .where('appUser.status', '=', 'ACTIVE')
    .where((eb) =>
      eb.or([
        eb('userRole.role', '=', 'UNDERWRITER'),
        eb.and([eb('userRole.role', '=', 'SELLER'), eb('appUser.companyId', '=', slv.companyId)]),
        eb.and([eb('userRole.role', 'in', ['BDD', 'UBDD']), eb('appUser.id', '=', slv.bddId)]),
      ]),
    )
    .$if(ids !== undefined, (query) => query.where('appUser.id', 'in', [...(ids ?? [])]))
    .orderBy(sql`lower(app_user.first_name)`)
    .orderBy(sql`lower(app_user.last_name)`)
    .orderBy('appUser.id')
    .execute()
  return rows.map(({ held, ...person }) => ({ ...person, permissions: permissionMap(held) }))
}

/** Who wrote comments that stand: in all of the conversation, or in one type of it. */
export async function findAuthors(ctx: Ctx, slvId: string, type?: CommentType): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('comment')
    .select('authorId')
    .distinct()
    .where('slvId', '=', slvId)
    .where('deletedAt', 'is', null)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'EXTERNAL'))
    .execute()
  return rows.map(({ authorId }) => authorId)
}

/** Of these people, or of all, whom a comment of this type may name. */
export async function findMentionables(ctx: Ctx, slv: Slv, type: CommentType, ids?: readonly string[]) {
  const spokeOpenly = type === 'EXTERNAL' ? await findAuthors(ctx, slv.id, 'EXTERNAL') : []
  const people = await findPeople(ctx, slv, ids)
  return people
    .filter((person) => mayBeNamed(person, type, slv, spokeOpenly))
    .map((person) => ({ ...person, isReader: mayView(person, slv) }))
}
