import type { Role } from '@portal/contract/user/model'
import { lazy } from '../../lib/lazy.tsx'
import { FilterButtons } from '../slv/list/filter-buttons.tsx'
import { filtersOn, type TableView } from './table-view.ts'

const FilterDialog = lazy(async () => ({ default: (await import('./filter-dialog.tsx')).FilterDialog }))

type FilterButtonProps = {
  view: TableView
  role: Role
  /** Vendor names seen so far, as suggestions. */
  vendors: readonly string[]
  onFilter: (filter: Pick<TableView, 'narrowing' | 'lists'>) => void
}

/** Opens the Tdoc filter dialog, with or without a download. */
export const FilterButton = (props: FilterButtonProps) => (
  <FilterButtons on={filtersOn(props.view)} preload={FilterDialog.preload}>
    {(isDownload, close) => <FilterDialog {...props} isDownload={isDownload} onClose={close} />}
  </FilterButtons>
)
