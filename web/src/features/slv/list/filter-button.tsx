import { Button } from '@mantine/core'
import type { Role } from '@portal/contract/user/model'
import { IconDownload, IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './filter-download.module.css'
import { countOf, type ListFilter } from './list-filter.ts'
import type { ListView, TabModes } from './list-view.ts'

const load = () => import('./filter-dialog.tsx')
const FilterDialog = lazy(() => load().then(({ FilterDialog }) => ({ default: FilterDialog })))

type FilterButtonProps = {
  tab: TabModes
  role: Role
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  /** How the list is sorted: its workbook is too. */
  sort: Pick<ListView, 'sortBy' | 'sortType'>
}

/** Opens the filter dialog, with a download or without, and says how many filters are on. */
export const FilterButton = ({ sort, ...props }: FilterButtonProps) => {
  const [open, setOpen] = useState<'filters' | 'download' | null>(null)
  const on = countOf(props.filter)

  return (
    <>
      <Button
        variant={on > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setOpen('filters')}
      >
        {on > 0 ? `Filters (${on})` : 'Filters'}
      </Button>
      <Button
        className={classes.download ?? ''}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        aria-label="Download"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setOpen('download')}
      >
        <span>Download</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterDialog
            {...props}
            downloadSort={open === 'download' ? sort : undefined}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  )
}
