import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** The '+ Filter' button. */
export const AddButton = Button.withProps({
  variant: 'default',
  leftSection: <IconPlus size={16} aria-hidden />,
  'aria-haspopup': 'listbox',
  'aria-keyshortcuts': 'f',
  title: 'Add a filter (F)',
  children: 'Filter',
})
