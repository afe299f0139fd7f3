import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconFilter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './list-page.module.css'

type FilterButtonsProps = {
  /** How many filters are on. */
  on: number
  /** Loads the dialog's code. */
  preload: () => void
  /** A second button opens the dialog to download the list. */
  hasDownload?: boolean
  children: (isDownload: boolean, close: () => void) => ReactNode
}

/** The buttons that open the filter dialog of a list. */
export const FilterButtons = ({ on, preload, hasDownload = false, children }: FilterButtonsProps) => {
  const [open, setOpen] = useState<'filters' | 'download' | null>(null)
  return (
    <>
      <ActionIcon
        size="input-sm"
        variant="default"
        aria-label={on > 0 ? `Filters (${on})` : 'Filters'}
        title="Filters"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onClick={() => setOpen('filters')}
      >
        <IconFilter size={16} aria-hidden />
      </ActionIcon>
      {hasDownload && (
        <Button
          className={classes.download}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label="Download"
          aria-haspopup="dialog"
          onPointerEnter={preload}
          onClick={() => setOpen('download')}
        >
          <span>Download</span>
        </Button>
      )}
      {open && children(open === 'download', () => setOpen(null))}
    </>
  )
}
