import type { ReportSchedule } from '@portal/contract/reporting/schedule'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { enqueue } from '../lib/jobs.ts'
import { presentSchedule, toldOfSchedule } from './present.ts'

/** Queues one of the actor's own to be mailed once now, paused or not; while that waits, asking again adds none. Throws 404. */
export const askMailing = (ctx: Ctx, id: string): Promise<ReportSchedule> =>
  transact(ctx, async ({ db, actor, now }) => {
    const row = await db
      .updateTable('reportSchedule')
      .set({ state: 'QUEUED', stateAt: now })
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .returning(toldOfSchedule)
      .executeTakeFirst()
    if (!row) throw notFound('Schedule')
    const asked = { scheduleId: id, dueAt: now.toISOString(), isAsked: true }
    await enqueue(db, 'send-scheduled-report', asked, { key: `${id} now` })
    return presentSchedule(row)
  })
