import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tdocListKeys } from '@portal/contract/tdoc/list-query'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { chipsOf, type FilterChip } from '../../ui/list/filter-chips.tsx'
import { underwritersQuery } from '../user/queries.ts'
import { type Narrowing, narrowingRow, type TableFilter } from './table-view.ts'

export const useChoices = (by: Narrowing['by'], role: Role): { value: string; label: string }[] => {
  const { isPerson = false, labels = {} } = narrowingRow(by)
  const people = useQuery({ ...underwritersQuery(), enabled: isPerson && role === 'UNDERWRITER' })
  if (isPerson) return people.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

export const useChips = (
  { narrowing, lists }: TableFilter,
  role: Role,
  onFilter: (filter: Partial<TableFilter>) => void,
  rows: readonly Tdoc[] = [],
): FilterChip[] => {
  const choices = useChoices(narrowing?.by ?? 'type', role)
  const textOf = ({ by, value }: Narrowing) => {
    const { label, isPerson } = narrowingRow(by)
    if (by === 'vendorName') return `${label}: ${value}`
    const people = rows.flatMap(({ assignedUnderwriter, reviewUnderwriter }) => [
      { value: assignedUnderwriter?.id, label: assignedUnderwriter?.name },
      { value: reviewUnderwriter?.id, label: reviewUnderwriter?.name },
    ])
    const found = [...choices, ...(isPerson ? people : [])].find((choice) => choice.value === value)
    return `${label}: ${found?.label ?? (choices.length > 0 ? 'inactive user' : '…')}`
  }
  return [
    ...(narrowing
      ? [{ key: narrowing.by, label: textOf(narrowing), onRemove: () => onFilter({ narrowing: null }) }]
      : []),
    ...tdocListKeys.flatMap((key) =>
      chipsOf(
        key,
        lists[key],
        (value) => value,
        (values) => onFilter({ lists: { ...lists, [key]: values } }),
      ),
    ),
  ]
}
