import { Button } from '@mantine/core'
import type { Role } from '@portal/contract/user/model'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { countOf, type ListFilter } from './list-filter.ts'
import type { TabModes } from './list-view.ts'

const load = () => import('./filter-dialog.tsx')
const FilterDialog = lazy(() => load().then(({ FilterDialog }) => ({ default: FilterDialog })))

type FilterButtonProps = { tab: TabModes; role: Role; filter: ListFilter; onFilter: (filter: ListFilter) => void }

/** Opens the filter dialog and says how many filters are on. */
export const FilterButton = (props: FilterButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const on = countOf(props.filter)

  return (
    <>
      <Button
        variant={on > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onClick={() => setIsOpen(true)}
      >
        {on > 0 ? `Filters (${on})` : 'Filters'}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
