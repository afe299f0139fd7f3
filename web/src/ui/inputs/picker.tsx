import { Box, Combobox, Text, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isFoundBy } from '../../lib/text/search-text.ts'
import { ElementTarget } from '../panel.tsx'

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
  onPick: (value: string) => void
  onClose: () => void
}

const focus = (element: HTMLElement | null) =>
  element?.focus({ preventScroll: true })

/**
 * A searchable list of options next to the button that opened it. One serves
 * all buttons of a table.
 */
export const Picker = ({
  label,
  anchor,
  options,
  problem,
  value,
  onPick,
  onClose,
}: PickerProps) => {
  const [search, setSearch] = useState('')
  const store = useCombobox({
    opened: true,
    onDropdownClose: onClose,
    loop: false,
  })
  const { selectActiveOption, selectFirstOption } = store
  const matches = options?.filter((option) => isFoundBy(option.label, search))
  const isLoaded = options !== undefined
  const foundText = matches?.length === 0 ? 'Nothing found' : null

  useReturnFocus(anchor)
  // Enter chooses the marked option.
  useEffect(() => {
    if (!isLoaded) return
    if (search === '') selectActiveOption()
    else selectFirstOption()
  }, [isLoaded, search, selectActiveOption, selectFirstOption])

  return (
    <Combobox
      store={store}
      position="bottom-start"
      offset={4}
      shadow="md"
      width="max-content"
      // In the landmark of its table; fixed, so that nothing clips it.
      withinPortal={false}
      floatingStrategy="fixed"
      onOptionSubmit={(next) => {
        onClose()
        if (next !== value) onPick(next)
      }}
    >
      <Combobox.DropdownTarget>
        <ElementTarget element={anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown miw="12rem" maw="min(20rem, calc(100vw - 0.5rem))">
        <Combobox.Search
          ref={focus}
          role="combobox"
          aria-expanded
          aria-label={`${label}: search`}
          placeholder="Search"
          spellCheck={false}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={({ key }) => key === 'Tab' && onClose()}
        />
        <Combobox.Options
          mah="min(18rem, 50vh)"
          style={{ overflow: 'auto' }}
          aria-label={label}
        >
          {matches?.map((option) => (
            <Option
              key={option.value}
              option={option}
              isChosen={option.value === value}
            />
          ))}
        </Combobox.Options>
        <Text size="xs" c="dimmed" px="xs" role="status">
          {problem ?? (isLoaded ? foundText : 'Loading…')}
        </Text>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Gives the focus back when the focused element goes away with the list. */
const useReturnFocus = (anchor: HTMLElement) =>
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focus(anchor)
    },
    [anchor],
  )

type OptionProps = { option: PickerOption; isChosen: boolean }

const Option = ({ option: { value, label, why }, isChosen }: OptionProps) => (
  <Combobox.Option
    value={value}
    active={isChosen}
    aria-selected={isChosen}
    fw={isChosen ? 600 : undefined}
    {...(why !== undefined && { disabled: true, c: 'dimmed', opacity: 1 })}
  >
    {label}
    {why !== undefined && <Box fz="xs">{why}</Box>}
  </Combobox.Option>
)
