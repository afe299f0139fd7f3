import type { Capacity } from '@portal/contract/reporting/capacity'
import { capacityDefinitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels, slvStatusLabels } from '@portal/contract/slv/status'
import { rangeLabel } from '../../slv/shared/use-chips.ts'
import { byName, type CapacitySort, isFigure } from './capacity/capacity-sort.ts'
import { monthLabel } from './capacity/months.ts'
import { daysText } from './figures-context.ts'
import { type CapacityFilter, type FiguresFilter, isNarrowed, listLabel } from './report-search.ts'

/** A filter in words: its label and its values. */
export type FilterText = { label: string; value: string }

const textOf = <T extends string>(
  label: string,
  values: readonly T[],
  labelOf: (value: T) => string = (value) => value,
): FilterText[] => (values.length === 0 ? [] : [{ label, value: values.map(labelOf).join('; ') }])

const nameIn = (people: readonly { id: string; name: string }[]) => (id: string) =>
  people.find((person) => person.id === id)?.name ?? 'Inactive user'

/** The filters of the figures in words, for paper; empty if nothing is filtered. */
export const figureFilterTexts = (
  filter: FiguresFilter,
  { names, days }: Pick<Summary, 'names' | 'days'>,
): FilterText[] => [
  ...textOf('List', isNarrowed(filter) ? [listLabel(filter)] : []),
  ...textOf('Status', filter.status, (status) => slvStatusLabels[status]),
  ...textOf('Type', filter.type, (type) => slvTypeLabels[type]),
  ...textOf('Sellers', filter.sellers),
  ...textOf('Underwriters', filter.underwriterIds, nameIn(names.underwriters)),
  ...textOf('BDDs', filter.bdds, nameIn(names.bdds)),
  ...textOf('Non-Agency Programs', filter.productCodes),
  ...textOf('Timeframe', timeframeOf(filter, days)),
]

/** The filters of the Underwriter Capacity table in words. */
export const capacityFilterTexts = (
  filter: CapacityFilter,
  { names, days }: Pick<Capacity, 'names' | 'days'>,
): FilterText[] => [
  ...textOf('Status group', filter.statuses, (group) => slvGroupLabels[group]),
  ...textOf('Type', filter.type, (type) => slvTypeLabels[type]),
  ...textOf('Underwriters', filter.underwriterIds, nameIn(names.underwriters)),
  ...textOf('Months', filter.months, monthLabel),
  ...textOf('Timeframe', timeframeOf(filter, days)),
]

/** The sort of that table; empty for the default, and for a column that isn't in this view. */
export const sortTexts = (
  sort: CapacitySort,
  { totals }: { totals: Pick<Capacity['totals'], 'countBy'> },
): FilterText[] => {
  const { by, type } = sort
  if (by === 'underwriter') return type === byName.type ? [] : textOf('Sorted by', ['Underwriter, Z first'])
  const column = totals.countBy.find((one) => ('status' in one ? one.status : one.month) === by)
  const counted = column && ('status' in column ? slvGroupLabels[column.status] : monthLabel(column.month))
  const label = isFigure(by) ? capacityDefinitions[by].label : counted
  return textOf('Sorted by', label ? [`${label}, ${type === 'desc' ? 'highest first' : 'lowest first'}`] : [])
}

/** 'Last Month (02/28/2026 – 03/31/2026)': a relative timeframe with its days. */
const timeframeOf = (time: Parameters<typeof rangeLabel>[0], days: Summary['days']) => {
  const label = rangeLabel(time)
  if (label === null) return []
  return [time.from || time.to ? label : `${label} (${daysText(days)})`]
}
