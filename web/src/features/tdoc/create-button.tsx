import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const load = () => import('./dialogs/create-dialog.tsx')
const CreateDialog = lazy(async () => ({ default: (await load()).CreateDialog }))

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
        onPointerEnter={() => void load()}
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
