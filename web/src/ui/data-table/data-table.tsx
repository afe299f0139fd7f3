import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRemembered } from '../../lib/remembered.ts'
import { BodyRow, type RowActs } from './body-row.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { arranged, type Column, ColumnPrefs, isShown, noPrefs, reordered, resized, widthOf } from './columns.ts'
import classes from './data-table.module.css'
import { HeaderCell, type Sort } from './header-cell.tsx'
import { Pager, type Paging } from './pager.tsx'
import { type Selection, SelectPage } from './select-page.tsx'
import { switched } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { checkWidth, stickyProps } from './sticky.ts'
import { useHeadings } from './use-headings.ts'
import type { RowLink } from './use-open-row.ts'
import { useWindow } from './use-window.ts'

type DataTableProps<Row> = {
  /** What the table lists; its accessible name. */
  label: string
  /** Columns, widths and order are remembered under it, for each user. */
  storageKey: string
  columns: readonly Column<Row>[]
  /** Undefined while nothing was read yet: that draws a skeleton. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** How a person calls the row ('7001234'). */
  rowLabel: (row: Row) => string
  rowLink?: (row: Row) => RowLink
  /** What was read before is on screen while newer rows are on their way. */
  isRefreshing?: boolean
  /** The rows don't belong to the current search, filters or page: they are dimmed until the right ones load. */
  isStale?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  selection?: Selection
  paging?: Paging
  /** In place of rows when there are none: an EmptyState that says why and what to do. */
  empty: ReactNode
  /** A closing row, by column key. */
  totals?: Readonly<Record<string, ReactNode>>
  /** Rows hold fields (`data-row-field`), which the right arrow reaches. */
  hasFields?: boolean
  /** At the start of the bar: search, filters, the number of results. */
  lead?: ReactNode
  /** Beside the column menu. */
  tools?: ReactNode
}

const noActs: RowActs = { select: () => undefined, focus: () => undefined, goToEnd: () => undefined }

