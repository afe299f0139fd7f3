import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconFileImport, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'

const NewRequestDialog = lazy(
  () => import('./loan-dialogs.tsx'),
  'NewRequestDialog',
)
const ImportDialog = lazy(() => import('./import-dialog.tsx'), 'ImportDialog')
const PostCloseDialog = lazy(
  () => import('./loan-dialogs.tsx'),
  'PostCloseDialog',
)

type Dialog = 'REQUEST' | 'POST_CLOSE' | 'MISMO' | 'CSV'

export const NewMenu = () => {
  const { role, permissions } = useProfile()
  const [open, setOpen] = useState<Dialog | null>(null)
  const close = () => setOpen(null)
  if (role !== 'SELLER' && role !== 'UNDERWRITER') return null

  return (
    <>
      {role === 'SELLER' ? (
        <SellerButtons onOpen={setOpen} />
      ) : (
        <UnderwriterButton hasOwnSlvs={permissions.myOwn} onOpen={setOpen} />
      )}
      <Suspense fallback={null}>
        {open === 'REQUEST' && (
          <NewRequestDialog finder={role} onClose={close} />
        )}
        {(open === 'MISMO' || open === 'CSV') && (
          <ImportDialog kind={open} onClose={close} />
        )}
        {open === 'POST_CLOSE' && <PostCloseDialog onClose={close} />}
      </Suspense>
    </>
  )
}

type ButtonsProps = { onOpen: (dialog: Dialog) => void }

const SellerButtons = ({ onOpen }: ButtonsProps) => (
  <>
    <MenuButton
      target={
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Import
        </Button>
      }
    >
      <Menu.Item onClick={() => onOpen('MISMO')}>MISMO file</Menu.Item>
      <Menu.Item onClick={() => onOpen('CSV')}>CSV file</Menu.Item>
    </MenuButton>
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => onOpen('REQUEST')}
    >
      New request
    </Button>
  </>
)

const UnderwriterButton = ({
  hasOwnSlvs,
  onOpen,
}: ButtonsProps & { hasOwnSlvs: boolean }) => {
  if (!hasOwnSlvs)
    return (
      <Button
        aria-haspopup="dialog"
        variant="default"
        onClick={() => onOpen('POST_CLOSE')}
      >
        Create Post Close SLV
      </Button>
    )
  return (
    <MenuButton
      target={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          New SLV
        </Button>
      }
    >
      <Menu.Item onClick={() => onOpen('REQUEST')}>
        Open a draft for a seller
      </Menu.Item>
      <Menu.Item onClick={() => onOpen('POST_CLOSE')}>
        Create Post Close SLV
      </Menu.Item>
    </MenuButton>
  )
}
