import { loanValueLabels } from '@portal/contract/slv/list-query'
import { occupancyLabels, slvTypeLabels } from '@portal/contract/slv/model'
import {
  filterableStatuses,
  slvGroupLabels,
  slvGroupStatuses,
  slvGroups,
  slvStatusLabels,
  statusesFor,
} from '@portal/contract/slv/status'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
import type { Person, Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { day } from '../../../lib/format.ts'
import type { FilterChip } from '../../../ui/filter-chips.tsx'
import { bddsQuery, underwritersQuery } from '../../user/queries.ts'
import { isSameChoice, type ListFilter } from './list-filter.ts'

type Named = Pick<Person, 'id' | 'name'>
type ListKey = 'sellers' | 'bdds' | 'underwriterIds' | 'productCodes' | 'states' | 'reasons'

/** One chip for each value that narrows the list, each of which takes it away again. */
export const useChips = (
  filter: ListFilter,
  role: Role,
  onFilter: (filter: ListFilter) => void,
  /** People whose names are here already, those who are no longer active too. */
  known: readonly Named[] = [],
): FilterChip[] => {
  const underwriters = useQuery({ ...underwritersQuery(), enabled: filter.underwriterIds.length > 0 }).data
  const bdds = useQuery({ ...bddsQuery, enabled: filter.bdds.length > 0 }).data

  const chips = <K extends ListKey>(key: K, labelOf: (value: string) => string): FilterChip[] =>
    filter[key].map((value) => ({
      key: `${key} ${value}`,
      label: labelOf(value),
      onRemove: () => onFilter({ ...filter, [key]: filter[key].filter((other) => other !== value) }),
    }))
  const range = rangeLabel(filter)

  return [
    ...(groupChip(filter, role, onFilter) ?? statusChips(filter, onFilter)),
    ...(filter.overdue
      ? [{ key: 'overdue', label: 'Overdue', onRemove: () => onFilter({ ...filter, overdue: false }) }]
      : []),
    ...chips('sellers', (name) => name),
    ...chips('bdds', (id) => nameOf(bdds, id, known)),
    ...chips('underwriterIds', (id) => nameOf(underwriters, id, known)),
    ...filter.type.map((type) => ({
      key: `type ${type}`,
      label: slvTypeLabels[type],
      onRemove: () => onFilter({ ...filter, type: filter.type.filter((other) => other !== type) }),
    })),
    ...(range === null
      ? []
      : [
          {
            key: 'timeframe',
            label: range,
            onRemove: () => onFilter({ ...filter, timeframe: undefined, from: undefined, to: undefined }),
          },
        ]),
    ...chips('productCodes', (name) => name),
    ...chips('states', (state) => state),
    ...filter.occupancies.map((occupancy) => ({
      key: `occupancy ${occupancy}`,
      label: occupancyLabels[occupancy],
      onRemove: () => onFilter({ ...filter, occupancies: filter.occupancies.filter((other) => other !== occupancy) }),
    })),
    ...chips('reasons', (reason) => reason),
    ...filter.has.map((value) => ({
      key: `has ${value}`,
      label: `Has ${loanValueLabels[value]}`,
      onRemove: () => onFilter({ ...filter, has: filter.has.filter((other) => other !== value) }),
    })),
  ]
}

const statusChips = (filter: ListFilter, onFilter: (filter: ListFilter) => void): FilterChip[] =>
  filter.status.map((status) => ({
    key: `status ${status}`,
    label: slvStatusLabels[status],
    onRemove: () => onFilter({ ...filter, status: filter.status.filter((other) => other !== status) }),
  }))

/** All statuses of a group, as a card chooses them, are one chip. */
const groupChip = (filter: ListFilter, role: Role, onFilter: (filter: ListFilter) => void): FilterChip[] | null => {
  if (filter.status.length < 2) return null
  const withoutStatus = () => onFilter({ ...filter, status: [] })
  // As the reporting page leads here: it counts what was sent.
  if (isSameChoice(filter.status, filterableStatuses))
    return [{ key: 'sent', label: 'Without drafts', onRemove: withoutStatus }]
  const may = statusesFor(role)
  const group = slvGroups.find((one) =>
    isSameChoice(
      filter.status,
      slvGroupStatuses[one].filter((status) => may.includes(status)),
    ),
  )
  if (!group) return null
  return [
    {
      key: `group ${group}`,
      label: `All ${slvGroupLabels[group]}`,
      onRemove: withoutStatus,
    },
  ]
}

/** What somebody is called who is filtered by; `known` has those who are no longer active. */
export const nameOf = (people: readonly Named[] | undefined, id: string, known: readonly Named[] = []): string =>
  [...known, ...(people ?? [])].find((person) => person.id === id)?.name ?? (people ? 'Somebody no longer active' : '…')

/** 'Last Month', '01/02/2026 – 02/02/2026', 'From 01/02/2026'; null when no time narrows the list. */
export const rangeLabel = ({ timeframe, from, to }: Pick<ListFilter, 'timeframe' | 'from' | 'to'>): string | null => {
  if (from && to) return `${day(from)} – ${day(to)}`
  if (from) return `From ${day(from)}`
  if (to) return `To ${day(to)}`
  return timeframe && timeframe !== 'CUSTOM' ? timeframeLabels[timeframe] : null
}
