import { Box, Popover, TextInput } from '@mantine/core'
import { type KeyboardEvent, type RefCallback, useEffect, useId, useLayoutEffect, useState } from 'react'
import classes from './picker.module.css'

/** An option; `why` says why it can't be chosen now. */
export type PickerOption = { value: string; label: string; why?: string }

type PickerProps = {
  label: string
  /** The button that opened it. */
  anchor: HTMLElement
  /** Undefined while they load. */
  options: readonly PickerOption[] | undefined
  problem?: string | undefined
  value: string | null
  isSearchable?: boolean
  onPick: (value: string) => void
  onClose: () => void
}

/** The most options to render; typing finds the others. */
const maxOptions = 100

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/**
 * A list of options next to the button that opened it, with an optional search. A table has hundreds of such buttons, so
 * it renders one picker for all of them.
 */
export const Picker = (props: PickerProps) => {
  const { label, anchor, options, problem, value, isSearchable = false, onPick, onClose } = props
  const id = useId()
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState<string | null>(value)

  const words = search.trim().toLowerCase()
  const matches = options?.filter((option) => option.label.toLowerCase().includes(words)) ?? []
  const shown = matches.slice(0, maxOptions)
  const at = Math.max(
    0,
    shown.findIndex((option) => option.value === marked),
  )

  useEffect(
    () => () => {
      if (document.activeElement === document.body) focus(anchor)
    },
    [anchor],
  )
  useEffect(() => {
    document.getElementById(`${id}${at}`)?.scrollIntoView({ block: 'nearest' })
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
      // Closes only the picker, not a drawer around it.
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

  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      offset={4}
      shadow="md"
      transitionProps={{ duration: 0 }}
      // In the landmark of its table; fixed, so that nothing clips it.
      withinPortal={false}
      floatingStrategy="fixed"
      withRoles={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown w="max-content" miw="12rem" maw="min(20rem, calc(100vw - 0.5rem))" p="0.25rem" fz="sm">
        {isSearchable && (
          <TextInput
            ref={focus}
            mb={4}
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
        )}
        <div
          id={`${id}list`}
          role="listbox"
          aria-label={label}
          className={classes.list}
          {...(isSearchable
            ? { tabIndex: -1 }
            : { ref: focus, tabIndex: 0, 'aria-activedescendant': active, onKeyDown })}
        >
          {shown.map((option, index) => (
            <Box
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
              {option.why !== undefined && <Box fz="xs">{option.why}</Box>}
            </Box>
          ))}
        </div>
        <p className={classes.note} role="status">
          {problem ?? noteOf(options, matches.length)}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Makes an existing element the target of a popover. */
const Anchor = ({ ref, element }: { ref?: RefCallback<HTMLElement>; element: HTMLElement }) => {
  useLayoutEffect(() => {
    ref?.(element)
  }, [ref, element])
  return null
}

const noteOf = (options: readonly PickerOption[] | undefined, matches: number) => {
  if (!options) return 'Loading…'
  if (matches === 0) return 'Nothing found'
  return matches > maxOptions ? `${matches - maxOptions} more: type to find them` : null
}
