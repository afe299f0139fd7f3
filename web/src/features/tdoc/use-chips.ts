import type { Tdoc } from '@portal/contract/tdoc/answers'
import type { TdocFilterKey } from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { chipsOf, type FilterChip } from '../../ui/list/filter-chips.tsx'
import { underwritersQuery } from '../user/queries.ts'
import { filterKeysFor, filterRow, type TableFilters } from './table-view.ts'

/** The words of a filter's values. The rows name people who are no longer active. */
const useValueText = (filters: TableFilters, role: Role, rows: readonly Tdoc[]) => {
  const isByPerson = filterKeysFor(role).some((key) => filterRow(key).isPerson && filters[key].length > 0)
  const people = useQuery({ ...underwritersQuery(), enabled: isByPerson && role === 'UNDERWRITER' })
  const named = [
    ...(people.data ?? []),
    ...rows.flatMap(({ assignedUnderwriter, reviewUnderwriter }) => [
      assignedUnderwriter ?? [],
      reviewUnderwriter ?? [],
    ]),
  ].flat()
  return (key: TdocFilterKey, value: string): string => {
    const { labels, isPerson } = filterRow(key)
    if (!isPerson) return labels?.[value] ?? value
    return named.find(({ id }) => id === value)?.name ?? (people.data ? 'inactive user' : '…')
  }
}

export const useChips = (
  filters: TableFilters,
  role: Role,
  onFilter: (filters: TableFilters) => void,
  rows: readonly Tdoc[] = [],
): FilterChip[] => {
  const textOf = useValueText(filters, role, rows)
  return filterKeysFor(role).flatMap((key) => {
    const { label, labels, isPerson } = filterRow(key)
    const isNamed = labels !== undefined || isPerson || key === 'vendorName'
    return chipsOf(
      key,
      filters[key],
      (value) => (isNamed ? `${label}: ${textOf(key, value)}` : value),
      (values) => onFilter({ ...filters, [key]: values }),
    )
  })
}
