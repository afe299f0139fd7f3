import type { Capacity } from '@portal/contract/reporting/capacity'
import { capacityDefinitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvListKeys } from '@portal/contract/slv/list-query'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels } from '@portal/contract/slv/status'
import { filterRow } from '../../../records/slv/list-filter.ts'
import { rangeLabel } from '../../../records/slv/use-chips.ts'
import { getName } from '../../../records/user/queries.ts'
import {
  byName,
  type CapacitySort,
  isFigure,
  keyOfCount,
} from './capacity/capacity-sort.ts'
import { monthLabel } from './capacity/months.ts'
import { daysText } from './figures-context.ts'
import {
  type CapacityFilter,
  type CapacityList,
  capacityLists,
  type FiguresFilter,
  isNarrowed,
  listLabel,
} from './report-search.ts'

type People = Capacity['names']['underwriters']

/** A filter in words: its label and its values. */
export type FilterText = { label: string; value: string }

const getText = (label: string, values: readonly string[]): FilterText[] =>
  values.length === 0 ? [] : [{ label, value: values.join('; ') }]

/**
 * The filters of the figures in words, for paper; empty if nothing is filtered.
 */
export const figureFilterTexts = (
  filter: FiguresFilter,
  { names, days }: Pick<Summary, 'names' | 'days'>,
): FilterText[] => [
  ...getText('List', isNarrowed(filter) ? [listLabel(filter)] : []),
  ...slvListKeys.flatMap((key) => {
    const { label, labels, people } = filterRow(key)
    // The figures have no filter by owner.
    const known = people && people !== 'owners' && names[people]
    const getLabel = (value: string) =>
      known ? getName([], value, known) : (labels?.[value] ?? value)
    return getText(label, filter[key].map(getLabel))
  }),
  ...getText('Timeframe', describeTimeframe(filter, days)),
]

export const capacityLabels: Record<CapacityList, string> = {
  statuses: 'Status group',
  uwcType: 'Type',
  uwcUnderwriterIds: 'Underwriters',
  months: 'Months',
}

const codeLabels: Record<string, string> = {
  ...slvGroupLabels,
  ...slvTypeLabels,
}

/**
 * The label of a value in a filter of the capacity table. `known` has people of
 * the response, including inactive ones.
 */
export const capacityValueLabel = (
  key: CapacityList,
  value: string,
  people: People | undefined,
  known?: People,
) => {
  if (key === 'uwcUnderwriterIds') return getName(people, value, known)
  return key === 'months' ? monthLabel(value) : (codeLabels[value] ?? value)
}

/** The filters of the Underwriter Capacity table in words. */
export const capacityFilterTexts = (
  filter: CapacityFilter,
  { names, days }: Pick<Capacity, 'names' | 'days'>,
): FilterText[] => [
  ...capacityLists.flatMap((key) =>
    getText(
      capacityLabels[key],
      filter[key].map((value) =>
        capacityValueLabel(key, value, [], names.underwriters),
      ),
    ),
  ),
  ...getText('Timeframe', describeTimeframe(filter, days)),
]

/**
 * The sort of that table; empty for the default, and for a column that isn't in
 * this view.
 */
export const sortTexts = (
  { by, type }: CapacitySort,
  { totals }: { totals: Pick<Capacity['totals'], 'countBy'> },
): FilterText[] => {
  if (by === 'underwriter') {
    const isDefault = type === byName.type
    return getText('Sorted by', isDefault ? [] : ['Underwriter, Z first'])
  }
  const isShown =
    isFigure(by) || totals.countBy.some((count) => keyOfCount(count) === by)
  if (!isShown) return []
  const order = type === 'desc' ? 'highest first' : 'lowest first'
  return getText('Sorted by', [`${columnLabel(by)}, ${order}`])
}

const columnLabel = (column: string) =>
  isFigure(column)
    ? capacityDefinitions[column].label
    : (codeLabels[column] ?? monthLabel(column))

/**
 * 'Last Month (02/28/2026 – 03/31/2026)': a relative timeframe with its days.
 */
const describeTimeframe = (
  time: Parameters<typeof rangeLabel>[0],
  days: Summary['days'],
) => {
  const label = rangeLabel(time)
  if (label === null) return []
  return [time.from || time.to ? label : `${label} (${daysText(days)})`]
}
