import { useRouter } from '@tanstack/react-router'
import {
  createElement,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useMemo,
} from 'react'
import { type Column, checksKey, type RowLink } from './columns.ts'
import classes from './data-table.module.css'
import { QuietLink } from './quiet-link.tsx'

/**
 * What rows do to their table. It keeps its identity, so that no row is drawn
 * again for it.
 */
type RowActs = {
  select: (id: string, isStretch: boolean) => void
  focus: (id: string) => void
  /** Focuses the last row or the first, which may not be drawn yet. */
  goToEnd: (isLast: boolean) => void
}

type BodyRowProps<Row> = {
  id: string
  row: Row
  label: string
  columns: readonly Column<Row>[]
  stickyOf: (key: string) => object
  /**
   * Should stay the same from one drawing to the next, as the columns should.
   */
  linkOf: RowLinkOf<Row>['of'] | undefined
  /**
   * Its number in the whole table, the head being 1; absent where all rows are
   * drawn.
   */
  place: number | undefined
  isTabStop: boolean
  isSelected: boolean
  canSelect: boolean
  acts: RowActs
}
// As a method, so that a row of one kind can be drawn where any is.
type RowLinkOf<Row> = { of(row: Row): RowLink }

const DrawnRow = <Row,>(props: BodyRowProps<Row>) => {
  const { id, row, columns, stickyOf, linkOf, canSelect, acts } = props
  const { open, onClick } = useOpenRow()
  const router = useRouter()
  const link = useMemo(() => linkOf?.(row), [linkOf, row])
  const href = useMemo(
    () => link && router.buildLocation(link).href,
    [link, router],
  )
  // A hundred rows of 27 cells are drawn again only where something in them
  // changed; a link changes with every address.
  const [first] = columns
  const content = useMemo(() => first?.render(row), [first, row])
  const cells = useMemo(
    () =>
      columns
        .slice(1)
        .map((column) => (
          <Cell
            key={column.key}
            column={column}
            sticky={stickyOf(column.key)}
            content={column.render(row)}
          />
        )),
    [columns, row, stickyOf],
  )

  return (
    <tr
      tabIndex={props.isTabStop ? 0 : -1}
      aria-rowindex={props.place}
      data-row={id}
      data-opens={link ? '' : undefined}
      data-selected={props.isSelected || undefined}
      onFocus={() => acts.focus(id)}
      onKeyDown={(event) => handleKey(event, props, link, open)}
      {...(link && {
        onClick: (event) => onClick(link, event),
        onAuxClick: (event) => onClick(link, event),
      })}
    >
      {canSelect && (
        <CheckCell
          id={id}
          label={props.label}
          isSelected={props.isSelected}
          stickyOf={stickyOf}
          acts={acts}
        />
      )}
      {first && (
        <Cell
          column={first}
          sticky={stickyOf(first.key)}
          content={
            link && href ? (
              <QuietLink
                href={href}
                leadsTo={() => link}
                className={classes.link}
                tabIndex={-1}
              >
                {content}
              </QuietLink>
            ) : (
              content
            )
          }
        />
      )}
      {cells}
    </tr>
  )
}

/**
 * Arrows move between rows and their fields, Home and End to the ends, Enter
 * opens, Space selects.
 */
const handleKey = (
  event: KeyboardEvent<HTMLTableRowElement>,
  {
    id,
    canSelect,
    acts,
  }: Pick<BodyRowProps<never>, 'id' | 'canSelect' | 'acts'>,
  link: RowLink | undefined,
  open: (link: RowLink, isNewTab: boolean) => void,
) => {
  const field = fieldAt(event)
  if (field) {
    field.focus()
    event.preventDefault()
  }
  if (field || event.target !== event.currentTarget) return
  const target = rowAt(event.currentTarget, event.key)
  if (target) target.focus()
  else if (event.key === 'Home' || event.key === 'End')
    acts.goToEnd(event.key === 'End')
  else if (event.key === 'Enter' && link)
    open(link, event.ctrlKey || event.metaKey)
  else if (event.key === ' ' && canSelect) acts.select(id, event.shiftKey)
  else return
  event.preventDefault()
}

type CheckCellProps = Pick<
  BodyRowProps<never>,
  'id' | 'label' | 'isSelected' | 'stickyOf' | 'acts'
>

const CheckCell = ({
  id,
  label,
  isSelected,
  stickyOf,
  acts,
}: CheckCellProps) => (
  <td className={classes.check} {...stickyOf(checksKey)}>
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${label}`}
        title="Select (X)"
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          acts.select(
            id,
            nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          )
        }
      />
    </label>
  </td>
)

/**
 * One row. Its first cell is the link, a click anywhere opens it, and the
 * keyboard moves between rows and into one.
 */
export const BodyRow: <Row>(props: BodyRowProps<Row>) => ReactNode =
  memo(DrawnRow)

type CellProps = {
  column: { key: string; align?: 'start' | 'end' }
  sticky: object
  content: ReactNode
}

const Cell = ({ column, sticky, content }: CellProps) => (
  <td
    data-align={column.align}
    title={typeof content === 'string' ? content : undefined}
    {...sticky}
  >
    {content}
  </td>
)

const interactive =
  'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'

/**
 * Opens rows like links: in place, or in a new tab with Ctrl, ⌘ or the middle
 * button.
 */
const useOpenRow = () => {
  const router = useRouter()
  const open = (link: RowLink, isNewTab: boolean) => {
    if (isNewTab)
      window.open(router.buildLocation(link).href, '_blank', 'noopener')
    else void router.navigate(link)
  }
  const onClick = (link: RowLink, event: MouseEvent<HTMLElement>) => {
    const isInside =
      event.target instanceof Element &&
      event.target.closest(interactive) !== null
    // Selecting text in a row doesn't open it.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (event.defaultPrevented || isInside || isSelecting || event.button > 1)
      return
    open(link, event.ctrlKey || event.metaKey || event.button === 1)
  }
  return { open, onClick }
}

/**
 * Right and left go through what can be set in a row (`data-row-field`), and
 * left of the first to the row itself.
 */
const fieldAt = ({
  key,
  target,
  currentTarget,
}: KeyboardEvent<HTMLTableRowElement>): HTMLElement | null => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  const stops = [
    currentTarget,
    ...currentTarget.querySelectorAll<HTMLElement>('[data-row-field]'),
  ]
  const at = target instanceof HTMLElement ? stops.indexOf(target) : -1
  return at < 0 ? null : (stops[at + (key === 'ArrowRight' ? 1 : -1)] ?? null)
}

/** The next row or the one before; null for other keys and at the ends. */
const rowAt = (
  row: HTMLTableRowElement,
  key: string,
): HTMLTableRowElement | null => {
  const rows = Array.from(
    row.parentElement?.querySelectorAll<HTMLTableRowElement>(
      ':scope > tr[data-row]',
    ) ?? [],
  )
  const index = rows.indexOf(row)
  const wanted = { ArrowDown: index + 1, ArrowUp: index - 1 }[key]
  return wanted === undefined ? null : (rows[wanted] ?? null)
}

/**
 * Empty rows while the first ones load. A wide table has hundreds of cells, so
 * they are bare boxes, and children without keys.
 */
export const SkeletonRows = ({
  rows,
  cells,
}: {
  rows: number
  cells: number
}) => {
  const row = createElement(
    'tr',
    { className: classes.skeleton, 'aria-hidden': true },
    ...Array(cells).fill(<td />),
  )
  return createElement(Fragment, null, ...Array(rows).fill(row))
}
