import type { CommentType } from '@portal/contract/conversation/model'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Ctx } from '../lib/ctx.ts'
import { notify } from '../notification/notify.ts'
import { type Candidate, findAuthors, findPeople } from './find-people.ts'
import type { Topic } from './topic.ts'

/** Tells those who are named. */
export const tellNamed = (ctx: Ctx, topic: Topic, named: readonly string[]) => tell(ctx, topic, topic.told.tag, named)

/** Tells the others who take part and may read the comment. */
export async function tellOthers(ctx: Ctx, topic: Topic, type: CommentType, told: readonly (string | null)[]) {
  const others = (await participants(ctx, topic, type)).filter(({ id }) => !told.includes(id))
  await tell(ctx, topic, topic.told.comment, idsOf(others))
}

/** Tells those outside of the house who take part, when a comment opens to them that they could not read before. */
export async function tellOutside(ctx: Ctx, topic: Topic, named: readonly string[]) {
  const outside = (await participants(ctx, topic, 'EXTERNAL')).filter(({ role }) => role === topic.outside.role)
  await tell(
    ctx,
    topic,
    topic.told.comment,
    idsOf(outside).filter((id) => !named.includes(id)),
  )
}

const idsOf = (people: readonly Candidate[]) => people.map(({ id }) => id)

/** Whose comment, on which loan: nothing of what it says. Every reader of a comment sees its author. */
const tell = (ctx: Ctx, topic: Topic, action: NotificationAction, to: readonly string[]) =>
  notify(ctx, {
    action,
    entityId: topic.id,
    to,
    description: [ctx.actor.name, ...topic.description].filter(Boolean).join(' · '),
  })

/** Who has it in hand, and who wrote before: as far as they may still open it and read this type. */
async function participants(ctx: Ctx, topic: Topic, type: CommentType): Promise<Candidate[]> {
  const inHand = (await topic.inHand(ctx, type)).filter((id) => id !== null)
  const ids = [...inHand, ...(await findAuthors(ctx, topic))]
  const people = await findPeople(ctx, topic, [...new Set(ids)])
  return people.filter((person) => topic.mayRead(person.role, type) && topic.mayOpen(person))
}
