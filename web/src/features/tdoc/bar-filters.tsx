import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import {
  type TdocFilterKey,
  tdocFilterRow,
} from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { lazy } from '../../lib/lazy.tsx'
import { useBranding } from '../../records/auth/queries.ts'
import {
  filterKeysFor,
  type TableFilters,
  type TableView,
} from '../../records/tdoc/table-view.ts'
import { getName, underwritersQuery } from '../../records/user/queries.ts'
import type { BarFilter } from '../../ui/list/filter-bar.tsx'

const BarField = lazy(() => import('./filter-fields.tsx'), 'TdocBarField')

/**
 * The labels of a filter's values. Names of inactive people come from the rows.
 */
const useValueText = (
  filters: TableFilters,
  role: Role,
  rows: readonly Tdoc[],
) => {
  const isByPerson = filterKeysFor(role).some(
    (key) => tdocFilterRow(key).isPerson && filters[key].length > 0,
  )
  const people = useQuery({
    ...underwritersQuery(),
    enabled: isByPerson && role === 'UNDERWRITER',
  })
  const peopleOfRows = rows
    .flatMap((row) => [row.assignedUnderwriter, row.reviewUnderwriter])
    .filter((person) => person !== null)
  return (key: TdocFilterKey, value: string): string => {
    const { labels, isPerson } = tdocFilterRow(key)
    if (!isPerson) return labels?.[value] ?? value
    return getName(people.data, value, peopleOfRows)
  }
}

/** The filters of the Tdoc lists for their bar. */
export const useBarFilters = (
  { filters, tableMode }: Pick<TableView, 'filters' | 'tableMode'>,
  role: Role,
  onFilter: (filters: TableFilters) => void,
  rows: readonly Tdoc[] = [],
): BarFilter[] => {
  const { name: brandName } = useBranding()
  const textOf = useValueText(filters, role, rows)
  return filterKeysFor(role).map((key) => {
    const set = (values: string[]) => onFilter({ ...filters, [key]: values })
    return {
      key,
      label: branded(tdocFilterRow(key).label, brandName),
      text: filters[key].map((value) => textOf(key, value)).join(', ') || null,
      editor: (
        <BarField
          filterKey={key}
          values={filters[key]}
          tableMode={tableMode}
          onChange={set}
        />
      ),
      onRemove: () => set([]),
    }
  })
}
