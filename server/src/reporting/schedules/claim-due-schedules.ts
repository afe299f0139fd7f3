import { nextDue } from '@portal/contract/reporting/schedule'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'

/** Schedules per transaction. */
const defaultBatchSize = 200

/**
 * Queues an email for each due schedule and sets its next time in one transaction. Times missed while no node ran are
 * sent once.
 */
export async function claimDueSchedules({ db, now }: { db: Db; now: Date }, batchSize = defaultBatchSize) {
  let claimed = batchSize
  while (claimed === batchSize) claimed = await inTransaction(db, (tx) => claimBatch(tx, now, batchSize))
}

async function claimBatch(tx: Db, now: Date, batchSize: number): Promise<number> {
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
    return { data: { scheduleId: id, dueAt, isAsked: false }, key: `${id} ${dueAt}` }
  })
  await enqueueAll(tx, 'send-scheduled-report', jobs)
  return due.length
}
