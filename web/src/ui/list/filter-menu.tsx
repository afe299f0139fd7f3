import { Combobox, useCombobox } from '@mantine/core'
import { type RefObject, useEffect } from 'react'
import { isFoundBy } from '../../lib/text/search-text.ts'
import { AddButton } from './add-button.tsx'
import classes from './filter-bar.module.css'

type FilterMenuProps = {
  filters: readonly { key: string; label: string }[]
  button: RefObject<HTMLButtonElement | null>
  typed: string
  onType: (typed: string) => void
  onAdd: (key: string) => void
  /** Opens the dialog with all filters, where the list has one. */
  onShowAll: (() => void) | undefined
}

/** The value of the option that opens the dialog. */
const showAll = ''

/**
 * A stable reference: the input takes the focus when it appears, so that no
 * letter is lost.
 */
const takeFocus = (input: HTMLInputElement | null) =>
  input?.focus({ preventScroll: true })

/** The button '+ Filter' with its menu, which is open at first. */
export const FilterMenu = ({
  filters,
  button,
  typed,
  onType,
  onAdd,
  onShowAll,
}: FilterMenuProps) => {
  const menu = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      onType('')
      // The input is gone before it hears of Escape.
      requestAnimationFrame(
        () =>
          document.activeElement === document.body && button.current?.focus(),
      )
    },
  })
  const { selectFirstOption, resetSelectedOption } = menu
  useEffect(() => {
    if (typed === '') resetSelectedOption()
    else selectFirstOption()
  }, [typed, selectFirstOption, resetSelectedOption])
  const found = filters.filter(({ label }) => isFoundBy(label, typed))
  return (
    <Combobox
      store={menu}
      width={224}
      position="bottom-start"
      withinPortal={false}
      keepMounted={false}
      onOptionSubmit={(key) => {
        menu.closeDropdown()
        if (key !== showAll) return onAdd(key)
        // The dialog returns the focus to it.
        button.current?.focus()
        onShowAll?.()
      }}
    >
      <Combobox.Target targetType="button">
        <AddButton ref={button} onClick={() => menu.openDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          ref={takeFocus}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          role="combobox"
          aria-expanded
          aria-controls={menu.listId ?? undefined}
          aria-label="Find a filter"
          placeholder="Filter by…"
        />
        <Combobox.Options
          mah="18rem"
          style={{ overflowY: 'auto' }}
          aria-label="Filters"
        >
          {onShowAll && isFoundBy('All filters', typed) && (
            <Combobox.Option value={showAll} className={classes.showAll ?? ''}>
              All filters…
            </Combobox.Option>
          )}
          {found.map(({ key, label }) => (
            <Combobox.Option key={key} value={key}>
              {label}
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>No matches</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
