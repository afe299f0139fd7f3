import { reportMessages } from '@portal/contract/reporting/messages'
import * as api from '@portal/contract/reporting/summary-api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { printedOnce } from '../queries.ts'
import { capacityQuery, figuresQuery, type ReportView } from './report-search.ts'

const key = ['slv', 'reporting'] as const

/** The figures of a filter. The previous ones stay until they are loaded. */
export const summaryQuery = ({ filter, topLimit }: Pick<ReportView, 'filter' | 'topLimit'>) => {
  const query = { ...figuresQuery(filter), topLimit: `${topLimit}` as const }
  return queryOptions({
    queryKey: [...key, 'summary', query],
    queryFn: ({ signal }) => call(api.getSummary, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** A view of the Underwriter Capacity table. */
export const capacityTableQuery = ({ countBy, capacity }: Pick<ReportView, 'countBy' | 'capacity'>) => {
  const query = { ...capacityQuery(capacity), countBy }
  return queryOptions({
    queryKey: [...key, 'capacity', query],
    queryFn: ({ signal }) => call(api.getCapacity, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true, failed: reportMessages.table.failed, prefers: 'reason' },
  })
}

/** All of the page at one instant, for paper. */
export const paperQuery = ({ filter, topLimit, countBy, capacity }: ReportView) => {
  const query = { ...figuresQuery(filter), topLimit: `${topLimit}` as const, ...capacityQuery(capacity), countBy }
  return queryOptions({
    queryKey: [...key, 'paper', query],
    queryFn: ({ signal }) => call(api.getFigures, { query }, { signal }),
    ...printedOnce,
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

/** The choices of the filters: all names in the figures, whatever SLVs the user may open. */
export const namesCounted = {
  sellers: names('sellers', api.getReportedSellers),
  programs: names('programs', api.getReportedPrograms),
}
