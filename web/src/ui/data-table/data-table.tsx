import { Box, Group, Kbd, VisuallyHidden } from '@mantine/core'
import { useCallbackRef, useDidUpdate } from '@mantine/hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useKeysOn } from '../../lib/keys.ts'
import type { ListSort } from '../../lib/list-address.ts'
import { useRemembered } from '../../lib/state/remembered.ts'
import { BodyRow, SkeletonRows } from './body-row.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import * as layout from './columns.ts'
import classes from './data-table.module.css'
import { HeaderCell, useHeadings } from './header-cell.tsx'
import { Pager, type Paging } from './pager.tsx'
import { type Selection, SelectionBar } from './selection-bar.tsx'
import { useQuickSort } from './use-quick-sort.ts'
import { useReturnPlace, useRowKeys } from './use-row-keys.ts'
import { useWindow } from './use-window.ts'

type DataTableProps<Row> = {
  /** What the table lists; its accessible name. */
  label: string
  /** Columns, widths and order are remembered under it, for each user. */
  storageKey: string
  columns: readonly layout.Column<Row>[]
  presets?: readonly layout.ColumnPreset[]
  /** Undefined until the first rows are loaded: that draws a skeleton. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** The name of a row ('7001234'). */
  rowLabel: (row: Row) => string
  rowLink?: (row: Row) => layout.RowLink
  /** Newer rows are loading while the rows stay. */
  isRefreshing?: boolean
  /**
   * The rows don't belong to the current search, filters or page: they are
   * dimmed until the right ones load.
   */
  isStale?: boolean
  sort?: ListSort | undefined
  onSort?: (sort: ListSort) => void
  selection?: Selection | undefined
  paging?: Paging | undefined
  /**
   * Instead of rows: an EmptyState that says why there are none and what to do.
   */
  empty: ReactNode
  /** Rows have fields (`data-row-field`), which the right arrow reaches. */
  hasFields?: boolean
  /** At the start of the bar: search, filters, the number of results. */
  lead?: ReactNode
  /** The initial layout; by default, the columns that aren't hidden. */
  start?: layout.ListLayout | undefined
  /** Shown beside the column chooser. */
  views?: ((state: LayoutState) => ReactNode) | undefined
}

/**
 * The current layout of a list, whether it differs from the initial one, and a
 * function that resets it.
 */
export type LayoutState = {
  layout: layout.ListLayout
  isChanged: boolean
  reset: () => void
}

