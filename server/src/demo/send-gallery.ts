import { randomBytes } from 'node:crypto'
import { toRecord } from '@portal/contract/lib/typed'
import {
  getFrequencies,
  mailKindNames,
} from '@portal/contract/notification/mail'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import {
  actionsFor,
  getsSummary,
  isAboutSlv,
  isAboutTdoc,
} from '@portal/contract/notification/policy'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvStatus } from '@portal/contract/slv/status'
import { type Actor, roles } from '@portal/contract/user/model'
import { openLink } from '../auth/links/open-link.ts'
import {
  noticeNames,
  sendCode,
  sendLink,
  sendNotice,
} from '../auth/send-mail.ts'
import type { Db } from '../lib/database/db.ts'
import { notify } from '../lib/notify.ts'
import {
  type SendMailDeps,
  sendNotificationMail,
} from '../notification/send-mail.ts'
import { sendSummary } from '../notification/send-summary.ts'
import { savePreferences } from '../notification/set-preferences.ts'
import { sendDeactivationMail } from '../people/set-status.ts'
import { sendReportMail } from '../reporting/report/send-report.ts'
import { writeScheduledReport } from '../reporting/schedules/send-scheduled-report.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { sendTestMail } from '../system/send-test-mail.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import { writeUserChange } from '../user/changes.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { drawPdf } from './draw-pdf.ts'

/** The status in which an SLV's notification is written, if it matters. */
const statusOfAction: Partial<Record<NotificationAction, SlvStatus>> = {
  DOCUMENTS_REQUESTED: 'PENDING_DOCUMENTS',
  DOCUMENTS_REMINDER: 'PENDING_DOCUMENTS',
  SELLER_PENDING: 'PENDING_DOCUMENTS',
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  NOT_NEEDED: 'NOT_NEEDED',
  APPROVAL_EXPIRES: 'APPROVED',
  FIGURES_CHANGED: 'APPROVED',
  WITHDRAW_REQUEST_RECEIVED: 'WITHDRAW_PENDING',
  WITHDRAW_APPROVED: 'WITHDRAWN_APPROVED',
  SLR_PENDING: 'SLR_PENDING',
  TD_PENDING: 'TD_PENDING',
}

/**
 * Sends every mail about notifications, each to a person of each role that gets
 * it, then the others of `mailTypes`. The database stays as it is. Returns the number of mails.
 */
export async function sendGallery(deps: SendMailDeps): Promise<number> {
  let sent = 0
  const mailer = {
    ...deps.mailer,
    send: async (mail: Parameters<typeof deps.mailer.send>[0]) => {
      const refusal = await deps.mailer.send(mail)
      sent += 1
      return refusal
    },
  }
  const tx = await deps.db.startTransaction().execute()
  try {
    const inner = { ...deps, db: tx, mailer }
    const readers = await findReaders(tx)
    for (const reader of readers) {
      await mailEverything(inner, reader)
      for (const action of actionsFor(reader.role))
        await sendOne(inner, reader, action)
      if (getsSummary(reader)) await sendSummaryOf(inner, reader)
    }
    await sendOthers(inner, readers)
  } finally {
    await tx.rollback().execute()
  }
  return sent
}

/** Of each role the person with the most permissions. */
async function findReaders(db: Db): Promise<Actor[]> {
  const readers: Actor[] = []
  for (const role of roles) {
    const person = await db
      .selectFrom('appUser')
      .innerJoin('userRole', 'userRole.userId', 'appUser.id')
      .leftJoin('userPermission', 'userPermission.userId', 'appUser.id')
      .select('appUser.id')
      .where('userRole.role', '=', role)
      .where('userRole.position', '=', 0)
      .where('appUser.status', '=', 'ACTIVE')
      .groupBy('appUser.id')
      .orderBy((eb) => eb.fn.count('userPermission.permission'), 'desc')
      .orderBy('appUser.id')
      .limit(1)
      .executeTakeFirst()
    const reader = person && (await findPersonActor(db, person.id))
    if (reader) readers.push(reader)
  }
  return readers
}

function mailEverything({ db, now }: SendMailDeps, { id }: Actor) {
  const kinds = mailKindNames.filter((kind) =>
    getFrequencies(kind).includes('IMMEDIATELY'),
  )
  const change = toRecord(kinds, () => ({ email: 'IMMEDIATELY' as const }))
  return savePreferences({ db, now }, id, change)
}

type About = { entityId: string | null; commentId?: string }

