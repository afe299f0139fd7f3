import type { Role } from '@portal/contract/user/model'
import type { FilterChip } from '../../../ui/filter-chips.tsx'
import { useChips } from '../../slv/list/use-chips.ts'
import { listLabel } from './list-label.ts'
import type { FiguresFilter } from './report-search.ts'

/** One chip for each value that narrows the figures. */
export const useFigureChips = (
  filter: FiguresFilter,
  role: Role,
  onFilter: (filter: FiguresFilter) => void,
): FilterChip[] => {
  const { tableMode } = filter
  const chips = useChips(filter, role, (next) => onFilter({ ...next, tableMode }))
  if (tableMode === 'ALL') return chips
  return [
    { key: 'list', label: listLabel(tableMode), onRemove: () => onFilter({ ...filter, tableMode: 'ALL' }) },
    ...chips,
  ]
}
