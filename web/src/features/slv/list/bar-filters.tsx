import type { Person, Role } from '@portal/contract/user/model'
import { lazy } from '../../../lib/lazy.tsx'
import {
  hasEditor,
  isInList,
  type ListFilter,
} from '../../../records/slv/list-filter.ts'
import { useChips } from '../../../records/slv/use-chips.ts'
import type { BarFilter } from '../../../ui/list/filter-bar.tsx'
import { namesIn } from './list-queries.ts'
import type { TabModes } from './list-tabs.ts'

const FilterEditor = lazy(
  () => import('../../../records/slv/filter-fields.tsx'),
  'FilterEditor',
)

type FiltersProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  known: readonly Pick<Person, 'id' | 'name'>[]
}

/** The filters of a list of SLVs for its bar. */
export const useBarFilters = ({
  tab,
  role,
  filter,
  onFilter,
  known,
}: FiltersProps): BarFilter[] =>
  useChips(filter, role, onFilter, known).map((chip) => ({
    ...chip,
    editor: isInList(chip.key, tab.tableMode) && hasEditor(chip.key, role) && (
      <FilterEditor
        filterKey={chip.key}
        names={namesIn(tab)}
        role={role}
        filter={filter}
        onFilter={onFilter}
      />
    ),
  }))
