import type { Capacity } from '@portal/contract/reporting/capacity'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { chipsOf, type FilterChip } from '../../../ui/list/filter-chips.tsx'
import { nameOf, rangeLabel, useChips } from '../../slv/shared/use-chips.ts'
import { underwritersQuery } from '../../user/queries.ts'
import { monthLabel } from './capacity/months.ts'
import { type CapacityFilter, type FiguresFilter, isNarrowed, listLabel } from './report-search.ts'

/** A chip for each filter value of the figures. `names` has people of the response, including inactive ones. */
export const useFigureChips = (
  filter: FiguresFilter,
  role: Role,
  onFilter: (filter: FiguresFilter) => void,
  names: Summary['names'] = { underwriters: [], bdds: [] },
): FilterChip[] => {
  const { tableMode, departmentTableMode } = filter
  const chips = useChips(filter, role, (next) => onFilter({ ...next, tableMode, departmentTableMode }), [
    ...names.underwriters,
    ...names.bdds,
  ])
  if (!isNarrowed(filter)) return chips
  const all = { tableMode: 'ALL', departmentTableMode: 'ALL' } as const
  return [{ key: 'list', label: listLabel(filter), onRemove: () => onFilter({ ...filter, ...all }) }, ...chips]
}

type ListKey = 'statuses' | 'type' | 'underwriterIds' | 'months'

/** A chip for each filter value of the capacity table. */
export const useCapacityChips = (
  filter: CapacityFilter,
  onFilter: (filter: CapacityFilter) => void,
  names: Capacity['names'] | undefined,
): FilterChip[] => {
  const people = useQuery({ ...underwritersQuery(), enabled: filter.underwriterIds.length > 0 }).data
  const chips = <T extends string>(key: ListKey, values: readonly T[], labelOf: (value: T) => string) =>
    chipsOf(key, values, labelOf, (left) => onFilter({ ...filter, [key]: left }))
  const range = rangeLabel(filter)
  const withoutRange = { ...filter, timeframe: undefined, from: undefined, to: undefined }
  return [
    ...chips('statuses', filter.statuses, (group) => slvGroupLabels[group]),
    ...chips('type', filter.type, (type) => slvTypeLabels[type]),
    ...chips('underwriterIds', filter.underwriterIds, (id) => nameOf(people, id, names?.underwriters)),
    ...chips('months', filter.months, monthLabel),
    ...(range === null ? [] : [{ key: 'timeframe', label: range, onRemove: () => onFilter(withoutRange) }]),
  ]
}
