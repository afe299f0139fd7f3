import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import type { FilterPeopleDialog as Dialog } from './filter-people-dialog.tsx'
import { countFilters } from './people-search.ts'

const FilterPeopleDialog = lazy(async () => ({
  default: (await import('./filter-people-dialog.tsx')).FilterPeopleDialog,
}))

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
        onPointerEnter={FilterPeopleDialog.preload}
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
