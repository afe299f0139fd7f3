import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** The selected rows (also on other pages), and what can be done with them all. */
export type Selection = { ids: ReadonlySet<string>; onChange: (ids: Set<string>) => void; actions: ReactNode }

/** Adds ids to the selection, or removes them. */
export const withRows = (selected: ReadonlySet<string>, ids: readonly string[], isOn: boolean): Set<string> =>
  isOn ? new Set([...selected, ...ids]) : new Set([...selected].filter((id) => !ids.includes(id)))

/** Switches one row; with `from` (shift) all rows between the two get the new state of this row. */
export const toggleRow = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | null = null,
): Set<string> => {
  const [one, other] = [ids.indexOf(from ?? id), ids.indexOf(id)]
  const range = one < 0 || other < 0 ? [id] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
  return withRows(selected, range, !selected.has(id))
}

/** '3 selected, 1 not on this page': bulk actions change those too. */
export const selectedText = (selected: ReadonlySet<string>, visible: readonly string[]): string => {
  const beyond = [...selected].filter((id) => !visible.includes(id)).length
  return `${selected.size} selected${beyond > 0 ? `, ${beyond} not on this page` : ''}`
}

/** The box in the head that selects all rows of the page, or none; rows on other pages stay selected. */
export const SelectPage = ({ ids, selection }: { ids: readonly string[]; selection: Selection }) => {
  const chosen = ids.filter((id) => selection.ids.has(id)).length
  const isAll = ids.length > 0 && chosen === ids.length
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && !isAll
        }}
        onChange={() => selection.onChange(withRows(selection.ids, ids, !isAll))}
      />
    </label>
  )
}

/**
 * How many rows are selected, and the bulk actions. It is under the rows, so that none moves away from the pointer that
 * selects, and search and filters stay in reach.
 */
export const SelectionBar = ({ selection, visible }: { selection: Selection; visible: readonly string[] }) => (
  <section className={`${classes.bar} ${classes.under}`} aria-label="Selected rows">
    <strong role="status">{selectedText(selection.ids, visible)}</strong>
    {selection.actions}
    <Button variant="subtle" onClick={() => selection.onChange(new Set())}>
      Clear selection
    </Button>
  </section>
)
