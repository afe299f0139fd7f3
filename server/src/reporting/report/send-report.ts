import { randomUUID } from 'node:crypto'
import { slvReportPath } from '@portal/contract/reporting/model'
import { throttle } from '../../auth/factors/throttle.ts'
import {
  type Candidate,
  findMentionables,
  findPeople,
} from '../../conversation/find-people.ts'
import { findSlvTopic, slvTopic } from '../../conversation/find-topic.ts'
import type { Topic } from '../../conversation/topic.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import type { Mailer } from '../../lib/integrations/mail.ts'
import { greeting, renderMail } from '../../lib/integrations/render-mail.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import type { JobData } from '../../lib/jobs/job.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'
import { lockSlv } from '../../slv/lock.ts'
import { visibleSlvs } from '../../slv/visible.ts'
import { writeEvent } from '../../slv/write-history.ts'
import { findActor } from '../../user/find-actor.ts'

/**
 * The people to whom the actor may send the report of an SLV. Throws 404 for an
 * SLV that the actor may not see.
 */
export const findRecipients = async (ctx: Ctx, slvId: string) =>
  listRecipients(ctx, await findSlvTopic(ctx, slvId))

/**
 * Other people who may open the SLV; for a seller, only those they know from
 * it.
 */
const listRecipients = async (
  ctx: Ctx,
  topic: Topic,
  ids?: readonly string[],
): Promise<Candidate[]> => {
  const people =
    ctx.actor.role === 'SELLER'
      ? await findMentionables(ctx, topic, 'EXTERNAL', ids)
      : (await findPeople(ctx, topic, ids)).filter(topic.mayOpen)
  return people.filter(({ id }) => id !== ctx.actor.id)
}

/**
 * Emails these people a link to the report, all or none. Throws 404 for a
 * hidden SLV, 409 without a mail server, 429 after too many reports, 400 if
 * anyone may not get it.
 */
export const sendReport = (
  ctx: Ctx,
  slvId: string,
  userIds: readonly string[],
  { canMail, keys }: { canMail: boolean; keys: Keys },
): Promise<{ sent: number }> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    if (!canMail)
      throw conflict(
        'This portal can’t send email: no mail server is configured',
      )
    await throttle({ ...inner, keys }, 'report', inner.actor.id)
    const people = await listRecipients(inner, slvTopic(slv), userIds)
    const allowed = new Set(people.map(({ id }) => id))
    const refused = userIds.flatMap((id, index) =>
      allowed.has(id) ? [] : [`userIds.${index}`],
    )
    const error = 'This person cannot open this SLV'
    if (refused.length > 0)
      throw badRequest(
        refused.map((field) => ({ field, error })),
        error,
      )
    const names = people
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
      .join(', ')
    await writeEvent(inner, slv, {
      action: 'send-report',
      comment: `To ${names}`,
    })
    const sendId = randomUUID()
    const mails = userIds.map((userId) => ({
      data: { sendId, slvId, senderId: inner.actor.id, userId },
      key: `${sendId} ${userId}`,
    }))
    await enqueueAll(inner.db, 'send-report', mails)
    return { sent: userIds.length }
  })

type Deps = { db: Db; mailer: Mailer; brandName: string; publicUrl: string }

/**
 * Emails one recipient a link to the report. Sends nothing if they may no
 * longer open the SLV.
 */
export async function sendReportMail(
  deps: Deps,
  { sendId, slvId, senderId, userId }: JobData['send-report'],
) {
  const { db, mailer, brandName, publicUrl } = deps
  const reader = await findActor(db, userId)
  if (!reader) return
  const slv = await visibleSlvs({ db, actor: reader })
    .select(['slv.buyerLoan', 'slv.sellerLoan'])
    .where('slv.id', '=', slvId)
    .executeTakeFirst()
  if (!slv) return
  const { email, firstName } = await findPerson(db, userId)
  const sender = await findPerson(db, senderId)
  const loan = slv.buyerLoan || slv.sellerLoan
  const about = loan ? `SLV report for loan ${loan}` : 'SLV report'
  await mailer.send({
    type: 'REPORT',
    to: email,
    subject: `${about} · ${brandName}`,
    ...renderMail({
      brandName,
      parts: [
        greeting(firstName),
        `${sender.name} sent you the ${about} from the ${brandName} loan-review portal.`,
        {
          link: `${publicUrl}${slvReportPath}?proxyLoanId=${slvId}`,
          label: 'Open the report',
        },
      ],
    }),
    key: `report.${sendId}.${userId}`,
  })
}

const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('appUser')
    .select(['email', 'firstName', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
