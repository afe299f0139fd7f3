import type { ReportSchedule } from '@portal/contract/reporting/schedule'
import type { Ctx } from '../lib/ctx.ts'
import { presentSchedule, toldOfSchedule } from './present.ts'

/** The actor's own schedules, the oldest first. */
export async function listSchedules({ db, actor }: Ctx): Promise<ReportSchedule[]> {
  const rows = await db
    .selectFrom('reportSchedule')
    .select(toldOfSchedule)
    .where('userId', '=', actor.id)
    .orderBy('id')
    .execute()
  return rows.map(presentSchedule)
}
