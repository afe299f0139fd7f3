import { reportMessages } from '@portal/contract/reporting/messages'
import * as api from '@portal/contract/reporting/summary-api'
import { keepPreviousData } from '@tanstack/react-query'
import { endpointQuery, printedOnce } from '../../../lib/queries.ts'
import {
  capacityQuery,
  figuresQuery,
  type ReportView,
} from './report-search.ts'

const key = ['slv', 'reporting'] as const

/** The figures of a filter. The previous ones stay until they are loaded. */
export const summaryQuery = ({
  filter,
  topLimit,
}: Pick<ReportView, 'filter' | 'topLimit'>) => {
  const query = { ...figuresQuery(filter), topLimit: `${topLimit}` as const }
  return endpointQuery([...key, 'summary', query], api.getSummary, {
    query,
    placeholderData: keepPreviousData,
  })
}

/** A view of the Underwriter Capacity table. */
export const capacityTableQuery = ({
  countBy,
  capacity,
}: Pick<ReportView, 'countBy' | 'capacity'>) => {
  const query = { ...capacityQuery(capacity), countBy }
  return endpointQuery([...key, 'capacity', query], api.getCapacity, {
    query,
    placeholderData: keepPreviousData,
    meta: {
      quiet: true,
      failed: reportMessages.table.failed,
      prefers: 'reason',
    },
  })
}

/** All of the page at one instant, for paper. */
export const paperQuery = ({
  filter,
  topLimit,
  countBy,
  capacity,
}: ReportView) => {
  const query = {
    ...figuresQuery(filter),
    topLimit: `${topLimit}` as const,
    ...capacityQuery(capacity),
    countBy,
  }
  return endpointQuery([...key, 'paper', query], api.getFigures, {
    query,
    ...printedOnce,
  })
}

type NamesEndpoint =
  | typeof api.getReportedSellers
  | typeof api.getReportedPrograms

const namesQuery = (
  kind: 'sellers' | 'programs',
  endpoint: NamesEndpoint,
  search: string,
) =>
  endpointQuery([...key, kind, search], endpoint, {
    query: { search },
    staleTime: 60_000,
    meta: { quiet: true },
  })

/**
 * The choices of the filters: all names in the figures, whatever SLVs the user
 * may open.
 */
export const namesCounted = {
  sellers: (search: string) =>
    namesQuery('sellers', api.getReportedSellers, search),
  programs: (search: string) =>
    namesQuery('programs', api.getReportedPrograms, search),
}