/**
 * The table of the portal: sticky head and first columns, columns that users
 * arrange, rows that are links, keyboard rows.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const {
    label,
    rows,
    rowId,
    rowLink,
    isRefreshing = false,
    selection,
    paging,
  } = props
  const { sort, onSort } = useQuickSort(props.sort, props.onSort)
  const startPrefs = layout.startPrefs(props.columns, props.start)
  const [prefs, setPrefs] = useRemembered(
    `columns.${props.storageKey}`,
    layout.ColumnPrefs,
    startPrefs,
  )
  const [isScrolled, setIsScrolled] = useState(false)
  const [tabStop, setTabStop] = useState<string | null>(null)
  const lastSwitched = useRef<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const isSelecting = selection !== undefined && selection.ids.size > 0
  const page = paging?.page

  useDidUpdate(() => {
    // No return value: browsers return a promise here, which React would take
    // for a cleanup function.
    scroller.current?.scrollTo({ top: 0 })
  }, [page])

  // The selection bar goes away with the button that was pressed in it.
  useEffect(() => {
    if (!isSelecting) return
    return () => {
      if (document.activeElement === document.body)
        table.current?.focus({ preventScroll: true })
    }
  }, [isSelecting])

  const hasChecks = selection !== undefined
  // Without the widths: resizing a column doesn't draw its cells again.
  const { order, shown } = prefs
  const all = useMemo(
    () => layout.arranged(props.columns, { order }),
    [props.columns, order],
  )
  const columns = useMemo(
    () => all.filter((column) => layout.isShown(column, { shown })),
    [all, shown],
  )
  const sizes = useMemo(
    () => layout.fitFigures(columns, rows ?? [], prefs),
    [columns, rows, prefs],
  )
  const stickyOf = useMemo(
    () => layout.stickyProps(columns, prefs, hasChecks),
    [columns, prefs, hasChecks],
  )
  const ids = (rows ?? []).map(rowId)
  const drawn = useWindow(scroller, ids.length)
  const drawnIds = ids.slice(drawn.from, drawn.to)
  const isWhole = drawnIds.length === ids.length
  const stop =
    tabStop !== null && drawnIds.includes(tabStop) ? tabStop : drawnIds[0]
  const least = columns.reduce(
    (sum, column) => sum + layout.widthOf(column, sizes),
    selection ? layout.checkWidth : 0,
  )
  const headings = useHeadings(
    columns
      .filter(({ isSortable }) => isSortable && onSort)
      .map(({ key }) => key),
  )
  const span = columns.length + (selection ? 1 : 0)

  const select = useCallbackRef((id: string, isStretch: boolean) => {
    selection?.onChange(
      toggleRow(
        selection.ids,
        ids,
        id,
        isStretch ? lastSwitched.current : null,
      ),
    )
    lastSwitched.current = id
  })
  const goToEnd = useCallbackRef((isLast: boolean) => {
    const node = scroller.current
    node?.scrollTo({ top: isLast ? node.scrollHeight : 0 })
    flushSync(drawn.look)
    const ends = node?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []
    ends[isLast ? ends.length - 1 : 0]?.focus()
  })
  const keepPlace = useReturnPlace(scroller, rows !== undefined, drawn.look)
  const focus = useCallbackRef((id: string) => {
    setTabStop(id)
    keepPlace(id)
  })
  useRowKeys({
    scroller,
    stop,
    isOn: rowLink !== undefined,
    select: selection && ((id) => select(id, false)),
  })
  const acts = useMemo(
    () => ({ select, focus, goToEnd }),
    [select, focus, goToEnd],
  )

  return (
    <div className={classes.root} data-table data-density={prefs.density}>
      <div className={classes.bar}>
        {props.lead && (
          // Its chips wrap before they push the column menu to its own line.
          <Group
            className={classes.lead ?? ''}
            flex="1 1 18rem"
            gap="xs"
            miw={0}
          >
            {props.lead}
          </Group>
        )}
        <Box className={classes.tools ?? ''} ms="auto">
          {props.views?.({
            layout: layout.layoutOf(all, prefs),
            isChanged: !layout.isSameLayout(props.columns, prefs, startPrefs),
            reset: () => setPrefs({ ...startPrefs, widths: prefs.widths }),
          })}
          <ColumnChooser
            columns={all}
            prefs={prefs}
            presets={props.presets}
            onChange={setPrefs}
          />
        </Box>
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        // Rows that open take the focus; without them the keyboard could not
        // reach what is beyond the edge.
        {...(!rowLink && { tabIndex: 0, role: 'region', 'aria-label': label })}
        data-scrolled={isScrolled || undefined}
        onScroll={(event) => {
          setIsScrolled(event.currentTarget.scrollLeft > 0)
          keepPlace(tabStop)
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
              {label}. Left and right move between headings, up and down between
              rows{rowLink ? ', Enter opens' : ''}
              {selection ? ', Space selects' : ''}
              {props.hasFields ? ', right goes into a row' : ''}.
            </VisuallyHidden>
          </caption>
          <colgroup>
            {selection && <col style={{ width: layout.checkWidth }} />}
            {columns.map((column) => (
              <col
                key={column.key}
                style={{ width: layout.widthOf(column, sizes) }}
              />
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
                  sort={sort}
                  isTabStop={column.key === headings.stop}
                  onSort={onSort}
                  onResize={(width) =>
                    setPrefs(layout.resized(prefs, column.key, width))
                  }
                  onDropColumn={(moved) =>
                    setPrefs({
                      ...prefs,
                      order: layout.reordered(
                        all
                          .filter(({ isSticky }) => !isSticky)
                          .map(({ key }) => key),
                        moved,
                        column.key,
                      ),
                    })
                  }
                />
              ))}
            </tr>
          </thead>
          <tbody data-stale={props.isStale || undefined}>
            {drawn.from > 0 && (
              <tr
                aria-hidden
                style={{ height: drawn.from * drawn.rowHeight }}
              />
            )}
            {rows?.slice(drawn.from, drawn.to).map((row, index) => {
              const id = rowId(row)
              return (
                <BodyRow
                  key={id}
                  id={id}
                  row={row}
                  label={props.rowLabel(row)}
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
            {drawn.to < ids.length && (
              <tr
                aria-hidden
                style={{ height: (ids.length - drawn.to) * drawn.rowHeight }}
              />
            )}
            {rows === undefined && (
              <SkeletonRows
                rows={Math.min(paging?.size ?? 10, 12)}
                cells={span}
              />
            )}
          </tbody>
        </table>
      </div>
      {rows?.length === 0 && props.empty}
      {isSelecting && <SelectionBar selection={selection} visible={ids} />}
      {paging && rows !== undefined && paging.total > 0 && (
        <Pager
          {...paging}
          shown={rows.length}
          hints={rowLink && <KeyHints canSelect={hasChecks} />}
        />
      )}
    </div>
  )
}

/** Adds ids to the selection, or removes them. */
export const withRows = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  isOn: boolean,
): Set<string> =>
  isOn
    ? new Set([...selected, ...ids])
    : new Set([...selected].filter((id) => !ids.includes(id)))

/**
 * Switches one row; with `from` (shift) all rows between the two get the new
 * state of this row.
 */
export const toggleRow = (
  selected: ReadonlySet<string>,
  ids: readonly string[],
  id: string,
  from: string | null = null,
): Set<string> => {
  const [one, other] = [ids.indexOf(from ?? id), ids.indexOf(id)]
  const range =
    one < 0 || other < 0
      ? [id]
      : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
  return withRows(selected, range, !selected.has(id))
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

/** Hints about the list's keys, where there is a keyboard and room. */
const KeyHints = ({ canSelect }: { canSelect: boolean }) => {
  if (!useKeysOn()) return null
  const hint = (label: string, ...keys: string[]) => (
    <span title={`${label} (${keys.join(', ')})`}>
      {keys.map((key) => (
        <Kbd key={key} size="xs" me={4}>
          {key}
        </Kbd>
      ))}
      {label}
    </span>
  )
  return (
    // Screen readers get them from the table's caption.
    <Group
      component="span"
      className={classes.hints ?? ''}
      gap="md"
      c="dimmed"
      aria-hidden
    >
      {hint('move', 'j', 'k')}
      {hint('open', 'Enter')}
      {canSelect && hint('select', 'x')}
      {hint('filter', 'f')}
      {hint('all keys', '?')}
    </Group>
  )
}
