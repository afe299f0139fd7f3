import type { Summary } from '@portal/contract/reporting/summary'
import type { Role } from '@portal/contract/user/model'
import type { FilterChip } from '../../../ui/filter-chips.tsx'
import { useChips } from '../../slv/list/use-chips.ts'
import { listLabel } from './list-label.ts'
import { type FiguresFilter, isNarrowed } from './report-search.ts'

/** One chip for each value that narrows the figures. */
export const useFigureChips = (
  filter: FiguresFilter,
  role: Role,
  onFilter: (filter: FiguresFilter) => void,
  /** Of the figures that are shown: those who are no longer active too. */
  names: Summary['names'] | undefined,
): FilterChip[] => {
  const { tableMode, departmentTableMode } = filter
  const chips = useChips(filter, role, (next) => onFilter({ ...next, tableMode, departmentTableMode }), [
    ...(names?.underwriters ?? []),
    ...(names?.bdds ?? []),
  ])
  if (!isNarrowed(filter)) return chips
  const all = { tableMode: 'ALL', departmentTableMode: 'ALL' } as const
  return [{ key: 'list', label: listLabel(filter), onRemove: () => onFilter({ ...filter, ...all }) }, ...chips]
}
