import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './picker.module.css'
import { closeElsewhere, placeBy } from './place-by.ts'

/** One thing to choose; `why` says why it cannot be chosen now. */
export type PickerOption = { value: string; label: string; why?: string }

type PickerProps = {
  label: string
  /** What it stands beside, and what has the focus again afterwards. */
  anchor: HTMLElement
  /** Undefined while they are read. */
  options: readonly PickerOption[] | undefined
  problem?: string | undefined
  value: string | null
  isSearchable?: boolean
  onPick: (value: string) => void
  onClose: () => void
}

/** More would not be looked through, and would take time to draw: typing finds the rest. */
const most = 100

/**
 * A list to choose one from, with a search, beside whatever opened it. A table has hundreds of places that open one, and
 * draws one at most.
 */
export const Picker = (props: PickerProps) => {
  const { label, anchor, options, problem, value, isSearchable = false, onPick, onClose } = props
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState<string | null>(value)
  const latestClose = useRef(onClose)
  latestClose.current = onClose

  const words = search.trim().toLowerCase()
  const found = options?.filter((option) => option.label.toLowerCase().includes(words)) ?? []
  const shown = found.slice(0, most)
  const at = Math.max(
    0,
    shown.findIndex((option) => option.value === marked),
  )

  useEffect(() => {
    const panel = popover.current
    if (!panel) return
    const leave = ({ newState }: globalThis.ToggleEvent) => {
      if (newState === 'closed') latestClose.current()
    }
    placeBy(anchor, panel)
    panel.showPopover()
    panel.addEventListener('toggle', leave)
    focused.current?.focus({ preventScroll: true })
    // What had to scroll so that the button could be pressed may still be coming to rest.
    let stop = () => {}
    const settled = setTimeout(() => {
      stop = closeElsewhere(panel)
    }, 200)
    return () => {
      clearTimeout(settled)
      stop()
      panel.removeEventListener('toggle', leave)
      // A press elsewhere took the focus along; otherwise it goes back to where it came from.
      const hadFocus = panel.contains(document.activeElement) || document.activeElement === document.body
      if (hadFocus && anchor.isConnected) anchor.focus({ preventScroll: true })
    }
  }, [anchor])

  useEffect(() => {
    popover.current?.querySelector(`#${CSS.escape(`${id}${at}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const pick = (option: PickerOption | undefined) => {
    if (!option || option.why !== undefined) return
    onClose()
    if (option.value !== value) onPick(option.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const next = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), PageDown: last, PageUp: 0 }[
      event.key
    ]
    const to = next ?? (isSearchable ? undefined : { Home: 0, End: last }[event.key])
    if (to !== undefined) setMarked(shown[to]?.value ?? null)
    else if (event.key === 'Enter' || (event.key === ' ' && !isSearchable)) pick(shown[at])
    else if (event.key === 'Tab') onClose()
    else if (event.key === 'Escape') {
      // It closes this alone, not a drawer under it.
      event.stopPropagation()
      onClose()
    } else {
      if (isSearchable || event.key.length !== 1) return
      const letter = event.key.toLowerCase()
      const match = [...shown.slice(at + 1), ...shown].find((one) => one.label.toLowerCase().startsWith(letter))
      if (match) setMarked(match.value)
      return
    }
    if (event.key !== 'Tab') event.preventDefault()
  }
  const active = shown[at] ? `${id}${at}` : undefined
  const items = shown.map((option, index) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field or the list that has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: it is marked from there, by aria-activedescendant
    <div
      key={option.value}
      id={`${id}${index}`}
      role="option"
      aria-selected={option.value === value}
      aria-disabled={option.why === undefined ? undefined : true}
      data-marked={index === at || undefined}
      className={classes.option}
      onPointerMove={() => option.value !== marked && setMarked(option.value)}
      onClick={() => pick(option)}
    >
      {option.label}
      {option.why !== undefined && <span className={classes.why}>{option.why}</span>}
    </div>
  ))

  return (
    <div ref={popover} popover="auto" className={classes.picker}>
      {isSearchable ? (
        <>
          <input
            ref={(input) => {
              focused.current = input
            }}
            className={classes.search}
            type="text"
            role="combobox"
            aria-label={`${label}: search by name`}
            placeholder="Search by name"
            autoComplete="off"
            spellCheck={false}
            aria-expanded
            aria-controls={`${id}list`}
            aria-activedescendant={active}
            value={search}
            onChange={({ currentTarget }) => {
              setSearch(currentTarget.value)
              setMarked(null)
            }}
            onKeyDown={onKeyDown}
          />
          <div id={`${id}list`} role="listbox" aria-label={label} tabIndex={-1} className={classes.list}>
            {items}
          </div>
        </>
      ) : (
        <div
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          aria-activedescendant={active}
          className={classes.list}
          tabIndex={0}
          ref={(element) => {
            focused.current = element
          }}
          onKeyDown={onKeyDown}
        >
          {items}
        </div>
      )}
      <p className={classes.note} role="status">
        {problem ?? noteOf(options, found.length)}
      </p>
    </div>
  )
}

const noteOf = (options: readonly PickerOption[] | undefined, found: number) => {
  if (!options) return 'Loading…'
  if (found === 0) return 'Nothing found'
  return found > most ? `${found - most} more: type to find them` : null
}
