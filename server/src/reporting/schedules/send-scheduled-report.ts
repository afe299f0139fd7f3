import { reportingFile } from '@portal/contract/reporting/model'
import { seesReporting } from '@portal/contract/reporting/policy'
import { nextDue } from '@portal/contract/reporting/schedule'
import { type ExpressionBuilder, sql } from 'kysely'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { AppError } from '../../lib/errors.ts'
import {
  type Mail,
  type Mailer,
  toMailKey,
} from '../../lib/integrations/mail.ts'
import { greeting, renderMail } from '../../lib/integrations/render-mail.ts'
import type { Attempt, JobData } from '../../lib/jobs/job.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'
import type { Printer } from '../../lib/printing/printer.ts'
import { findActor } from '../../user/find-actor.ts'
import { printFigures } from '../print-page.ts'
import { readSearch } from './create-schedule.ts'

/** Schedules per transaction. */
const defaultBatchSize = 200

/**
 * Queues an email for each due schedule and sets its next time in one
 * transaction. Times missed while no node ran are sent once.
 */
export async function claimDueSchedules(
  { db, now }: { db: Db; now: Date },
  batchSize = defaultBatchSize,
) {
  let claimed = batchSize
  while (claimed === batchSize)
    claimed = await inTransaction(db, (tx) => claimBatch(tx, now, batchSize))
}

async function claimBatch(
  tx: Db,
  now: Date,
  batchSize: number,
): Promise<number> {
  const due = await tx
    .selectFrom('reportSchedule')
    .select(['id', 'cadence', 'weekday', 'nextAt'])
    .where('nextAt', '<=', now)
    .where('isPaused', '=', false)
    .orderBy('nextAt')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, ...times } of due)
    await tx
      .updateTable('reportSchedule')
      .set({ nextAt: nextDue(times, now), state: 'QUEUED', stateAt: now })
      .where('id', '=', id)
      .execute()
  const jobs = due.map(({ id, nextAt }) => {
    const dueAt = nextAt.toISOString()
    return {
      data: { scheduleId: id, dueAt, isAsked: false },
      key: `${id} ${dueAt}`,
    }
  })
  await enqueueAll(tx, 'send-scheduled-report', jobs)
  return due.length
}

type Deps = {
  db: Db
  clock: () => Date
  mailer: Mailer
  printer: Printer | undefined
  brandName: string
  publicUrl: string
}
type Due = JobData['send-scheduled-report']
type LockedSchedule = {
  id: string
  userId: string
  name: string
  search: string
  heldUntil: Date
}

/**
 * Longest wait for a PDF, including its time in the queue; the job tries again
 * later.
 */
const longestPrintMs = 60_000

/** Longer than a print plus the timeout of the mail server. */
const lockSeconds = 90

/**
 * Emails a due view, printed with its owner's current rights. The node that
 * sends it locks the schedule; if it crashes, another sends the same message
 * id, which mail systems drop as a duplicate.
 */
export async function sendScheduledReport(
  deps: Deps,
  due: Due,
  { isLast }: Attempt,
): Promise<void> {
  const { db, clock } = deps
  const schedule = await lockSchedule(db, due)
  if (!schedule) return
  try {
    await printAndSend(deps, due, schedule)
  } catch (error) {
    await unlock(db, due, schedule, {
      state: isLast ? 'FAILED' : 'RETRYING',
      stateAt: clock(),
    })
    throw error
  }
}

/**
 * Whether the email is still to be sent: not sent yet, and the schedule neither
 * deleted nor paused since it was queued.
 */
const isPending =
  ({ scheduleId, dueAt, isAsked }: Due) =>
  (eb: ExpressionBuilder<DB, 'reportSchedule'>) =>
    eb.and([
      eb('id', '=', scheduleId),
      eb.or([eb('doneDue', 'is', null), eb('doneDue', '<', new Date(dueAt))]),
      ...(isAsked ? [] : [eb('isPaused', '=', false)]),
    ])

/**
 * Returns undefined if there is nothing to send; throws if another node has the
 * lock, so that the job runs again later.
 */