/** Nothing if the demo has no SLV or Tdoc for it. */
async function sendOne(
  deps: SendMailDeps,
  reader: Actor,
  action: NotificationAction,
) {
  const { db, now } = deps
  const about = await findAbout(db, reader, action)
  if (!about) return
  const other = await db
    .selectFrom('appUser')
    .select('id')
    .where('id', '<>', reader.id)
    .orderBy('name')
    .limit(1)
    .executeTakeFirstOrThrow()
  await notify(
    { db, now, actor: other },
    {
      ...about,
      action,
      to: [reader.id],
      description:
        notificationActions[action].type === 'USER'
          ? 'This is a message to you.'
          : '',
    },
  )
  const { id } = await db
    .selectFrom('notification')
    .select('id')
    .where('userId', '=', reader.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await sendNotificationMail(deps, {
    userId: reader.id,
    notificationIds: [id],
  })
}

async function findAbout(
  db: Db,
  reader: Actor,
  action: NotificationAction,
): Promise<About | undefined> {
  if (isAboutTdoc(action)) {
    const tdoc = await visibleTdocs({ db, actor: reader })
      .select('tdoc.id')
      .orderBy('tdoc.id')
      .limit(1)
      .executeTakeFirst()
    return tdoc && { entityId: tdoc.id }
  }
  if (!isAboutSlv(action)) return { entityId: null }
  if (notificationActions[action].mail === 'COMMENT')
    return findCommented(db, reader)
  const status = statusOfAction[action]
  const slv = await visibleSlvs({ db, actor: reader })
    .select('slv.id')
    .$if(status !== undefined, (query) =>
      query.where('slv.status', '=', status ?? 'REVIEW'),
    )
    .orderBy('slv.id')
    .limit(1)
    .executeTakeFirst()
  return slv && { entityId: slv.id }
}

async function findCommented(
  db: Db,
  reader: Actor,
): Promise<About | undefined> {
  const row = await visibleSlvs({ db, actor: reader })
    .innerJoin('comment', 'comment.slvId', 'slv.id')
    .select(['slv.id', 'comment.id as commentId'])
    .where('comment.type', '=', 'EXTERNAL')
    .where('comment.authorId', '<>', reader.id)
    .orderBy('comment.id')
    .limit(1)
    .executeTakeFirst()
  return row && { entityId: row.id, commentId: row.commentId }
}

function sendSummaryOf(deps: SendMailDeps, { id }: Actor) {
  const { day } = civil(deps.now)
  return sendSummary(deps, { userId: id, day })
}

/** Two notifications in one mail. */
async function sendSeveral(deps: SendMailDeps, reader: Actor) {
  const newest = await deps.db
    .selectFrom('notification')
    .select('id')
    .where('userId', '=', reader.id)
    .where('status', '=', 'UNCHECKED')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  await sendNotificationMail(deps, {
    userId: reader.id,
    notificationIds: newest.map(({ id }) => id),
  })
}

/** The mails that aren't about notifications. */
async function sendOthers(deps: SendMailDeps, readers: readonly Actor[]) {
  const reviewer = readers.find(({ role }) => role === 'TPR')
  const seller = readers.find(({ role }) => role === 'SELLER')
  const underwriter = readers.find(({ role }) => role === 'UNDERWRITER')
  if (!reviewer || !seller || !underwriter) return
  await sendSeveral(deps, seller)
  await sendSignInMails(deps, reviewer)
  await sendReports(deps, { seller, underwriter })
  await sendTest(deps, underwriter)
  // Last, because inactive people get nothing else.
  await sendDeactivation(deps, { reviewer, underwriter })
}

/** A code, an invitation, a reset, and each change of a sign-in. */
async function sendSignInMails(deps: SendMailDeps, { id: userId }: Actor) {
  const { db, now } = deps
  const { id: challengeId } = await db
    .insertInto('challenge')
    .values({
      tokenHash: randomBytes(32),
      userId,
      factor: 'EMAIL',
      codes: 1,
      sentAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendCode(deps, { challengeId, number: 1 })
  for (const purpose of ['INVITE', 'RESET'] as const) {
    await openLink(deps, userId, purpose)
    const { id } = await db
      .selectFrom('accountLink')
      .select('id')
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
    await sendLink(deps, { linkId: id })
  }
  for (const notice of noticeNames) {
    const at = now.toISOString()
    await sendNotice(deps, { userId, notice, at })
  }
}

/** A report of an SLV, and figures on a schedule. */
async function sendReports(
  deps: SendMailDeps,
  { seller, underwriter }: { seller: Actor; underwriter: Actor },
) {
  const { db, now, mailer } = deps
  const about = await findAbout(db, seller, 'APPROVED')
  if (about?.entityId)
    await sendReportMail(deps, {
      sendId: about.entityId,
      slvId: about.entityId,
      senderId: underwriter.id,
      userId: seller.id,
    })
  const to = await db
    .selectFrom('appUser')
    .select(['email', 'firstName'])
    .where('id', '=', underwriter.id)
    .executeTakeFirstOrThrow()
  await mailer.send(
    writeScheduledReport(deps, {
      due: { scheduleId: underwriter.id, dueAt: now.toISOString() },
      schedule: { name: 'Pre-close requests', search: 'type=PRE' },
      to,
      pdf: drawPdf('Reporting', ['A sample of the figures']),
    }),
  )
}

async function sendTest(deps: SendMailDeps, { id }: Actor) {
  const { email } = await deps.db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await sendTestMail(deps, email)
}

async function sendDeactivation(
  deps: SendMailDeps,
  { reviewer, underwriter }: { reviewer: Actor; underwriter: Actor },
) {
  const { db, now } = deps
  await db
    .updateTable('appUser')
    .set({ status: 'INACTIVE' })
    .where('id', '=', reviewer.id)
    .execute()
  const changeId = await writeUserChange(
    { db, now, actorId: underwriter.id },
    {
      userId: reviewer.id,
      action: 'set-status',
      customMessage: 'Thank you for your work. Your contract has ended.',
    },
  )
  await sendDeactivationMail(deps, { changeId })
}
