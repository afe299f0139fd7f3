import type { ListSort } from '../../lib/list-address.ts'
import { checksKey, getWidth, reordered, resized } from './columns.ts'
import classes from './data-table.module.css'
import { HeaderCell, useHeadings } from './header-cell.tsx'
import { withRows } from './selection.ts'
import type { Selection } from './selection-bar.tsx'
import type { TableColumns } from './use-table-columns.ts'

type ColumnWidthsProps = {
  columns: TableColumns<never>
  hasChecks: boolean
}

export const ColumnWidths = ({ columns, hasChecks }: ColumnWidthsProps) => (
  <colgroup>
    {hasChecks && <col style={{ width: 'var(--check-width)' }} />}
    {columns.shown.map((column) => (
      <col
        key={column.key}
        style={{ width: getWidth(column, columns.sizes) }}
      />
    ))}
  </colgroup>
)

type TableHeadProps = {
  columns: TableColumns<never>
  /** The ids of this page's rows. */
  ids: readonly string[]
  selection: Selection | undefined
  sort: ListSort | undefined
  onSort: ((sort: ListSort) => void) | undefined
}

/** The headings of the columns, and the box that selects the page. */
export const TableHead = ({
  columns,
  ids,
  selection,
  sort,
  onSort,
}: TableHeadProps) => {
  const { all, shown, prefs, setPrefs, stickyOf } = columns
  const sortable = shown.filter(({ isSortable }) => isSortable && onSort)
  const headings = useHeadings(sortable.map(({ key }) => key))
  const loose = all.filter(({ isSticky }) => !isSticky)
  const drop = (moved: string, target: string) => {
    const keys = loose.map(({ key }) => key)
    setPrefs({ ...prefs, order: reordered(keys, moved, target) })
  }
  return (
    <thead>
      <tr onKeyDown={headings.onKeyDown} onFocus={headings.onFocus}>
        {selection && (
          <th scope="col" className={classes.check} {...stickyOf(checksKey)}>
            <SelectPage ids={ids} selection={selection} />
          </th>
        )}
        {shown.map((column) => (
          <HeaderCell
            key={column.key}
            column={column}
            sticky={stickyOf(column.key)}
            sort={sort}
            isTabStop={column.key === headings.stop}
            onSort={onSort}
            onResize={(width) => setPrefs(resized(prefs, column.key, width))}
            onDropColumn={(moved) => drop(moved, column.key)}
          />
        ))}
      </tr>
    </thead>
  )
}

/**
 * The box in the head that selects all rows of the page, or none; rows on other
 * pages stay selected.
 */
const SelectPage = ({
  ids,
  selection,
}: {
  ids: readonly string[]
  selection: Selection
}) => {
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
        onChange={() =>
          selection.onChange(withRows(selection.ids, ids, !isAll))
        }
      />
    </label>
  )
}
