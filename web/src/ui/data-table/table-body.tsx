import { Fragment } from 'react'
import { BodyRow, SkeletonRows } from './body-row.tsx'
import type { RowGroups, RowLink } from './columns.ts'
import classes from './data-table.module.css'
import type { Selection } from './selection-bar.tsx'
import type { TableRows } from './use-rows.ts'
import type { TableColumns } from './use-table-columns.ts'

type TableBodyProps<Row> = {
  columns: TableColumns<Row>
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  rowLabel: (row: Row) => string
  rowLink?: ((row: Row) => RowLink) | undefined
  groups?: RowGroups<Row> | undefined
  /** The rows don't belong to the current search, filters or page. */
  isStale?: boolean | undefined
  selection?: Selection | undefined
  tableRows: TableRows
  /** The rows of a page. */
  pageSize: number
}

/** The drawn rows, between spaces as high as the others. */
export const TableBody = <Row,>({
  columns,
  rows,
  rowId,
  rowLabel,
  rowLink,
  groups,
  isStale,
  selection,
  tableRows,
  pageSize,
}: TableBodyProps<Row>) => {
  const { drawn, stop, isWhole, acts } = tableRows
  const cellCount = columns.shown.length + (selection ? 1 : 0)
  const below = (rows?.length ?? 0) - drawn.to
  return (
    <tbody data-stale={isStale || undefined}>
      {drawn.from > 0 && (
        <tr aria-hidden style={{ height: drawn.from * drawn.rowHeight }} />
      )}
      {rows?.slice(drawn.from, drawn.to).map((row, index) => {
        const id = rowId(row)
        const heading = findHeading(groups, rows, drawn.from + index)
        return (
          <Fragment key={id}>
            {heading && (
              <tr>
                <th
                  className={classes.group}
                  scope="rowgroup"
                  colSpan={cellCount}
                >
                  <span>{heading}</span>
                </th>
              </tr>
            )}
            <BodyRow
              id={id}
              row={row}
              label={rowLabel(row)}
              columns={columns.shown}
              stickyOf={columns.stickyOf}
              linkOf={rowLink}
              place={isWhole ? undefined : drawn.from + index + 2}
              isTabStop={id === stop}
              isSelected={selection?.ids.has(id) ?? false}
              canSelect={selection !== undefined}
              acts={acts}
            />
          </Fragment>
        )
      })}
      {below > 0 && (
        <tr aria-hidden style={{ height: below * drawn.rowHeight }} />
      )}
      {rows === undefined && (
        <SkeletonRows rows={Math.min(pageSize, 12)} cells={cellCount} />
      )}
    </tbody>
  )
}

/** The heading above a row: that of the first row of its group. */
const findHeading = <Row,>(
  groups: RowGroups<Row> | undefined,
  rows: readonly Row[],
  index: number,
): string | null => {
  const row = rows[index]
  if (!groups || row === undefined) return null
  const heading = groups.headingFor(row)
  const before = rows[index - 1]
  const isSame = before !== undefined && groups.headingFor(before) === heading
  return isSame ? null : heading
}
