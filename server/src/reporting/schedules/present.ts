import type { ReportSchedule } from '@portal/contract/reporting/schedule'
import type { Selectable } from 'kysely'
import type { DB } from '../../lib/database/db-types.ts'

export const scheduleColumns = [
  'id',
  'name',
  'search',
  'cadence',
  'weekday',
  'isPaused',
  'nextAt',
  'lastSentAt',
  'state',
  'stateAt',
] as const

type Row = Pick<Selectable<DB['reportSchedule']>, (typeof scheduleColumns)[number]>

export const presentSchedule = ({ search, nextAt, lastSentAt, stateAt, ...row }: Row): ReportSchedule => ({
  ...row,
  view: Object.fromEntries(new URLSearchParams(search)),
  nextAt: row.isPaused ? null : nextAt.toISOString(),
  lastSentAt: lastSentAt?.toISOString() ?? null,
  stateAt: stateAt?.toISOString() ?? null,
})
