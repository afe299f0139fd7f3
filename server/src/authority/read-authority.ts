import type { Authority } from '@portal/contract/authority/check'
import type { AuthorityLevel } from '@portal/contract/authority/model'
import { fourEyes, type SlvFacts } from '@portal/contract/slv/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { activeInRole, hasPermission } from '../user/find-person.ts'

/** The levels, in their order. */
export const selectLevels = (db: Db) =>
  db
    .selectFrom('authorityLevel')
    .orderBy('position')
    .select([
      'id',
      'name',
      'maxVariances',
      'maxPriceConcession',
      'maxLoanAmount',
      'maxDistance',
    ])

/** Active people to whom SLVs are assigned, and so their decision. */
export const selectDeciders = (db: Db) =>
  activeInRole(db, ['UNDERWRITER'])
    .where((eb) => hasPermission(eb, 'myOwn'))
    .leftJoin('authorityPerson', 'authorityPerson.userId', 'appUser.id')
    .select(['appUser.id', 'appUser.name', 'authorityPerson.levelId'])
    .orderBy('appUser.name')
    .orderBy('appUser.id')

/** The level of a person; no row for one without limits. */
export const selectLevelOf = (db: Db, userId: string) =>
  selectLevels(db).where((eb) =>
    eb(
      'id',
      '=',
      eb
        .selectFrom('authorityPerson')
        .select('levelId')
        .where('userId', '=', userId),
    ),
  )

/** The actor's level, and the others who may decide the SLV. */
export async function readAuthority(
  ctx: Ctx,
  slv: SlvFacts,
): Promise<Authority> {
  const level = await selectLevelOf(ctx.db, ctx.actor.id).executeTakeFirst()
  return findDeciders(ctx, slv, level ?? null)
}

/**
 * The actor's level with the others who may decide the SLV. No one else is read
 * for an actor without limits.
 */
export async function findDeciders(
  { db, actor }: Ctx,
  slv: SlvFacts,
  level: AuthorityLevel | null,
): Promise<Authority> {
  if (level === null) return { level, deciders: [] }
  const levels = await selectLevels(db).execute()
  const people = await selectDeciders(db).execute()
  const deciders = people
    .filter(({ id }) => id !== actor.id && fourEyes({ id }, slv) === null)
    .map(({ name, levelId }) => ({
      name,
      level: levels.find(({ id }) => id === levelId) ?? null,
    }))
  return { level, deciders }
}
