import '@mantine/core/styles/Mark.css'
import { Box, Highlight, Modal, TextInput } from '@mantine/core'
import type { MenuItem } from '@portal/contract/user/navigation'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useKeysOn } from '../../lib/keys.ts'
import { focusPageTitle } from '../../ui/page.tsx'
import { NewRequest } from '../slv/shared/new-request.tsx'
import { KeyCaps } from './key-caps.tsx'
import classes from './palette.module.css'
import { useOwnGroups, useSearch } from './palette-entries.ts'
import {
  type PaletteGroup,
  type PaletteItem,
  rankGroups,
} from './palette-view.ts'

type PaletteProps = {
  items: readonly MenuItem[]
  isOpen: boolean
  onClose: () => void
}

/**
 * The command palette: the actions of this screen, and the pages and items to
 * open.
 */
export const Palette = ({ isOpen, ...props }: PaletteProps) => {
  const opener = useRef<Element | null>(null)
  const chosenAction = useRef<(() => void) | null>(null)
  const [isRequesting, setIsRequesting] = useState(false)
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])

  const onClosed = () => {
    if (document.activeElement === document.body) restoreFocus(opener.current)
    // It may act on the focused element or move the focus.
    chosenAction.current?.()
    chosenAction.current = null
  }

  return (
    <>
      {isRequesting && <NewRequest onClose={() => setIsRequesting(false)} />}
      <Modal.Root
        opened={isOpen}
        onClose={props.onClose}
        yOffset="12vh"
        size="37.5rem"
        lockScroll={false}
        returnFocus={false}
        onExitTransitionEnd={onClosed}
      >
        <Modal.Overlay />
        <Modal.Content aria-label="Search and jump">
          <PaletteContent
            {...props}
            onNewRequest={() => setIsRequesting(true)}
            onRun={(run) => {
              chosenAction.current = run
            }}
          />
        </Modal.Content>
      </Modal.Root>
    </>
  )
}

/** Focuses the opener, or the page's title if it is gone. */
function restoreFocus(opener: Element | null) {
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
  else focusPageTitle()
}

type PaletteContentProps = Omit<PaletteProps, 'isOpen'> & {
  onRun: (run: () => void) => void
  onNewRequest: () => void
}

const PaletteContent = ({
  items: menu,
  onClose,
  onRun,
  onNewRequest,
}: PaletteContentProps) => {
  const router = useRouter()
  const id = useId()
  const [query, setQuery] = useState('')
  /** The key of the item that the arrow keys moved to. */
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const text = query.trim()
  const own = useOwnGroups(menu, onNewRequest)
  const { groups, isReady, isSearching } = useResults(own, text)
  const items = groups.flatMap((group) => group.items)
  // Enter chooses the first one unless the arrow keys moved on.
  const current = items.find(({ key }) => key === movedTo) ?? items[0]
  const optionId = (item: PaletteItem) => `${id}-${items.indexOf(item)}`

  const choose = (item: PaletteItem) => {
    if (item.run) onRun(item.run)
    else if (item.href) void router.navigate({ href: item.href })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && current) {
      event.preventDefault()
      const next = (items.indexOf(current) + step) % items.length
      setMovedTo(items.at(next)?.key ?? null)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Escape') onClose()
  }

  return (
    <>
      <TextInput
        data-autofocus
        // A drawer behind it stays open.
        data-mantine-stop-propagation="true"
        size="md"
        variant="unstyled"
        className={classes.search}
        placeholder="Search and jump"
        aria-label="Search and jump"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setMovedTo(null)
        }}
        onKeyDown={onKeyDown}
      />
      {items.length > 0 && (
        <Results
          id={`${id}-list`}
          groups={groups}
          text={text}
          current={current}
          movedTo={movedTo}
          optionId={optionId}
          onChoose={choose}
        />
      )}
      <div className={classes.status} role="status">
        {isReady &&
          items.length === 0 &&
          (isSearching ? 'Searching…' : `No results for “${text}”.`)}
      </div>
    </>
  )
}

/** The user's own entries and those that a search finds, best first. */
const useResults = (own: readonly PaletteGroup[], text: string) => {
  const { groups: found, isSearching } = useSearch(text)
  // The input shows first, and the entries in the next frame.
  const isReady = useDeferredValue(true, false)
  const groups = isReady ? rankGroups([...own, ...found], text) : []
  return { groups, isReady, isSearching }
}

type ResultsProps = {
  id: string
  groups: readonly PaletteGroup[]
  text: string
  current: PaletteItem | undefined
  /** The key of the item that the arrow keys moved to. */
  movedTo: string | null
  optionId: (item: PaletteItem) => string
  onChoose: (item: PaletteItem) => void
}

const Results = ({
  id,
  groups,
  text,
  current,
  movedTo,
  optionId,
  onChoose,
}: ResultsProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (movedTo === null) return
    const selected = list.current?.querySelector('[aria-selected="true"]')
    selected?.scrollIntoView({ block: 'nearest' })
  }, [movedTo])
  return (
    <div
      ref={list}
      className={classes.list}
      role="listbox"
      id={id}
      aria-label="Results"
    >
      {groups.map(({ label, items }) => (
        <Box key={label} role="group" aria-label={label}>
          <div className={classes.group} aria-hidden>
            {label}
          </div>
          {items.map((item) => (
            <Option
              key={item.key}
              id={optionId(item)}
              item={item}
              text={text}
              isSelected={item === current}
              onChoose={() => onChoose(item)}
            />
          ))}
        </Box>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  item: PaletteItem
  text: string
  isSelected: boolean
  onChoose: () => void
}

const Option = ({ id, item, text, isSelected, onChoose }: OptionProps) => {
  const { label, description, keys } = item
  const isOn = useKeysOn()
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
    <div
      id={id}
      className={classes.option}
      role="option"
      aria-selected={isSelected}
      // The focus stays in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes.words}>
        {text === '' ? (
          <span>{label}</span>
        ) : (
          <Highlight component="span" highlight={text}>
            {label}
          </Highlight>
        )}
        {description && (
          <Highlight component="span" fz="xs" c="dimmed" highlight={text}>
            {description}
          </Highlight>
        )}
      </span>
      {keys && (isOn || keys.startsWith('mod+')) && <KeyCaps keys={keys} />}
    </div>
  )
}
