import type { CommentType } from '@portal/contract/conversation/model'
import type { Actor, Role } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { onActingRole } from '../user/find-actor.ts'
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
  const mentionables = await findMentionables(ctx, topic, type, ids)
  const allowed = new Set(mentionables.map(({ id }) => id))
  const refused = ids.flatMap((id, index) =>
    allowed.has(id) ? [] : [{ id, field: `mentions.${index}` }],
  )
  if (refused.length === 0) return
  const people = await findRefused(ctx, refused)
  const problems = refused.map(({ id, field }) => {
    const person = people.find((one) => one.id === id)
    const isKnown = person && isKnownTo(ctx.actor, topic, person)
    const error = isKnown
      ? whyNot(topic, type, person)
      : 'Someone you mentioned cannot read this comment'
    return { field, error }
  })
  throw badRequest(problems, problems[0]?.error)
}

const findRefused = (
  ctx: Ctx,
  refused: readonly { id: string }[],
): Promise<Person[]> =>
  ctx.db
    .selectFrom('appUser')
    .leftJoin('userRole', onActingRole)
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

/** Whether a refusal may name the person. */
const isKnownTo = (
  actor: Actor,
  { externalParty, knownRoles }: Topic,
  { companyId, role }: Person,
): boolean =>
  actor.role === externalParty.role
    ? companyId === actor.companyId
    : role !== null && knownRoles.includes(role)

const whyNot = (
  { externalParty, name: topicName }: Topic,
  type: CommentType,
  { name, role, status }: Person,
): string => {
  const isExternal = role === externalParty.role
  if (status !== 'ACTIVE') return `${name} no longer uses the portal`
  if (isExternal && type === 'INTERNAL')
    return `${name} is a ${externalParty.word} and cannot read internal comments`
  if (!isExternal && type === 'EXTERNAL')
    return `${name} cannot be mentioned to the ${externalParty.word}; mention them in an internal comment`
  return `${name} does not have access to this ${topicName}`
}
