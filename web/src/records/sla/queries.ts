import { getWorkCalendar } from '@portal/contract/sla/api'
import { endpointQuery } from '../../lib/queries.ts'

/** When work counts as received, and the targets of decisions. */
export const workCalendarQuery = endpointQuery(
  ['work-calendar'],
  getWorkCalendar,
  { staleTime: 60_000, meta: { quiet: true } },
)
