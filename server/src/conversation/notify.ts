import type { CommentType } from '@portal/contract/conversation/model'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../lib/notify.ts'
import { type Candidate, findAuthors, findPeople } from './find-people.ts'
import type { Topic } from './topic.ts'

export const notifyMentioned = (
  ctx: Ctx,
  topic: Topic,
  commentId: string,
  mentioned: readonly string[],
) => send(ctx, topic, topic.actions.tag, commentId, mentioned)

/**
 * Notifies the participants who may read the comment, except those who were
 * already notified.
 */
export async function notifyParticipants(
  ctx: Ctx,
  topic: Topic,
  { id, type }: { id: string; type: CommentType },
  notified: readonly (string | null)[],
) {
  const others = (await findParticipants(ctx, topic, type)).filter(
    (person) => !notified.includes(person.id),
  )
  await send(ctx, topic, topic.actions.comment, id, getIds(others))
}

/**
 * Notifies the sellers or reviewers who take part when a comment becomes
 * visible to them.
 */
export async function notifyOutside(
  ctx: Ctx,
  topic: Topic,
  commentId: string,
  mentioned: readonly string[],
) {
  const externalParty = (await findParticipants(ctx, topic, 'EXTERNAL')).filter(
    ({ id, role }) =>
      role === topic.externalParty.role && !mentioned.includes(id),
  )
  await send(
    ctx,
    topic,
    topic.actions.comment,
    commentId,
    getIds(externalParty),
  )
}

const getIds = (people: readonly Candidate[]) => people.map(({ id }) => id)

/**
 * The description names the author and the loan, but nothing of the comment;
 * only the email has its text, if its reader may read it then. Every reader of a
 * comment sees its author.
 */
const send = (
  ctx: Ctx,
  topic: Topic,
  action: NotificationAction,
  commentId: string,
  to: readonly string[],
) =>
  notify(ctx, {
    action,
    entityId: topic.id,
    commentId,
    to,
    description: [ctx.actor.name, ...topic.description]
      .filter(Boolean)
      .join(' · '),
  })

/**
 * The people in charge and the authors of earlier comments, if they may still
 * see the topic and read this type.
 */
async function findParticipants(
  ctx: Ctx,
  topic: Topic,
  type: CommentType,
): Promise<Candidate[]> {
  const responsible = (await topic.findResponsiblePeople(ctx, type)).filter(
    (id) => id !== null,
  )
  const people = await findPeople(ctx, topic, [
    ...new Set([...responsible, ...(await findAuthors(ctx, topic))]),
  ])
  return people.filter(
    (person) => topic.mayRead(person.role, type) && topic.mayOpen(person),
  )
}
