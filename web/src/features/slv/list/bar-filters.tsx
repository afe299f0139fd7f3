import { slvFilterKeys } from '@portal/contract/slv/list-query'
import type { Person, Role } from '@portal/contract/user/model'
import { lazy } from '../../../lib/lazy.tsx'
import type { BarFilter } from '../../../ui/list/filter-bar.tsx'
import { filterRow, hasEditor, type ListFilter } from '../shared/list-filter.ts'
import { useFilterWords, without } from '../shared/use-chips.ts'
import { namesIn, type TabModes } from './list-view.ts'

const FilterEditor = lazy(() => import('../shared/filter-fields.tsx'), 'FilterEditor')

type FiltersProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  known: readonly Pick<Person, 'id' | 'name'>[]
}

/** The filters of a list of SLVs for its bar. */
export const useBarFilters = ({ tab, role, filter, onFilter, known }: FiltersProps): BarFilter[] => {
  const wordsOf = useFilterWords(filter, role, known)
  return slvFilterKeys.map((key) => {
    const words = wordsOf(key).map(({ label }) => label)
    return {
      key,
      label: filterRow(key).label,
      text: words.length === 0 ? null : key === 'overdue' ? 'Yes' : words.join(', '),
      editor: hasEditor(key, role) && (
        <FilterEditor filterKey={key} names={namesIn(tab)} {...{ role, filter, onFilter }} />
      ),
      onRemove: () => onFilter({ ...filter, ...without(filter, key) }),
    }
  })
}
