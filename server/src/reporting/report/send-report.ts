import { randomUUID } from 'node:crypto'
import { throttle } from '../../auth/factors/throttle.ts'
import { type Candidate, findMentionables, findPeople } from '../../conversation/find-people.ts'
import { findSlvTopic, slvTopic } from '../../conversation/find-slv-topic.ts'
import type { Topic } from '../../conversation/topic.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'
import { lockSlv } from '../../slv/lock.ts'
import { writeHistory } from '../../slv/write-history.ts'

/** The people to whom the actor may send the report of an SLV. Throws 404 for an SLV that the actor may not see. */
export const findRecipients = async (ctx: Ctx, slvId: string) => recipientsOf(ctx, await findSlvTopic(ctx, slvId))

/** Other people who may open the SLV; for a seller, only those they know from it. */
const recipientsOf = async (ctx: Ctx, topic: Topic, ids?: readonly string[]): Promise<Candidate[]> => {
  const people =
    ctx.actor.role === 'SELLER'
      ? await findMentionables(ctx, topic, 'EXTERNAL', ids)
      : (await findPeople(ctx, topic, ids)).filter(topic.mayOpen)
  return people.filter(({ id }) => id !== ctx.actor.id)
}

/**
 * Emails these people a link to the report, all or none. Throws 404 for a hidden SLV, 409 without a mail server, 429
 * after too many reports, 400 if anyone may not get it.
 */
export const sendReport = (
  ctx: Ctx,
  slvId: string,
  userIds: readonly string[],
  { canMail, keys }: { canMail: boolean; keys: Keys },
): Promise<{ sent: number }> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    if (!canMail) throw conflict('This portal has no mail server')
    await throttle({ ...inner, keys }, 'report', inner.actor.id)
    const people = await recipientsOf(inner, slvTopic(slv), userIds)
    const allowed = new Set(people.map(({ id }) => id))
    const refused = userIds.flatMap((id, index) => (allowed.has(id) ? [] : [`userIds.${index}`]))
    const error = 'This person cannot open this SLV'
    if (refused.length > 0)
      throw badRequest(
        refused.map((field) => ({ field, error })),
        error,
      )
    await writeHistory(inner, {
      slvId,
      action: 'send-report',
      fromStatus: slv.status,
      toStatus: slv.status,
      resubmitCount: slv.resubmitCount,
      comment: `To ${people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(', ')}`,
      changes: [],
    })
    const sendId = randomUUID()
    const mails = userIds.map((userId) => ({
      data: { sendId, slvId, senderId: inner.actor.id, userId },
      key: `${sendId} ${userId}`,
    }))
    await enqueueAll(inner.db, 'send-report', mails)
    return { sent: userIds.length }
  })
