import type { Role } from '@portal/contract/user/model'
import { lazy } from 'react'
import { FilterButtons } from '../slv/list/filter-buttons.tsx'
import { filtersOn, type TableView } from './table-view.ts'

const load = () => import('./filter-dialog.tsx')
const FilterDialog = lazy(() => load().then(({ FilterDialog }) => ({ default: FilterDialog })))

type FilterButtonProps = {
  view: TableView
  role: Role
  /** Names of vendors that were seen, to choose from. */
  vendors: readonly string[]
  onFilter: (filter: Pick<TableView, 'narrowing' | 'lists'>) => void
}

/** Opens the filter dialog of the Tdocs, with a download or without. */
export const FilterButton = (props: FilterButtonProps) => (
  <FilterButtons on={filtersOn(props.view)} load={load}>
    {(isDownload, close) => <FilterDialog {...props} isDownload={isDownload} onClose={close} />}
  </FilterButtons>
)
