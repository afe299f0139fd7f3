import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { ariaSorts, type ListSort } from '../../lib/list-address.ts'
import type { Column } from './columns.ts'
import classes from './header-cell.module.css'

type HeaderCellProps = {
  column: Omit<Column<never>, 'render'>
  sticky: object
  sort: ListSort | undefined
  /**
   * The one heading that Tab reaches: arrows go on from it, so that the rows
   * are one Tab further.
   */
  isTabStop: boolean
  onSort: ((sort: ListSort) => void) | undefined
  onResize: (width: number) => void
  onDropColumn: (moved: string) => void
}

const dragType = 'application/x-portal-column'

/**
 * A column's heading: sorts on click, moves by dragging, and is resized at its
 * edge.
 */
export const HeaderCell = ({
  column,
  sticky,
  sort,
  isTabStop,
  onSort,
  onResize,
  onDropColumn,
}: HeaderCellProps) => {
  const [isTarget, setIsTarget] = useState(false)
  const { key, label, isLabelHidden, align, isSortable, isSticky } = column
  const isSorted = sort?.by === key
  const Arrow = isSorted && sort.type === 'desc' ? IconArrowDown : IconArrowUp
  const next: ListSort = {
    by: key,
    type: isSorted && sort.type === 'asc' ? 'desc' : 'asc',
  }

  return (
    <th
      scope="col"
      data-align={align}
      data-dropping={isTarget || undefined}
      aria-sort={isSorted ? ariaSorts[sort.type] : undefined}
      {...sticky}
      // The column menu moves columns too.
      draggable={!isSticky}
      onDragStart={(event) => event.dataTransfer.setData(dragType, key)}
      onDragOver={(event) => {
        if (isSticky || !event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setIsTarget(true)
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={(event) => {
        setIsTarget(false)
        onDropColumn(event.dataTransfer.getData(dragType))
      }}
    >
      <div className={classes.head}>
        {isSortable && onSort ? (
          <button
            type="button"
            className={classes.sort}
            data-heading={key}
            tabIndex={isTabStop ? 0 : -1}
            onClick={() => onSort(next)}
            title={label}
          >
            <span className={classes.word}>{label}</span>
            <Arrow className={classes.arrow} size={14} aria-hidden />
          </button>
        ) : (
          <span className={classes.name} title={label}>
            {isLabelHidden ? (
              <VisuallyHidden>{label}</VisuallyHidden>
            ) : (
              <span className={classes.word}>{label}</span>
            )}
          </span>
        )}
        <Grip onResize={onResize} />
      </div>
    </th>
  )
}

/** The edge of a column; dragging it resizes the column. */
const Grip = ({ onResize }: { onResize: (width: number) => void }) => (
  <span
    className={classes.grip}
    aria-hidden
    draggable
    onDragStart={(event) => {
      event.preventDefault()
      event.stopPropagation()
    }}
    onPointerDown={(event) => {
      event.preventDefault()
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
    }}
    onPointerMove={({ currentTarget, pointerId, clientX }) => {
      const left = currentTarget.closest('th')?.getBoundingClientRect().left
      if (left !== undefined && currentTarget.hasPointerCapture(pointerId))
        onResize(clientX - left)
    }}
  />
)

/**
 * Which heading a key leads to; undefined for other keys. At the ends it stays.
 */
export const headingAt = (
  keys: readonly string[],
  from: string,
  pressed: string,
): string | undefined => {
  const index = keys.indexOf(from)
  if (index < 0) return undefined
  const last = keys.length - 1
  switch (pressed) {
    case 'ArrowRight':
      return keys[Math.min(index + 1, last)]
    case 'ArrowLeft':
      return keys[Math.max(index - 1, 0)]
    case 'Home':
      return keys[0]
    case 'End':
      return keys[last]
    default:
      return undefined
  }
}

const findHeading = (target: EventTarget) =>
  target instanceof HTMLElement ? target.dataset.heading : undefined

/** The button of a heading. */
const findButton = (
  headRow: HTMLTableRowElement,
  key: string,
): HTMLElement | null =>
  headRow.querySelector(`[data-heading="${CSS.escape(key)}"]`)

/** The row of the table that Tab reaches. */
const findRow = (headRow: HTMLTableRowElement): HTMLElement | null => {
  const table = headRow.closest('table')
  return table?.querySelector('tr[data-row][tabindex="0"]') ?? null
}

/**
 * The headings of a table as one stop of the keyboard: arrows, Home and End
 * move between them, down goes into the rows.
 */
export const useHeadings = (keys: readonly string[]) => {
  const [last, setLast] = useState<string | null>(null)
  const findTarget = (
    headRow: HTMLTableRowElement,
    from: string,
    key: string,
  ) => {
    if (key === 'ArrowDown') return findRow(headRow)
    const heading = headingAt(keys, from, key)
    return heading === undefined ? null : findButton(headRow, heading)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const from = findHeading(event.target)
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return
    const target = findTarget(event.currentTarget, from, event.key)
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return {
    /** The one that Tab reaches. */
    stop: last !== null && keys.includes(last) ? last : keys[0],
    onKeyDown,
    onFocus: ({ target }: FocusEvent) =>
      setLast((before) => findHeading(target) ?? before),
  }
}
