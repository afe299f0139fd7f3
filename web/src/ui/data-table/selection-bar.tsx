import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/text/format.ts'
import classes from './data-table.module.css'

/**
 * The selected rows (also on other pages), and what can be done with them all.
 */
export type Selection = {
  ids: ReadonlySet<string>
  onChange: (ids: Set<string>) => void
  actions: ReactNode
  /**
   * Every row that matches, on all pages: offered once the page is selected.
   */
  all?: SelectableAll | undefined
}

export type SelectableAll = {
  total: number
  isTotalCut: boolean
  /** The most rows that can be selected together. */
  most: number
  /**
   * How many are selected if it is all that match, without those unselected
   * since; else null.
   */
  selected: number | null
  onSelect: () => void
}

/** '3 selected, 1 not on this page': bulk actions change those too. */
const selectedText = (
  selected: ReadonlySet<string>,
  visible: readonly string[],
): string => {
  const beyond = [...selected].filter((id) => !visible.includes(id)).length
  return `${selected.size} selected${beyond > 0 ? `, ${beyond} not on this page` : ''}`
}

/**
 * The number of selected rows, and the bulk actions. It is below the rows, so
 * that they don't move under the pointer and search and filters stay in reach.
 */
export const SelectionBar = ({
  selection,
  visible,
}: {
  selection: Selection
  visible: readonly string[]
}) => (
  <section
    className={`${classes.bar} ${classes.under}`}
    aria-label="Selected rows"
  >
    <strong role="status">
      {selection.all?.selected
        ? `${count(selection.all.selected)} selected`
        : selectedText(selection.ids, visible)}
    </strong>
    {selection.all && (
      <SelectAll all={selection.all} ids={selection.ids} visible={visible} />
    )}
    {selection.actions}
    <Button variant="subtle" onClick={() => selection.onChange(new Set())}>
      Clear selection
    </Button>
  </section>
)

type SelectAllProps = {
  all: SelectableAll
  ids: ReadonlySet<string>
  visible: readonly string[]
}

const SelectAll = ({
  all: { total, isTotalCut, most, selected, onSelect },
  ids,
  visible,
}: SelectAllProps) => {
  if (selected !== null)
    return (
      <Text span size="sm" c="dimmed">
        {selected === total
          ? `All ${count(total)} that match`
          : `of the ${count(total)} that match`}
      </Text>
    )
  if (total <= visible.length || visible.some((id) => !ids.has(id))) return null
  return isTotalCut || total > most ? (
    <Text span size="sm" c="dimmed">
      More than {count(most)} match. Narrow the filters to select them all.
    </Text>
  ) : (
    <Button variant="subtle" onClick={onSelect}>
      Select all {count(total)} that match
    </Button>
  )
}
