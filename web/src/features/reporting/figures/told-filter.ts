import type { Capacity } from '@portal/contract/reporting/capacity'
import { capacityDefinitions } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvGroupLabels, slvStatusLabels } from '@portal/contract/slv/status'
import { rangeLabel } from '../../slv/list/use-chips.ts'
import { byName, type CapacitySort, isFigure, isOfBothViews } from './capacity-sort.ts'
import { listLabel } from './list-label.ts'
import { monthLabel } from './months.ts'
import { type CapacityFilter, type FiguresFilter, isNarrowed } from './report-search.ts'
import { daysText } from './scene.ts'

/** A filter in words: what is narrowed, and to what. */
export type Told = { label: string; value: string }

const told = (label: string, values: readonly string[]): Told[] =>
  values.length === 0 ? [] : [{ label, value: values.join('; ') }]

const namesOf = (ids: readonly string[], people: readonly { id: string; name: string }[]) =>
  ids.map((id) => people.find((person) => person.id === id)?.name ?? 'Somebody no longer active')

/** What narrows the figures, for paper; nothing for all SLVs. */
export const toldFilter = (filter: FiguresFilter, { names, days }: Pick<Summary, 'names' | 'days'>): Told[] => [
  ...(isNarrowed(filter) ? told('List', [listLabel(filter)]) : []),
  ...told(
    'Status',
    filter.status.map((status) => slvStatusLabels[status]),
  ),
  ...told(
    'Type',
    filter.type.map((type) => slvTypeLabels[type]),
  ),
  ...told('Sellers', filter.sellers),
  ...told('Underwriters', namesOf(filter.underwriterIds, names.underwriters)),
  ...told('BDDs', namesOf(filter.bdds, names.bdds)),
  ...told('Non-Agency Programs', filter.productCodes),
  ...told('Timeframe', timeOf(filter, days)),
]

/** The same for the Underwriter Capacity table. */
export const toldCapacity = (filter: CapacityFilter, { names, days }: Pick<Capacity, 'names' | 'days'>): Told[] => [
  ...told(
    'Status group',
    filter.statuses.map((group) => slvGroupLabels[group]),
  ),
  ...told(
    'Type',
    filter.type.map((type) => slvTypeLabels[type]),
  ),
  ...told('Underwriters', namesOf(filter.underwriterIds, names.underwriters)),
  ...told('Months', filter.months.map(monthLabel)),
  ...told('Timeframe', timeOf(filter, days)),
]

/** The order of that table; nothing where it is by name as ever, or by a column that this view of it does not have. */
export const toldSort = (sort: CapacitySort, { totals }: { totals: Pick<Capacity['totals'], 'countBy'> }): Told[] => {
  const { by, type } = sort
  if (by === 'underwriter') return type === byName.type ? [] : told('Sorted by', ['Underwriter, Z first'])
  const column = totals.countBy.find((one) => ('status' in one ? one.status : one.month) === by)
  if (!isOfBothViews(sort) && !column) return []
  const first = type === 'desc' ? 'highest first' : 'lowest first'
  if (isFigure(by)) return told('Sorted by', [`${capacityDefinitions[by].label}, ${first}`])
  const label = column && ('status' in column ? slvGroupLabels[column.status] : monthLabel(column.month))
  return told('Sorted by', label ? [`${label}, ${first}`] : [])
}

/** 'Last Month (02/28/2026 – 03/31/2026)': a paper that is filed says which days it is of. */
const timeOf = (time: Parameters<typeof rangeLabel>[0], days: Summary['days']) => {
  const label = rangeLabel(time)
  if (label === null) return []
  return [time.from || time.to ? label : `${label} (${daysText(days)})`]
}
