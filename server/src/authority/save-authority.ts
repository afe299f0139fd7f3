import type {
  DecisionAuthority,
  DecisionAuthorityBody,
} from '@portal/contract/authority/api'
import {
  type AuthorityLevel,
  describeGap,
} from '@portal/contract/authority/model'
import type { Change } from '@portal/contract/history/model'
import type { Problem } from '@portal/contract/lib/errors'
import { managesEveryone } from '@portal/contract/user/policy'
import { writeGuidelineHistory } from '../guideline/write-history.ts'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, refuseStale } from '../lib/errors.ts'
import { findNames } from '../user/find-person.ts'
import { lockActor } from '../user/lock-person.ts'
import { selectDeciders, selectLevels } from './read-authority.ts'

/** The levels, who has which, and what to know about them. */
export async function getDecisionAuthority({
  db,
}: Pick<Ctx, 'db'>): Promise<DecisionAuthority> {
  const { version } = await db
    .selectFrom('decisionAuthority')
    .select('version')
    .executeTakeFirstOrThrow()
  const levels = await selectLevels(db).execute()
  const rows = await db
    .selectFrom('authorityPerson')
    .select(['userId', 'levelId'])
    .execute()
  const people = Object.fromEntries(
    rows.map(({ userId, levelId }) => [userId, levelId]),
  )
  const deciders = await selectDeciders(db).execute()
  const warning = describeGap(
    deciders.map(({ id }) => ({ level: levelOf({ levels, people }, id) })),
  )
  return {
    version,
    levels,
    people,
    deciders: deciders.map(({ id, name }) => ({ id, name })),
    warning,
  }
}

type Stored = Pick<DecisionAuthority, 'levels' | 'people'>

const levelOf = (stored: Stored, userId: string): AuthorityLevel | null =>
  findLevel(stored, stored.people[userId]) ?? null

/**
 * Replaces the levels and who has which. Throws 400 for levels of the same name
 * and people without one of the levels, 409 for the actor's own level, and 412.
 */
export const saveDecisionAuthority = (
  ctx: Ctx,
  wanted: DecisionAuthorityBody,
  ifMatch?: number,
): Promise<DecisionAuthority> =>
  transact(ctx, async (inner) => {
    const { db, actor } = inner
    await db
      .selectFrom('decisionAuthority')
      .select('version')
      .forUpdate()
      .execute()
    await lockActor(inner, managesEveryone)
    const before = await getDecisionAuthority(inner)
    refuseStale(before, ifMatch)
    await refuseProblems(inner, wanted)
    const own = { level: levelOf(before, actor.id) }
    if (changesBetween(own, { level: levelOf(wanted, actor.id) }).length > 0)
      throw conflict('You cannot change your own level')
    await replace(inner, wanted)
    await writeChanges(inner, before, wanted)
    await db
      .updateTable('decisionAuthority')
      .set({ version: before.version + 1 })
      .execute()
    return getDecisionAuthority(inner)
  })

async function refuseProblems({ db }: Ctx, wanted: DecisionAuthorityBody) {
  const underwriters = await db
    .selectFrom('userRole')
    .select('userId')
    .where('role', '=', 'UNDERWRITER')
    .execute()
  const ids = underwriters.map(({ userId }) => userId)
  const problems = [
    ...findRepeated(wanted.levels),
    ...findMisassigned(wanted, ids),
  ]
  if (problems.length > 0) throw badRequest(problems)
}

/** Levels that have the name or the id of an earlier one. */
function findRepeated(levels: readonly AuthorityLevel[]): Problem[] {
  const problems: Problem[] = []
  for (const [index, { id, name }] of levels.entries()) {
    const earlier = levels.slice(0, index)
    if (earlier.some((level) => level.name === name))
      problems.push({
        field: `levels.${index}.name`,
        error: 'Another level already has this name',
      })
    if (earlier.some((level) => level.id === id))
      problems.push({
        field: `levels.${index}.id`,
        error: 'Another level already has this id',
      })
  }
  return problems
}

/** People who can't have a level, or whose level doesn't exist. */
function findMisassigned(
  { levels, people }: DecisionAuthorityBody,
  underwriterIds: readonly string[],
): Problem[] {
  const problems: Problem[] = []
  for (const [userId, levelId] of Object.entries(people)) {
    const field = `people.${userId}`
    if (!underwriterIds.includes(userId))
      problems.push({ field, error: 'This user isn’t an underwriter' })
    else if (!levels.some(({ id }) => id === levelId))
      problems.push({ field, error: 'Unknown level' })
  }
  return problems
}

async function replace({ db }: Ctx, { levels, people }: DecisionAuthorityBody) {
  await db.deleteFrom('authorityPerson').execute()
  await db.deleteFrom('authorityLevel').execute()
  if (levels.length > 0)
    await db
      .insertInto('authorityLevel')
      .values(
        levels.map(({ maxDistance, ...level }, position) => ({
          ...level,
          position,
          maxDistance: JSON.stringify(maxDistance),
        })),
      )
      .execute()
  const rows = Object.entries(people).map(([userId, levelId]) => ({
    userId,
    levelId,
  }))
  if (rows.length > 0)
    await db.insertInto('authorityPerson').values(rows).execute()
}

/** One entry of the guidelines' history, which is hash-chained. */
async function writeChanges(ctx: Ctx, before: Stored, after: Stored) {
  const people = { ...before.people, ...after.people }
  const names = await findNames(ctx.db, Object.keys(people))
  const changes = [
    ...compareLevels(before, after),
    ...[...names].flatMap(([id, name]) =>
      changesBetween(
        { [name]: levelOf(before, id)?.name },
        { [name]: levelOf(after, id)?.name },
      ),
    ),
  ]
  if (changes.length > 0)
    await writeGuidelineHistory(ctx, {
      action: 'save-authority',
      subject: 'Decision authority',
      changes,
    })
}

/** The levels that were added, changed or removed, with all their limits. */
function compareLevels(before: Stored, after: Stored): Change[] {
  const ids = [...before.levels, ...after.levels].map(({ id }) => id)
  return [...new Set(ids)].flatMap((id) => {
    const old = findLevel(before, id)
    const now = findLevel(after, id)
    const field = `Level ${(now ?? old)?.name}`
    return changesBetween({ [field]: old }, { [field]: now })
  })
}

const findLevel = ({ levels }: Stored, id: string | undefined) =>
  levels.find((level) => level.id === id)
