import { BodyRow, SkeletonRows } from './body-row.tsx'
import type { RowLink } from './columns.ts'
import type { Selection } from './selection-bar.tsx'
import type { TableRows } from './use-rows.ts'
import type { TableColumns } from './use-table-columns.ts'

type TableBodyProps<Row> = {
  columns: TableColumns<Row>
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  rowLabel: (row: Row) => string
  rowLink: ((row: Row) => RowLink) | undefined
  isStale: boolean
  selection: Selection | undefined
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
  isStale,
  selection,
  tableRows,
  pageSize,
}: TableBodyProps<Row>) => {
  const { drawn, stop, isWhole, acts } = tableRows
  const below = (rows?.length ?? 0) - drawn.to
  return (
    <tbody data-stale={isStale || undefined}>
      {drawn.from > 0 && (
        <tr aria-hidden style={{ height: drawn.from * drawn.rowHeight }} />
      )}
      {rows?.slice(drawn.from, drawn.to).map((row, index) => {
        const id = rowId(row)
        return (
          <BodyRow
            key={id}
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
        )
      })}
      {below > 0 && (
        <tr aria-hidden style={{ height: below * drawn.rowHeight }} />
      )}
      {rows === undefined && (
        <SkeletonRows
          rows={Math.min(pageSize, 12)}
          cells={columns.shown.length + (selection ? 1 : 0)}
        />
      )}
    </tbody>
  )
}
