import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import type { CreateDialog as Dialog } from './dialogs/create-dialog.tsx'

const CreateDialog = lazy(async () => ({ default: (await import('./dialogs/create-dialog.tsx')).CreateDialog }))

export const CreateButton = (props: Omit<ComponentProps<typeof Dialog>, 'onClose'>) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={CreateDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Create Tdoc
      </Button>
      {isOpen && (
        <Suspense>
          <CreateDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
