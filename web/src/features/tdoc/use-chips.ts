import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tdocListKeys } from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import type { FilterChip } from '../../ui/filter-chips.tsx'
import { useNarrowingText } from './narrowing.ts'
import type { TableView } from './table-view.ts'

/** One chip for each filter value besides the tab and the search; its button removes that value. */
export const useChips = (
  { narrowing, lists }: TableView,
  role: Role,
  onFilter: (filter: Partial<Pick<TableView, 'narrowing' | 'lists'>>) => void,
  rows?: readonly Tdoc[],
): FilterChip[] => {
  const narrowingText = useNarrowingText(narrowing, role, rows)
  return [
    ...(narrowing ? [{ key: narrowing.by, label: narrowingText, onRemove: () => onFilter({ narrowing: null }) }] : []),
    ...tdocListKeys.flatMap((key) =>
      lists[key].map((value) => ({
        key: `${key} ${value}`,
        label: value,
        onRemove: () => onFilter({ lists: { ...lists, [key]: lists[key].filter((other) => other !== value) } }),
      })),
    ),
  ]
}
