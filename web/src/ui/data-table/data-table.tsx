import { Box, Group, Kbd, VisuallyHidden } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useKeysOn } from '../../lib/keys.ts'
import type { ListSort } from '../../lib/list-address.ts'
import { ColumnChooser } from './column-chooser.tsx'
import * as layout from './columns.ts'
import classes from './data-table.module.css'
import { Pager, type Paging } from './pager.tsx'
import { type Selection, SelectionBar } from './selection-bar.tsx'
import { TableBody } from './table-body.tsx'
import { ColumnWidths, TableHead } from './table-head.tsx'
import { useQuickSort } from './use-quick-sort.ts'
import { useRows } from './use-rows.ts'
import { type TableColumns, useTableColumns } from './use-table-columns.ts'

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
  groups?: layout.RowGroups<Row> | undefined
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
  const { label, rows, rowLink, selection, paging } = props
  const isRefreshing = props.isRefreshing ?? false
  const { sort, onSort } = useQuickSort(props.sort, props.onSort)
  const hasChecks = selection !== undefined
  const isSelecting = hasChecks && selection.ids.size > 0
  const columns = useTableColumns({ ...props, hasChecks })
  const scroller = useRef<HTMLDivElement>(null)
  const ids = (rows ?? []).map(props.rowId)
  const tableRows = useRows({
    scroller,
    ids,
    isLoaded: rows !== undefined,
    areLinks: rowLink !== undefined,
    selection,
  })
  useScrollToTop(scroller, paging?.page)

  return (
    <div
      className={classes.root}
      data-table
      data-density={columns.prefs.density}
    >
      <TableBar {...props} columns={columns} />
      <Scroller
        ref={scroller}
        label={label}
        hasLinks={rowLink !== undefined}
        isBusy={isRefreshing && rows !== undefined}
        onScroll={tableRows.onScroll}
      >
        <table
          ref={useFocusAfterSelection(isSelecting)}
          // It takes the focus only to be read out.
          tabIndex={-1}
          className={classes.table}
          style={{ minWidth: columns.minWidth }}
          aria-busy={isRefreshing || rows === undefined}
          aria-rowcount={tableRows.isWhole ? undefined : ids.length + 1}
        >
          <Caption
            label={label}
            opensRows={rowLink !== undefined}
            selectsRows={hasChecks}
            hasFields={props.hasFields ?? false}
          />
          <ColumnWidths columns={columns} hasChecks={hasChecks} />
          <TableHead
            columns={columns}
            ids={ids}
            selection={selection}
            sort={sort}
            onSort={onSort}
          />
          <TableBody
            {...props}
            columns={columns}
            tableRows={tableRows}
            pageSize={paging?.size ?? 10}
          />
        </table>
      </Scroller>
      {rows?.length === 0 && props.empty}
      {isSelecting && <SelectionBar selection={selection} visible={ids} />}
      {paging && rows && paging.total > 0 && (
        <Pager
          {...paging}
          shown={rows.length}
          hints={rowLink && <KeyHints canSelect={hasChecks} />}
        />
      )}
    </div>
  )
}

type ScrollerProps = {
  ref: Ref<HTMLDivElement>
  label: string
  /** Whether the rows are links. */
  hasLinks: boolean
  isBusy: boolean
  onScroll: () => void
  children: ReactNode
}

/** Scrolls the table; its first columns get a shadow once it is scrolled. */
const Scroller = (props: ScrollerProps) => {
  const [isScrolled, setIsScrolled] = useState(false)
  return (
    <div
      ref={props.ref}
      className={classes.scroller}
      // Rows that open take the focus; without them the keyboard could not
      // reach what is beyond the edge.
      {...(!props.hasLinks && {
        tabIndex: 0,
        role: 'region',
        'aria-label': props.label,
      })}
      data-scrolled={isScrolled || undefined}
      onScroll={(event) => {
        setIsScrolled(event.currentTarget.scrollLeft > 0)
        props.onScroll()
      }}
    >
      {props.isBusy && <div className={classes.busy} />}
      {props.children}
    </div>
  )
}

/** Each page starts at its top. */
const useScrollToTop = (
  scroller: RefObject<HTMLElement | null>,
  page: number | undefined,
) =>
  useDidUpdate(() => {
    // No return value: browsers return a promise here, which React would take
    // for a cleanup function.
    scroller.current?.scrollTo({ top: 0 })
  }, [page])

/**
 * The table takes the focus when the selection bar goes away with the button
 * that was pressed in it.
 */
const useFocusAfterSelection = (isSelecting: boolean) => {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (!isSelecting) return
    return () => {
      if (document.activeElement === document.body)
        table.current?.focus({ preventScroll: true })
    }
  }, [isSelecting])
  return table
}

type TableBarProps = {
  columns: TableColumns<never>
} & Pick<DataTableProps<never>, 'presets' | 'lead' | 'views'>

/** Search and filters, saved views and the column chooser. */
const TableBar = ({ columns, presets, lead, views }: TableBarProps) => (
  <div className={classes.bar}>
    {lead && (
      // Its chips wrap before they push the column menu to its own line.
      <Group className={classes.lead ?? ''} flex="1 1 18rem" gap="xs" miw={0}>
        {lead}
      </Group>
    )}
    <Box className={classes.tools ?? ''} ms="auto">
      {views?.({
        layout: layout.toLayout(columns.all, columns.prefs),
        isChanged: columns.isChanged,
        reset: columns.reset,
      })}
      <ColumnChooser
        columns={columns.all}
        prefs={columns.prefs}
        presets={presets}
        onChange={columns.setPrefs}
      />
    </Box>
  </div>
)

type CaptionProps = {
  label: string
  opensRows: boolean
  selectsRows: boolean
  hasFields: boolean
}

/** Tells screen readers what the table lists, and its keys. */
const Caption = ({
  label,
  opensRows,
  selectsRows,
  hasFields,
}: CaptionProps) => (
  <caption>
    <VisuallyHidden>
      {label}. Left and right move between headings, up and down between rows
      {opensRows && ', Enter opens'}
      {selectsRows && ', Space selects'}
      {hasFields && ', right goes into a row'}.
    </VisuallyHidden>
  </caption>
)

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
