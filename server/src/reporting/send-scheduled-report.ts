import { seesReporting } from '@portal/contract/reporting/policy'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { AppError } from '../lib/errors.ts'
import type { Attempt } from '../lib/jobs.ts'
import type { Mailer } from '../lib/mail.ts'
import type { Printer } from '../lib/printer.ts'
import { findActor } from '../user/find-actor.ts'
import { readSearch } from './create-schedule.ts'
import { printFigures } from './print-figures.ts'
import { writeMail } from './write-mail.ts'

type House = {
  db: Db
  clock: () => Date
  mailer: Mailer
  printer: Printer | undefined
  brandName: string
  publicUrl: string
}
type Due = { scheduleId: string; dueAt: string; isAsked: boolean }

/** Longest wait for a PDF, including its time in the queue; the job tries again later. */
const longestPrintMs = 60_000

/** Longer than a print plus the timeout of the mail server. */
const holdSeconds = 90

/**
 * Mails a view that is due, printed for its person with the rights that they have now; nothing to whoever has none any
 * more. One mail for a due time: who mails it holds the schedule, and notes the time once the mail server has taken it.
 * Who dies between these two is followed by another, whose mail has the same id: mail systems drop it.
 */
export async function sendScheduledReport(house: House, due: Due, { isLast }: Attempt): Promise<void> {
  const { db, clock } = house
  const held = await hold(db, due)
  if (!held) return
  try {
    await mail(house, due, held)
  } catch (error) {
    await letGo(db, due, held, { state: isLast ? 'FAILED' : 'RETRYING', stateAt: clock() })
    throw error
  }
}

type Held = { id: string; userId: string; name: string; search: string; heldUntil: Date }

/** Still to be mailed: not mailed yet, and neither deleted nor paused since it was queued. */
const isOpen =
  ({ scheduleId, dueAt, isAsked }: Due) =>
  (eb: ExpressionBuilder<DB, 'reportSchedule'>) =>
    eb.and([
      eb('id', '=', scheduleId),
      eb.or([eb('doneDue', 'is', null), eb('doneDue', '<', new Date(dueAt))]),
      ...(isAsked ? [] : [eb('isPaused', '=', false)]),
    ])

/** Nothing when there is nothing to mail; throws when another node is at it, to look again later. */
async function hold(db: Db, due: Due): Promise<Held | undefined> {
  const open = db
    .updateTable('reportSchedule')
    .set({
      // As exact as a Date is: it is compared with what comes back.
      heldUntil: sql<Date>`date_trunc('milliseconds', now()) + make_interval(secs => ${holdSeconds})`,
    })
    .where(isOpen(due))
  const held = await open
    .where((eb) => eb.or([eb('heldUntil', 'is', null), eb('heldUntil', '<', sql<Date>`now()`)]))
    .returning(['id', 'userId', 'name', 'search', 'heldUntil'])
    .executeTakeFirst()
  if (held?.heldUntil) return { ...held, heldUntil: held.heldUntil }
  const isOthers = await db
    .selectFrom('reportSchedule')
    .select('id')
    .where(isOpen(due))
    .where('heldUntil', '>=', sql<Date>`now()`)
    .executeTakeFirst()
  if (isOthers) throw new Error('Another node mails this schedule')
  return undefined
}

type End = { state: 'SENT' | 'RETRYING' | 'FAILED' | 'REFUSED'; stateAt: Date; doneDue?: Date; lastSentAt?: Date }

/** Only what is still held by us. What was called off meanwhile is told nothing but that it was mailed after all. */
async function letGo(db: Db, due: Due, { id, heldUntil }: Held, end?: End): Promise<void> {
  const ours = db.updateTable('reportSchedule').where('id', '=', id).where('heldUntil', '=', heldUntil)
  if (end) {
    const { doneDue, ...told } = end
    await ours
      .$if(end.state !== 'SENT', (query) => query.where(isOpen(due)))
      .set({ ...told, heldUntil: null })
      // A pause may have noted a later one.
      .$if(doneDue !== undefined, (query) => query.set({ doneDue: sql<Date>`greatest(done_due, ${doneDue})` }))
      .execute()
  }
  await ours.set({ heldUntil: null }).execute()
}

async function mail(house: House, due: Due, held: Held): Promise<void> {
  const { db, clock, mailer, brandName, publicUrl } = house
  const { scheduleId, dueAt } = due
  const now = clock()
  const doneDue = new Date(dueAt)
  const pdf = await printFor(house, held, now)
  if (!(await isStillMeant(db, due, held))) return letGo(db, due, held)
  const person = pdf && (await personOf(db, held))
  if (!person) {
    await letGo(db, due, held, { state: 'REFUSED', stateAt: now, doneDue })
    return
  }
  const { name, search } = held
  await mailer.send(writeMail({ to: person, view: { scheduleId, name, search, dueAt }, pdf, brandName, publicUrl }))
  const sentAt = clock()
  await letGo(db, due, held, { state: 'SENT', stateAt: sentAt, lastSentAt: sentAt, doneDue })
}

/** Nothing for whoever has no right to the view any more. */
async function printFor(
  { db, clock, printer }: House,
  { userId, search }: Held,
  now: Date,
): Promise<Buffer | undefined> {
  const actor = await findActor(db, userId)
  if (!actor || !seesReporting(actor)) return undefined
  const signal = AbortSignal.timeout(longestPrintMs)
  const asked = { query: readSearch(search), search, asker: { userId }, signal, clock }
  try {
    return await printFigures({ actor, now, db }, printer, asked)
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return undefined
    throw error
  }
}

/** Asked once more: a print takes its time. */
async function personOf(db: Db, { userId }: Held) {
  const actor = await findActor(db, userId)
  if (!actor || !seesReporting(actor)) return undefined
  return db.selectFrom('appUser').select(['email', 'firstName']).where('id', '=', userId).executeTakeFirst()
}

/**
 * Whoever was slower than their hold lets the one who took over mail it; a view that was changed during its print is printed
 * anew by the next try. Who deleted or paused it meanwhile gets nothing.
 */
async function isStillMeant(db: Db, due: Due, { id, heldUntil, search }: Held): Promise<boolean> {
  const found = await db
    .selectFrom('reportSchedule')
    .select((eb) => ['search', isOpen(due)(eb).as('isOpen')])
    .where('id', '=', id)
    .where('heldUntil', '=', heldUntil)
    .where('heldUntil', '>', sql<Date>`now() + interval '30 seconds'`)
    .executeTakeFirst()
  if (!found) throw new Error('This took too long, or the schedule is gone')
  if (!found.isOpen) return false
  if (found.search !== search) throw new Error('The view was changed while it was printed')
  return true
}
