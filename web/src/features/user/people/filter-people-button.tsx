import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { FilterPeopleDialog as Dialog } from './filter-people-dialog.tsx'
import { countFilters } from './people-search.ts'

const load = () => import('./filter-people-dialog.tsx')
const FilterPeopleDialog = lazy(() => load().then(({ FilterPeopleDialog }) => ({ default: FilterPeopleDialog })))

/** Opens the filters of the people, and says how many are on. */
export const FilterPeopleButton = (props: Omit<ComponentProps<typeof Dialog>, 'onClose'>) => {
  const [isOpen, setIsOpen] = useState(false)
  const on = countFilters(props.filter)
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
          <FilterPeopleDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
