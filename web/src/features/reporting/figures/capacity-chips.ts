import type { Capacity } from '@portal/contract/reporting/capacity'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { useQuery } from '@tanstack/react-query'
import type { FilterChip } from '../../../ui/filter-chips.tsx'
import { nameOf, rangeLabel } from '../../slv/list/use-chips.ts'
import { underwritersQuery } from '../../user/queries.ts'
import { monthLabel } from './months.ts'
import type { CapacityFilter } from './report-search.ts'

type ListKey = 'statuses' | 'type' | 'underwriterIds' | 'months'

/** One chip for each value that narrows the table. */
export const useCapacityChips = (
  filter: CapacityFilter,
  onFilter: (filter: CapacityFilter) => void,
  /** Of the table that is shown: those who are no longer active too. */
  names: Capacity['names'] | undefined,
): FilterChip[] => {
  const people = useQuery({ ...underwritersQuery(), enabled: filter.underwriterIds.length > 0 }).data
  const chips = (key: ListKey, labels: readonly { value: string; label: string }[]): FilterChip[] =>
    labels.map(({ value, label }) => ({
      key: `${key} ${value}`,
      label,
      onRemove: () => onFilter({ ...filter, [key]: filter[key].filter((other) => other !== value) }),
    }))
  const range = rangeLabel(filter)
  return [
    ...chips(
      'statuses',
      filter.statuses.map((value) => ({ value, label: slvGroupLabels[value] })),
    ),
    ...chips(
      'type',
      filter.type.map((value) => ({ value, label: slvTypeLabels[value] })),
    ),
    ...chips(
      'underwriterIds',
      filter.underwriterIds.map((value) => ({ value, label: nameOf(people, value, names?.underwriters) })),
    ),
    ...chips(
      'months',
      filter.months.map((value) => ({ value, label: monthLabel(value) })),
    ),
    ...(range === null
      ? []
      : [
          {
            key: 'timeframe',
            label: range,
            onRemove: () => onFilter({ ...filter, timeframe: undefined, from: undefined, to: undefined }),
          },
        ]),
  ]
}