/** The table of the portal: sticky head and first columns, columns as the user wants them, rows that are links, keyboard rows. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const {
    label,
    storageKey,
    rows,
    rowId,
    rowLabel,
    rowLink,
    isRefreshing = false,
    isStale = false,
    hasFields = false,
    sort,
    onSort,
    selection,
    paging,
  } = props
  const [prefs, setPrefs] = useRemembered(`columns.${storageKey}`, ColumnPrefs, noPrefs)
  const [isScrolled, setIsScrolled] = useState(false)
  const [tabStop, setTabStop] = useState<string | null>(null)
  const lastSwitched = useRef<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const isSelecting = selection !== undefined && selection.ids.size > 0
  const page = paging?.page

  const lastPage = useRef(page)

  // Another page begins at its top. The first one stands there: to scroll it would lay out the page once more.
  useEffect(() => {
    if (lastPage.current !== undefined && lastPage.current !== page) scroller.current?.scrollTo({ top: 0 })
    lastPage.current = page
  }, [page])

  // What was pressed in the bar of a selection goes away with it.
  useEffect(() => {
    if (!isSelecting) return
    return () => {
      if (document.activeElement === document.body) table.current?.focus({ preventScroll: true })
    }
  }, [isSelecting])

  const hasChecks = selection !== undefined
  // Not by the widths: a column is made wider without drawing its cells again.
  const { order, shown } = prefs
  const all = useMemo(() => arranged(props.columns, { order }), [props.columns, order])
  const columns = useMemo(() => all.filter((column) => isShown(column, { shown })), [all, shown])
  const stickyOf = useMemo(() => stickyProps(columns, prefs, hasChecks), [columns, prefs, hasChecks])
  const ids = (rows ?? []).map(rowId)
  const drawn = useWindow(scroller, ids.length)
  const drawnIds = ids.slice(drawn.from, drawn.to)
  const isWhole = drawnIds.length === ids.length
  const stop = tabStop !== null && drawnIds.includes(tabStop) ? tabStop : drawnIds[0]
  const least = columns.reduce((sum, column) => sum + widthOf(column, prefs), selection ? checkWidth : 0)
  const headings = useHeadings(columns.filter(({ isSortable }) => isSortable && onSort).map(({ key }) => key))
  const span = columns.length + (selection ? 1 : 0)

  const latest = useRef<RowActs>(noActs)
  latest.current = {
    select: (id, isStretch) => {
      selection?.onChange(switched(selection.ids, ids, id, isStretch ? lastSwitched.current : null))
      lastSwitched.current = id
    },
    focus: setTabStop,
    goToEnd: (isLast) => {
      const node = scroller.current
      node?.scrollTo({ top: isLast ? node.scrollHeight : 0 })
      flushSync(drawn.look)
      const ends = node?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []
      ends[isLast ? ends.length - 1 : 0]?.focus()
    },
  }
  const acts = useMemo<RowActs>(
    () => ({
      select: (id, isStretch) => latest.current.select(id, isStretch),
      focus: (id) => latest.current.focus(id),
      goToEnd: (isLast) => latest.current.goToEnd(isLast),
    }),
    [],
  )

  return (
    <div className={classes.root}>
      <div className={classes.bar}>
        {props.lead && <div className={classes.lead}>{props.lead}</div>}
        <div className={classes.barEnd}>
          {props.tools}
          <ColumnChooser columns={all} prefs={prefs} onChange={setPrefs} />
        </div>
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        // Rows that open take the focus; without them the keyboard could not reach what is beyond the edge.
        {...(!rowLink && { tabIndex: 0, role: 'region', 'aria-label': label })}
        data-scrolled={isScrolled || undefined}
        onScroll={(event) => {
          setIsScrolled(event.currentTarget.scrollLeft > 0)
          drawn.look()
        }}
      >
        {isRefreshing && rows && <div className={classes.busy} />}
        <table
          ref={table}
          // It takes the focus only to be read out.
          tabIndex={-1}
          className={classes.table}
          style={{ minWidth: least }}
          aria-busy={isRefreshing || rows === undefined}
          aria-rowcount={isWhole ? undefined : ids.length + 1}
        >
          <caption>
            <VisuallyHidden>
              {label}. Left and right move between headings, up and down between rows{rowLink ? ', Enter opens' : ''}
              {selection ? ', Space selects' : ''}
              {hasFields ? ', right goes into a row' : ''}.
            </VisuallyHidden>
          </caption>
          <colgroup>
            {selection && <col style={{ width: checkWidth }} />}
            {columns.map((column) => (
              <col key={column.key} style={{ width: widthOf(column, prefs) }} />
            ))}
          </colgroup>
          <thead>
            <tr onKeyDown={headings.onKeyDown} onFocus={headings.onFocus}>
              {selection && (
                <th scope="col" className={classes.check} {...stickyOf('')}>
                  <SelectPage ids={ids} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  sticky={stickyOf(column.key)}
                  width={widthOf(column, prefs)}
                  sort={sort}
                  isTabStop={column.key === headings.stop}
                  onSort={onSort}
                  onResize={(width) => setPrefs(resized(prefs, column.key, width))}
                  onDropColumn={(moved) =>
                    setPrefs({
                      ...prefs,
                      order: reordered(
                        all.filter(({ isSticky }) => !isSticky).map(({ key }) => key),
                        moved,
                        column.key,
                      ),
                    })
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody data-stale={isStale || undefined}>
            {drawn.from > 0 && <tr aria-hidden style={{ height: drawn.from * drawn.rowHeight }} />}
            {rows?.slice(drawn.from, drawn.to).map((row, index) => {
              const id = rowId(row)
              return (
                <BodyRow
                  key={id}
                  id={id}
                  row={row}
                  label={rowLabel(row)}
                  columns={columns}
                  stickyOf={stickyOf}
                  linkOf={rowLink}
                  place={isWhole ? undefined : drawn.from + index + 2}
                  isTabStop={id === stop}
                  isSelected={selection?.ids.has(id) ?? false}
                  canSelect={hasChecks}
                  acts={acts}
                />
              )
            })}
            {drawn.to < ids.length && <tr aria-hidden style={{ height: (ids.length - drawn.to) * drawn.rowHeight }} />}
            {rows === undefined && <SkeletonRows rows={Math.min(paging?.size ?? 10, 12)} cells={span} />}
          </tbody>
          {props.totals && rows && rows.length > 0 && (
            <tfoot>
              <tr>
                {selection && <td {...stickyOf('')} />}
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align} {...stickyOf(column.key)}>
                    {props.totals?.[column.key]}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {rows?.length === 0 && props.empty}
      {isSelecting && <SelectionBar selection={selection} visible={ids} />}
      {paging && rows !== undefined && <Pager {...paging} shown={rows.length} />}
    </div>
  )
}
