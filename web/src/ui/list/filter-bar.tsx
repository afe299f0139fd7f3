import { Button, CloseButton, Popover, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
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

type FilterBarProps = {
  filters: readonly BarFilter[]
  /** The number of results. */
  count: string
  onClearAll: () => void
  search?: ReactNode
  /** After '+ Filter': the button of the dialog. */
  children?: ReactNode
}

/** The optional search of a list, a chip for each active filter, and the menu that adds filters. */
export const FilterBar = ({ filters, count, onClearAll, search, children }: FilterBarProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const editable = filters.filter(({ editor }) => editor !== false)
  const chips = filters.filter(({ key, text }) => text !== null || key === edited)
  // A chip disappears with its Remove button, or if nothing was chosen.
  const focusChip = (key: string) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const chip = bar.current?.querySelector<HTMLElement>(`[data-filter="${CSS.escape(key)}"]`)
      ;(chip ?? add.current)?.focus()
    })
  useKeys([
    { keys: '/', label: 'Search the list', isOff: !search, run: () => bar.current?.querySelector('input')?.focus() },
    { keys: 'f', label: 'Add a filter', isOff: editable.length === 0, run: () => add.current?.click() },
  ])

  return (
    <div className={classes.bar} ref={bar}>
      {search}
      {chips.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          isOpen={filter.key === edited}
          onOpen={setEdited}
          onClose={() => {
            setEdited((now) => (now === filter.key ? null : now))
            focusChip(filter.key)
          }}
          onRemove={() => {
            setEdited(null)
            filter.onRemove()
            focusChip(filter.key)
          }}
        />
      ))}
      {editable.length > 0 && <AddFilter filters={editable} button={add} onAdd={setEdited} />}
      {children}
      {chips.length > 0 && (
        <Button
          variant="subtle"
          onClick={() => {
            onClearAll()
            add.current?.focus()
          }}
        >
          Clear All
        </Button>
      )}
      <Text className={classes.count ?? ''} span size="sm" c="dimmed" role="status">
        {count}
      </Text>
    </div>
  )
}

type ChipProps = {
  filter: BarFilter
  isOpen: boolean
  onOpen: (key: string) => void
  onClose: () => void
  onRemove: () => void
}

const Chip = ({ filter: { key, label, text, editor }, isOpen, onOpen, onClose, onRemove }: ChipProps) => {
  const words = text === null ? label : `${label}: ${text}`
  return (
    <span className={classes.chip}>
      {editor === false ? (
        <span className={classes.words} title={words}>
          {words}
        </span>
      ) : (
        <Panel opened={isOpen} onChange={(open) => !open && onClose()} position="bottom-start" width="18rem">
          <Popover.Target>
            <button type="button" className={classes.words} data-filter={key} title={words} onClick={() => onOpen(key)}>
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

/** The '+ Filter' button. The code of its menu loads after the list; text typed meanwhile is kept. */
const AddFilter = (props: Omit<ComponentProps<typeof FilterMenu>, 'typed' | 'onType'>) => {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => FilterMenu.preload(), [])
  return typed === null ? (
    <AddButton ref={props.button} onClick={() => setTyped('')} />
  ) : (
    <FilterMenu {...props} typed={typed} onType={setTyped} />
  )
}
