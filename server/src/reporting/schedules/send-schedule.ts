import type { ReportSchedule } from '@portal/contract/reporting/schedule'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import { presentSchedule, scheduleColumns } from './present.ts'

/** Queues one email of the actor's schedule now, even if it is paused; only one waits at a time. Throws 404. */
export const sendSchedule = (ctx: Ctx, id: string): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const row = await db
      .updateTable('reportSchedule')
      .set({ state: 'QUEUED', stateAt: now })
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returning(scheduleColumns)
      .executeTakeFirst()
    if (!row) throw notFound('Schedule')
    const job = { scheduleId: id, dueAt: now.toISOString(), isAsked: true }
    await enqueue(db, 'send-scheduled-report', job, { key: `${id} now` })
    return presentSchedule(row)
  })
