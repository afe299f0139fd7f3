import type { CapacityQuery } from '@portal/contract/reporting/capacity'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Narrowed, Part, SlvsBehind } from '@portal/contract/reporting/target'
import { civil } from '@portal/contract/sla/calendar'
import { createContext, use } from 'react'
import { day } from '../../../lib/format.ts'
import type { CapacityFilter, FiguresFilter } from './report-search.ts'

/** Where the figures stand: on a screen they lead to lists, on paper they stand for themselves. */
export type Scene = {
  isPaper: boolean
  /** Where the SLVs of a part of the figures are listed; null where no list shows just those, and on paper. */
  leadTo: (part: Part) => SlvsBehind | null
}

export const SceneContext = createContext<Scene>({ isPaper: true, leadTo: () => null })
export const useScene = () => use(SceneContext)

/** The civil day in New York that an answer is of. */
export const dayOf = (asOf: string) => civil(new Date(asOf)).day

/** The page's filter as the contract has it. */
export const narrowedBy = ({ search: _search, overdue: _overdue, status, ...filter }: FiguresFilter): Narrowed => ({
  ...filter,
  status: status.filter((one) => one !== 'DRAFT' && one !== 'DRAFT_RESUBMITTED'),
})

/** The table's filter as the contract has it. */
export const capacityNarrowed = (filter: CapacityFilter): Partial<CapacityQuery> => ({
  statuses: filter.statuses,
  uwcType: filter.type,
  uwcUnderwriterIds: filter.underwriterIds,
  months: filter.months,
  uwcTimeframe: filter.timeframe,
  uwcFrom: filter.from,
  uwcTo: filter.to,
})

/** 'any day', '10/01/2026 – 10/31/2026', 'from 10/01/2026', 'until 10/31/2026' */
export const daysText = ({ from, to }: Summary['days']): string => {
  if (from && to) return `${day(from)} – ${day(to)}`
  if (from) return `from ${day(from)}`
  return to ? `until ${day(to)}` : 'any day'
}
