import type { ReactNode } from 'react'
import { allSwitched } from './selection.ts'

/** Which rows are selected (also on other pages), and what can be done with them all. */
export type Selection = { ids: ReadonlySet<string>; onChange: (ids: Set<string>) => void; actions: ReactNode }

/** The box in the head that selects all rows of the page, or none. */
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
        onChange={() => selection.onChange(allSwitched(selection.ids, ids, !isAll))}
      />
    </label>
  )
}
