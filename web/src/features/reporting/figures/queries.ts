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
  })
}
