import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import type { Summary } from '@portal/contract/reporting/summary'
import type { FigureFilter, ListLink, Part } from '@portal/contract/reporting/target'
import { civil } from '@portal/contract/sla/calendar'
import { createContext, use } from 'react'
import { day } from '../../../lib/text/format.ts'
import type { CapacityFilter, FiguresFilter } from './report-search.ts'

/** Figures link to lists on the screen, and to nothing on paper. */
export type FiguresContext = {
  isPaper: boolean
  /** The list of a part of the figures; null on paper and if no list shows exactly that part. */
  linkTo: (part: Part) => ListLink | null
}

export const paper: FiguresContext = { isPaper: true, linkTo: () => null }
export const FiguresContext = createContext(paper)
export const useFigures = () => use(FiguresContext)

/** The civil day of a response in New York. */
export const dayOf = (asOf: string) => civil(new Date(asOf)).day

/** The page's filter as the contract has it. */
export const toFigureFilter = ({
  search: _search,
  overdue: _overdue,
  status,
  ...filter
}: FiguresFilter): FigureFilter => ({
  ...filter,
  status: status.filter((one) => one !== 'DRAFT' && one !== 'DRAFT_RESUBMITTED'),
})

/** The table's filter as the contract has it. */
export const toCapacityFilter = ({ type, underwriterIds, timeframe, from, to, ...filter }: CapacityFilter) =>
  ({
    ...filter,
    uwcType: type,
    uwcUnderwriterIds: underwriterIds,
    uwcTimeframe: timeframe,
    uwcFrom: from,
    uwcTo: to,
  }) satisfies Partial<CapacityQuery>

/** 'any day', '10/01/2026 – 10/31/2026', 'from 10/01/2026', 'until 10/31/2026' */
export const daysText = ({ from, to }: Summary['days']): string => {
  if (from && to) return `${day(from)} – ${day(to)}`
  if (from) return `from ${day(from)}`
  return to ? `until ${day(to)}` : 'any day'
}
