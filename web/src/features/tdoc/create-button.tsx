import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'

const CreateDialog = lazy(async () => ({ default: (await import('./dialogs/create-dialog.tsx')).CreateDialog }))

/** Opens the dialog for a Tdoc by hand. */
export const CreateButton = ({
  vendors,
  onCreated,
}: {
  vendors: readonly string[]
  onCreated: (id: string) => void
}) => {
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
          <CreateDialog vendors={vendors} onCreated={onCreated} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
