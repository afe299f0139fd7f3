import { reportMessages } from '@portal/contract/reporting/messages'
import * as api from '@portal/contract/reporting/summary-api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { capacityQuery, figuresQuery, type ReportView } from './report-search.ts'

const key = ['slv', 'reporting'] as const

/** The figures within a filter. Those that were there stay while the next are read. */
export const summaryQuery = ({ filter, topLimit }: Pick<ReportView, 'filter' | 'topLimit'>) => {
  const query = { ...figuresQuery(filter), topLimit: `${topLimit}` as const }
  return queryOptions({
    queryKey: [...key, 'summary', query],
    queryFn: ({ signal }) => call(api.getSummary, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The Underwriter Capacity table, one of its views. */
export const capacityTableQuery = ({ countBy, capacity }: Pick<ReportView, 'countBy' | 'capacity'>) => {
  const query = { ...capacityQuery(capacity), countBy }
  return queryOptions({
    queryKey: [...key, 'capacity', query],
    queryFn: ({ signal }) => call(api.getCapacity, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true, failed: reportMessages.table.failed, prefers: 'reason' },
  })
}

/** Both halves of the page as they were at one moment, for paper. */
export const paperQuery = ({ filter, topLimit, countBy, capacity }: ReportView) => {
  const query = { ...figuresQuery(filter), topLimit: `${topLimit}` as const, ...capacityQuery(capacity), countBy }
  return queryOptions({
    queryKey: [...key, 'paper', query],
    queryFn: ({ signal }) => call(api.getFigures, { query }, { signal }),
  })
}

const names =
  (of: string, endpoint: typeof api.getReportedSellers | typeof api.getReportedPrograms) => (search: string) =>
    queryOptions({
      queryKey: [...key, of, search],
      queryFn: ({ signal }) => call(endpoint, { query: { search } }, { signal }),
      staleTime: 60_000,
      meta: { quiet: true },
    })

/** What the filters of the page offer: names of all that is counted, whatever SLVs one may open. */
export const namesCounted = {
  sellers: names('sellers', api.getReportedSellers),
  programs: names('programs', api.getReportedPrograms),
}