async function lockSchedule(
  db: Db,
  due: Due,
): Promise<LockedSchedule | undefined> {
  const locked = await db
    .updateTable('reportSchedule')
    .set({
      // In milliseconds, like the Date that it is compared with.
      heldUntil: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${lockSeconds})`,
    })
    .where(isPending(due))
    .where((eb) =>
      eb.or([
        eb('heldUntil', 'is', null),
        eb('heldUntil', '<', sql<Date>`now()`),
      ]),
    )
    .returning(['id', 'userId', 'name', 'search', 'heldUntil'])
    .executeTakeFirst()
  if (locked?.heldUntil) return { ...locked, heldUntil: locked.heldUntil }
  const other = await db
    .selectFrom('reportSchedule')
    .select('id')
    .where(isPending(due))
    .where('heldUntil', '>=', sql<Date>`now()`)
    .executeTakeFirst()
  if (other) throw new Error('Another node is sending this schedule')
  return undefined
}

type Outcome = {
  state: 'SENT' | 'RETRYING' | 'FAILED' | 'REFUSED'
  stateAt: Date
  doneDue?: Date
  lastSentAt?: Date
}

/**
 * Releases our lock and stores the outcome. An email that was canceled
 * meanwhile only gets SENT.
 */
async function unlock(
  db: Db,
  due: Due,
  { id, heldUntil }: LockedSchedule,
  outcome?: Outcome,
): Promise<void> {
  const ours = db
    .updateTable('reportSchedule')
    .where('id', '=', id)
    .where('heldUntil', '=', heldUntil)
  if (outcome) {
    const { doneDue, ...state } = outcome
    await ours
      .$if(state.state !== 'SENT', (query) => query.where(isPending(due)))
      .set({ ...state, heldUntil: null })
      // A pause may have stored a later one.
      .$if(doneDue !== undefined, (query) =>
        query.set({ doneDue: sql<Date>`greatest(done_due, ${doneDue})` }),
      )
      .execute()
  }
  await ours.set({ heldUntil: null }).execute()
}

async function printAndSend(
  deps: Deps,
  due: Due,
  schedule: LockedSchedule,
): Promise<void> {
  const { db, clock, mailer } = deps
  const now = clock()
  const doneDue = new Date(due.dueAt)
  const pdf = await printFor(deps, schedule, now)
  if (!(await isStillPending(db, due, schedule)))
    return unlock(db, due, schedule)
  // Checked again, because a print takes time.
  const actor = await findReader(db, schedule)
  if (!pdf || !actor)
    return unlock(db, due, schedule, {
      state: 'REFUSED',
      stateAt: now,
      doneDue,
    })
  const recipient = await db
    .selectFrom('appUser')
    .select(['email', 'firstName'])
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const refusal = await mailer.send(
    writeScheduledReport(deps, { due, schedule, to: recipient, pdf }),
  )
  const sentAt = clock()
  await unlock(
    db,
    due,
    schedule,
    refusal === null
      ? { state: 'SENT', stateAt: sentAt, lastSentAt: sentAt, doneDue }
      : { state: 'FAILED', stateAt: sentAt, doneDue },
  )
}

async function findReader(db: Db, { userId }: LockedSchedule) {
  const actor = await findActor(db, userId)
  return actor && seesReporting(actor) ? actor : undefined
}

/** Returns undefined if the owner no longer has access to the view. */
async function printFor(
  { db, clock, printer }: Deps,
  schedule: LockedSchedule,
  now: Date,
) {
  const { userId, search } = schedule
  const actor = await findReader(db, schedule)
  if (!actor) return undefined
  const signal = AbortSignal.timeout(longestPrintMs)
  try {
    return await printFigures({ actor, now, db }, readSearch(search), search, {
      printer,
      owner: { userId },
      signal,
      clock,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden')
      return undefined
    throw error
  }
}

/**
 * False if the schedule was deleted or paused during the print. Throws if the
 * lock expired or the view changed, to try again.
 */
async function isStillPending(
  db: Db,
  due: Due,
  { id, heldUntil, search }: LockedSchedule,
): Promise<boolean> {
  const row = await db
    .selectFrom('reportSchedule')
    .select((eb) => ['search', isPending(due)(eb).as('isPending')])
    .where('id', '=', id)
    .where('heldUntil', '=', heldUntil)
    .where('heldUntil', '>', sql<Date>`now() + interval '30 seconds'`)
    .executeTakeFirst()
  if (!row) throw new Error('Timed out, or the schedule was deleted')
  if (!row.isPending) return false
  if (row.search !== search) throw new Error('The view changed during printing')
  return true
}

const page = '/reporting/single-loan-variance'

type ScheduledReport = {
  due: Pick<Due, 'scheduleId' | 'dueAt'>
  schedule: Pick<LockedSchedule, 'name' | 'search'>
  to: { email: string; firstName: string }
  pdf: Buffer
}

/**
 * The email of a view, with the PDF and a link to the page. Its text has no
 * figures.
 */
export function writeScheduledReport(
  { brandName, publicUrl }: Pick<Deps, 'brandName' | 'publicUrl'>,
  {
    due: { scheduleId, dueAt },
    schedule: { name, search },
    to,
    pdf,
  }: ScheduledReport,
): Mail {
  return {
    type: 'SCHEDULED_REPORT',
    to: to.email,
    subject: `${name} · Reporting > SLVs · ${brandName}`,
    ...renderMail({
      brandName,
      parts: [
        greeting(to.firstName),
        `Your "${name}" view of Reporting > SLVs in the ${brandName} loan-review portal is attached as a PDF.`,
        {
          link: `${publicUrl}${page}${search ? `?${search}` : ''}`,
          label: 'View current figures',
        },
        'You are receiving this because you scheduled it. To pause or delete the schedule, open "Email on a schedule" on that page.',
      ],
    }),
    attachments: [
      { filename: reportingFile, content: pdf, contentType: 'application/pdf' },
    ],
    key: toMailKey(`${scheduleId} ${dueAt}`),
  }
}
