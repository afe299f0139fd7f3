import { Button } from '@mantine/core'
import classes from './data-table.module.css'
import type { Selection } from './select-page.tsx'
import { selectedText } from './selection.ts'

/**
 * How many rows are selected, and what can be done with them all. It stands under the rows, so that none moves away from
 * the pointer that selects, and search and filters stay in reach.
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
