import type { Role } from '@portal/contract/user/model'
import { lazy } from '../../../lib/lazy.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import { countOf, type ListFilter } from './list-filter.ts'
import type { ListView, TabModes } from './list-view.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

type FilterButtonProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  /** How the list is sorted: its workbook is too. */
  sort: Pick<ListView, 'sortBy' | 'sortType'>
}

/** Opens the SLV filter dialog, with or without a download. */
export const FilterButton = ({ sort, ...props }: FilterButtonProps) => (
  <FilterButtons on={countOf(props.filter)} preload={FilterDialog.preload}>
    {(isDownload, close) => <FilterDialog {...props} downloadSort={isDownload ? sort : undefined} onClose={close} />}
  </FilterButtons>
)
