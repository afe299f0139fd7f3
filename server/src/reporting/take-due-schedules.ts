import { nextDue } from '@portal/contract/reporting/schedule'
import { type Db, inTransaction } from '../lib/db.ts'
import { enqueueAll } from '../lib/jobs.ts'

/** A transaction takes so many. */
const atOnce = 200

/**
 * Queues a mail for each schedule that is due, and moves it on to its next day, in one transaction: each due time is
 * queued once, whichever node looks. What was missed while no node ran comes once.
 */
export async function takeDueSchedules({ db, now }: { db: Db; now: Date }, most = atOnce): Promise<void> {
  for (let taken = most; taken === most; ) taken = await inTransaction(db, (tx) => take(tx, now, most))
}

async function take(tx: Db, now: Date, most: number): Promise<number> {
  const due = await tx
    .selectFrom('reportSchedule')
    .select(['id', 'cadence', 'weekday', 'nextAt'])
    .where('nextAt', '<=', now)
    .where('isPaused', '=', false)
    .orderBy('nextAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, ...rhythm } of due)
    await tx
      .updateTable('reportSchedule')
      .set({ nextAt: nextDue(rhythm, now), state: 'QUEUED', stateAt: now })
      .where('id', '=', id)
      .execute()
  const jobs = due.map(({ id, nextAt }) => {
    const dueAt = nextAt.toISOString()
    return { data: { scheduleId: id, dueAt, isAsked: false }, key: `${id} ${dueAt}` }
  })
  await enqueueAll(tx, 'send-scheduled-report', jobs)
  return due.length
}
