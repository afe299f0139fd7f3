import type { CommentType } from '@portal/contract/conversation/model'
import type { Role } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { findMentionables } from './find-people.ts'
import type { Topic } from './topic.ts'

type Person = {
  id: string
  name: string
  status: string
  companyId: string
  role: Role | null
}

/**
 * Throws 400 for external people in internal comments, people whom the seller or
 * reviewer must not know in external ones, and inactive people. Names them only
 * if the actor may know them.
 */
export async function checkMentions(
  ctx: Ctx,
  topic: Topic,
  type: CommentType,
  ids: readonly string[],
) {
  if (ids.length === 0) return
  const allowed = new Set(
    (await findMentionables(ctx, topic, type, ids)).map(({ id }) => id),
  )
  const refused = ids.flatMap((id, index) =>
    allowed.has(id) ? [] : [{ id, field: `mentions.${index}` }],
  )
  if (refused.length === 0) return
  const people = new Map(
    (await findRefused(ctx, refused)).map((person) => [person.id, person]),
  )
  const problems = refused.map(({ id, field }) => ({
    field,
    error: whyNot(ctx, topic, type, people.get(id)),
  }))
  throw badRequest(problems, problems[0]?.error)
}

const findRefused = (
  ctx: Ctx,
  refused: readonly { id: string }[],
): Promise<Person[]> =>
  ctx.db
    .selectFrom('appUser')
    .leftJoin('userRole', (join) =>
      join
        .onRef('userRole.userId', '=', 'appUser.id')
        .on('userRole.position', '=', 0),
    )
    .select([
      'appUser.id',
      'appUser.name',
      'appUser.status',
      'appUser.companyId',
      'userRole.role',
    ])
    .where(
      'appUser.id',
      'in',
      refused.map(({ id }) => id),
    )
    .execute()

const whyNot = (
  { actor }: Ctx,
  topic: Topic,
  type: CommentType,
  person: Person | undefined,
): string => {
  const { externalParty, knownRoles } = topic
  const isKnown =
    person &&
    (actor.role === externalParty.role
      ? person.companyId === actor.companyId
      : person.role !== null && knownRoles.includes(person.role))
  if (!isKnown) return 'Someone you mentioned cannot read this comment'
  if (person.status !== 'ACTIVE')
    return `${person.name} no longer uses the portal`
  if (person.role === externalParty.role)
    return type === 'INTERNAL'
      ? `${person.name} is a ${externalParty.word} and cannot read internal comments`
      : `${person.name} does not have access to this ${topic.name}`
  return type === 'EXTERNAL'
    ? `${person.name} cannot be mentioned to the ${externalParty.word}; mention them in an internal comment`
    : `${person.name} does not have access to this ${topic.name}`
}
