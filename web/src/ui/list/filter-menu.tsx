import { Combobox, useCombobox } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { AddButton } from './add-button.tsx'

type FilterMenuProps = {
  filters: readonly { key: string; label: string }[]
  button: RefObject<HTMLButtonElement | null>
  onAdd: (key: string) => void
}

/** The button '+ Filter' with its menu, which is open at first. */
export const FilterMenu = ({ filters, button, onAdd }: FilterMenuProps) => {
  const [typed, setTyped] = useState('')
  const menu = useCombobox({
    onDropdownOpen: () => {
      menu.focusSearchInput()
      menu.updateSelectedOptionIndex()
    },
    onDropdownClose: () => setTyped(''),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the button was first used
  useEffect(() => menu.openDropdown(), [])
  const found = filters.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Combobox
      store={menu}
      width={224}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(key) => {
        menu.closeDropdown()
        onAdd(key)
      }}
    >
      <Combobox.Target targetType="button">
        <AddButton ref={button} onClick={() => menu.openDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            menu.selectFirstOption()
          }}
          onKeyDown={(event) => event.key === 'Escape' && menu.focusTarget()}
          role="combobox"
          aria-expanded
          aria-controls={menu.listId ?? undefined}
          aria-label="Find a filter"
          placeholder="Filter by…"
        />
        <Combobox.Options mah="18rem" style={{ overflowY: 'auto' }} aria-label="Filters">
          {found.map(({ key, label }) => (
            <Combobox.Option key={key} value={key}>
              {label}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No such filter</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
