import type { ReportSchedule } from '@portal/contract/reporting/schedule'
import type { Ctx } from '../../lib/ctx.ts'
import { presentSchedule, scheduleColumns } from './present.ts'

export async function listSchedules({ db, actor }: Ctx): Promise<ReportSchedule[]> {
  const rows = await db
    .selectFrom('reportSchedule')
    .select(scheduleColumns)
    .where('userId', '=', actor.id)
    .orderBy('id')
    .execute()
  return rows.map(presentSchedule)
}
