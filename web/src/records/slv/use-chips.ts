import { type SlvListKey, slvFilterKeys } from '@portal/contract/slv/list-query'
import { describeRange } from '@portal/contract/slv/range'
import * as statuses from '@portal/contract/slv/status'
import { timeframeLabels } from '@portal/contract/slv/timeframe'
import { describeLikeness } from '@portal/contract/slv-request/like-cases'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { day } from '../../lib/text/format.ts'
import type { BarFilter } from '../../ui/list/filter-bar.tsx'
import {
  bddsQuery,
  getName,
  type Named,
  underwritersQuery,
} from '../user/queries.ts'
import { filterRow, isSameChoice, type ListFilter } from './list-filter.ts'
import { ownersQuery } from './owners-query.ts'
import type { FilterTime } from './use-choices.ts'

type ChipKey = SlvListKey | 'timeframe'
type SlvChip = BarFilter & { key: ChipKey }

const chipKeys = slvFilterKeys.filter(
  (key): key is ChipKey => key !== 'overdue',
)

/**
 * The filters of SLVs as chips without an editor; those that are on have their
 * values in words.
 */
export const useChips = (
  filter: ListFilter,
  role: Role,
  onFilter: (filter: ListFilter) => void,
  known: readonly Named[] = [],
): SlvChip[] => {
  const people = {
    underwriters: useQuery({
      ...underwritersQuery(),
      enabled:
        filter.underwriterIds.length +
          filter.slrReviewerIds.length +
          filter.tradeDeskIds.length >
        0,
    }).data,
    bdds: useQuery({ ...bddsQuery, enabled: filter.bdds.length > 0 }).data,
    owners: useQuery({ ...ownersQuery, enabled: filter.ownerIds.length > 0 })
      .data,
  }
  const getLabel = (key: SlvListKey, value: string) => {
    const { people: kind, labels, range } = filterRow(key)
    if (range) return describeRange(value, range)
    if (key === 'decidedSince') return day(value)
    if (key === 'like') return describeLikeness(value)
    return kind
      ? getName(people[kind], value, known)
      : (labels?.[value] ?? value)
  }
  const getText = (key: ChipKey) => {
    if (key === 'timeframe') return rangeLabel(filter)
    const group = key === 'status' && groupLabel(filter.status, role)
    return (
      group ||
      filter[key].map((value: string) => getLabel(key, value)).join(', ') ||
      null
    )
  }
  return chipKeys.map((key) => ({
    key,
    label: filterRow(key).label,
    text: getText(key),
    editor: false,
    onRemove: () => onFilter({ ...filter, ...without(key) }),
  }))
}

const without = (key: ChipKey): Partial<ListFilter> =>
  key === 'timeframe'
    ? { timeframe: undefined, from: undefined, to: undefined }
    : { [key]: [] }

const groupLabel = (
  chosen: ListFilter['status'],
  role: Role,
): string | null => {
  if (chosen.length < 2) return null
  // Reporting counts what was sent.
  if (isSameChoice(chosen, statuses.sellerDraftStatuses)) return 'Drafts'
  if (isSameChoice(chosen, statuses.filterableStatuses))
    return 'Excluding drafts'
  const visible = statuses.statusesFor(role)
  const group = statuses.slvGroups.find((one) =>
    isSameChoice(
      chosen,
      statuses.slvGroupStatuses[one].filter((status) =>
        visible.includes(status),
      ),
    ),
  )
  return group ? `All ${statuses.slvGroupLabels[group]}` : null
}

/**
 * 'Last Month', '01/02/2026 – 02/02/2026', 'From 01/02/2026'; null when no time
 * narrows the list.
 */
export const rangeLabel = ({
  timeframe,
  from,
  to,
}: FilterTime): string | null => {
  if (from && to) return `${day(from)} – ${day(to)}`
  if (from) return `From ${day(from)}`
  if (to) return `To ${day(to)}`
  return timeframe && timeframe !== 'CUSTOM' ? timeframeLabels[timeframe] : null
}
