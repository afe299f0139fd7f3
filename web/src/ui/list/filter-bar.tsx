import {
  Button,
  CloseButton,
  Popover,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import {
  type ComponentProps,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useKeys } from '../../lib/keys.ts'
import { lazy } from '../../lib/lazy.tsx'
import { Panel } from '../panel.tsx'
import { AddButton } from './add-button.tsx'
import classes from './filter-bar.module.css'

/** One filter of a list. */
export type BarFilter = {
  key: string
  label: string
  /** Its value in words; null while it doesn't narrow the list. */
  text: string | null
  /** The field that changes it; false where only a link sets it. */
  editor: ReactNode
  onRemove: () => void
}

/** The dialog with all filters of a list. */
export type FilterDialogOptions = {
  /** Loads the dialog's code. */
  preload: () => void
  /** A button opens the dialog to download the list. */
  hasDownload?: boolean
  render: (isDownload: boolean, close: () => void) => ReactNode
}

type FilterBarProps = {
  filters: readonly BarFilter[]
  /** The number of results. */
  count: string
  onClearAll: () => void
  search?: ReactNode
  /**
   * The dialog with all filters, which the menu opens, and its variant that
   * downloads the list.
   */
  dialog?: FilterDialogOptions | undefined
  /** After the search: a choice that is always shown. */
  children?: ReactNode
}

/**
 * The optional search of a list, the menu that adds filters, and a chip for
 * each active one. Chips come last and scroll in their line, so that nothing
 * moves when there are more of them.
 */
export const FilterBar = ({
  filters,
  count,
  onClearAll,
  search,
  dialog,
  children,
}: FilterBarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [openDialog, setOpenDialog] = useState<'filters' | 'download' | null>(
    null,
  )
  const editable = filters.filter(({ editor }) => editor !== false)
  const active = filters.filter(
    ({ key, text }) => text !== null || key === openKey,
  )
  useKeys([
    {
      keys: '/',
      label: 'Search the list',
      isOff: !search,
      run: () => bar.current?.querySelector('input')?.focus(),
    },
    {
      keys: 'f',
      label: 'Add a filter',
      isOff: editable.length === 0,
      run: () => addButton.current?.click(),
    },
  ])

  return (
    <div className={classes.bar} ref={bar}>
      {search}
      {children}
      {(editable.length > 0 || dialog) && (
        <AddFilter
          filters={editable}
          button={addButton}
          onAdd={setOpenKey}
          onShowAll={dialog && (() => setOpenDialog('filters'))}
          preloadDialog={dialog?.preload}
        />
      )}
      {dialog?.hasDownload && (
        <DownloadButton
          onPointerEnter={dialog.preload}
          onClick={() => setOpenDialog('download')}
        />
      )}
      {openDialog &&
        dialog?.render(openDialog === 'download', () => setOpenDialog(null))}
      <Chips
        filters={active}
        openKey={openKey}
        setOpenKey={setOpenKey}
        focusAddButton={() => addButton.current?.focus()}
      />
      {active.length > 0 && (
        <ClearAllButton
          onClick={() => {
            onClearAll()
            addButton.current?.focus()
          }}
        />
      )}
      <ResultCount text={count} />
    </div>
  )
}

const ClearAllButton = ({ onClick }: { onClick: () => void }) => (
  <Button className={classes.clear ?? ''} variant="subtle" onClick={onClick}>
    Clear All
  </Button>
)

const ResultCount = ({ text }: { text: string }) => (
  <Text className={classes.count ?? ''} span size="sm" c="dimmed" role="status">
    {text}
  </Text>
)

type ChipsProps = {
  filters: readonly BarFilter[]
  /** The filter whose field is open. */
  openKey: string | null
  setOpenKey: Dispatch<SetStateAction<string | null>>
  focusAddButton: () => void
}

const Chips = ({
  filters,
  openKey,
  setOpenKey,
  focusAddButton,
}: ChipsProps) => {
  const chips = useRef<HTMLDivElement>(null)
  const restoreFocus = (key: string) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const chip = findChip(chips.current, key)
      // A chip disappears with its Remove button, or if nothing was chosen.
      if (chip) chip.focus()
      else focusAddButton()
    })
  const close = (key: string) => {
    setOpenKey((current) => (current === key ? null : current))
    restoreFocus(key)
  }
  const remove = (filter: BarFilter) => {
    setOpenKey(null)
    filter.onRemove()
    restoreFocus(filter.key)
  }
  return (
    <div className={classes.chips} ref={chips}>
      {filters.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          isOpen={filter.key === openKey}
          onOpen={setOpenKey}
          onClose={() => close(filter.key)}
          onRemove={() => remove(filter)}
        />
      ))}
    </div>
  )
}

const findChip = (chips: HTMLElement | null, key: string) =>
  chips?.querySelector<HTMLElement>(`[data-filter="${CSS.escape(key)}"]`)

type ChipProps = {
  filter: BarFilter
  isOpen: boolean
  onOpen: (key: string) => void
  onClose: () => void
  onRemove: () => void
}

const Chip = ({
  filter: { key, label, text, editor },
  isOpen,
  onOpen,
  onClose,
  onRemove,
}: ChipProps) => {
  const words = text === null ? label : `${label}: ${text}`
  return (
    <span className={classes.chip}>
      {editor === false ? (
        <span className={classes.words} title={words}>
          {words}
        </span>
      ) : (
        <Panel
          opened={isOpen}
          onChange={(open) => {
            if (!open) onClose()
          }}
          position="bottom-start"
          width="18rem"
        >
          <Popover.Target>
            <button
              type="button"
              className={classes.words}
              data-filter={key}
              title={words}
              onClick={() => onOpen(key)}
            >
              {words}
            </button>
          </Popover.Target>
          <Popover.Dropdown p="sm">{editor}</Popover.Dropdown>
        </Panel>
      )}
      <CloseButton
        size={24}
        c="inherit"
        icon={<IconX size={14} />}
        aria-label={`Remove filter ${words}`}
        onClick={onRemove}
      />
    </span>
  )
}

/** Focuses a field that loads on demand once it is shown. */
export const BarEditor = ({ children }: { children: ReactNode }) => {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector('input')?.focus(), [])
  return <Stack ref={root}>{children}</Stack>
}

const FilterMenu = lazy(
  () => import('./filter-menu.tsx'),
  'FilterMenu',
  ({ button, typed, onType }) => (
    <>
      <AddButton ref={button} />
      <VisuallyHidden>
        <input
          ref={(input) => input?.focus()}
          aria-label="Find a filter"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </VisuallyHidden>
    </>
  ),
)

type AddFilterProps = Omit<
  ComponentProps<typeof FilterMenu>,
  'typed' | 'onType'
> & {
  preloadDialog: (() => void) | undefined
}

/**
 * The '+ Filter' button. The code of its menu loads after the list; text typed
 * meanwhile is kept.
 */
const AddFilter = ({ preloadDialog, ...menu }: AddFilterProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => FilterMenu.preload(), [])
  const open = () => {
    preloadDialog?.()
    setTyped('')
  }
  return typed === null ? (
    <AddButton ref={menu.button} onClick={open} />
  ) : (
    <FilterMenu {...menu} typed={typed} onType={setTyped} />
  )
}

const DownloadButton = ({
  onPointerEnter,
  onClick,
}: {
  onPointerEnter: () => void
  onClick: () => void
}) => (
  <Button
    className={classes.download ?? ''}
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    aria-label="Download"
    aria-haspopup="dialog"
    onPointerEnter={onPointerEnter}
    onClick={onClick}
  >
    <span>Download</span>
  </Button>
)
