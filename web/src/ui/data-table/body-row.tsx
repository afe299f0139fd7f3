import { useRouter } from '@tanstack/react-router'
import { createElement, Fragment, type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { QuietLink } from '../quiet-link.tsx'
import type { Column, RowLink } from './columns.ts'
import classes from './data-table.module.css'

type BodyRowProps<Row> = {
  id: string
  row: Row
  label: string
  columns: readonly Column<Row>[]
  stickyOf: (key: string) => object
  linkOf: RowLinkOf<Row>['of'] | undefined
  isTabStop: boolean
  isSelected: boolean
  canSelect: boolean
  onSelect: (id: string, isRange: boolean) => void
  onFocus: (id: string) => void
}
// As a method, so that a row of one kind can be drawn where any is.
type RowLinkOf<Row> = { of(row: Row): RowLink }

const DrawnRow = <Row,>(props: BodyRowProps<Row>) => {
  const { id, row, label, columns, stickyOf, linkOf, isTabStop, isSelected, canSelect, onSelect, onFocus } = props
  const router = useRouter()
  const link = linkOf?.(row)

  const open = (isNewTab: boolean) => {
    if (!link) return
    if (isNewTab) window.open(router.buildLocation(link).href, '_blank', 'noopener')
    else void router.navigate(link)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isInside = event.target instanceof Element && event.target.closest(interactive) !== null
    // Selecting text in a row doesn't open it.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (event.defaultPrevented || isInside || isSelecting || event.button > 1) return
    open(event.ctrlKey || event.metaKey || event.button === 1)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const field = fieldAt(event)
    const target = field ?? (event.target === event.currentTarget ? rowAt(event.currentTarget, event.key) : null)
    if (target) target.focus()
    else if (event.target !== event.currentTarget) return
    else if (event.key === 'Enter' && link) open(event.ctrlKey || event.metaKey)
    else if (event.key === ' ' && canSelect) onSelect(id, event.shiftKey)
    else return
    event.preventDefault()
  }

  return (
    <tr
      tabIndex={isTabStop ? 0 : -1}
      data-row={id}
      data-opens={link ? '' : undefined}
      data-selected={isSelected || undefined}
      onFocus={() => onFocus(id)}
      onKeyDown={onKeyDown}
      {...(link && { onClick, onAuxClick: onClick })}
    >
      {canSelect && (
        <td className={classes.check} {...stickyOf('')}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={({ nativeEvent }) => onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          </label>
        </td>
      )}
      {columns.map((column, index) => {
        const content = column.render(row)
        return (
          <td
            key={column.key}
            data-align={column.align}
            title={typeof content === 'string' ? content : undefined}
            {...stickyOf(column.key)}
          >
            {link && index === 0 ? (
              <QuietLink
                href={router.buildLocation(link).href}
                leadsTo={() => link}
                className={classes.link}
                tabIndex={-1}
              >
                {content}
              </QuietLink>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** One row. Its first cell is the link, a click anywhere opens it, and the keyboard moves between rows and into one. */
export const BodyRow: <Row>(props: BodyRowProps<Row>) => ReactNode = memo(DrawnRow)

const interactive = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'

/** Right and left go through what can be set in a row (`data-row-field`), and left of the first to the row itself. */
const fieldAt = ({ key, target, currentTarget }: KeyboardEvent<HTMLTableRowElement>): HTMLElement | null => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  const stops = [currentTarget, ...currentTarget.querySelectorAll<HTMLElement>('[data-row-field]')]
  const at = target instanceof HTMLElement ? stops.indexOf(target) : -1
  return at < 0 ? null : (stops[at + (key === 'ArrowRight' ? 1 : -1)] ?? null)
}

/** The row that a key leads to; null for other keys and beyond the ends. */
const rowAt = (row: HTMLTableRowElement, key: string): HTMLElement | null => {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > tr[data-row]') ?? [])]
  const index = rows.indexOf(row)
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[key]
  return to === undefined ? null : (rows[to] ?? null)
}

/** Empty rows while the first ones load. A wide table has hundreds of cells, so they are bare boxes, and children without keys. */
export const SkeletonRows = ({ rows, cells }: { rows: number; cells: number }) => {
  const row = createElement('tr', { className: classes.skeleton, 'aria-hidden': true }, ...Array(cells).fill(<td />))
  return createElement(Fragment, null, ...Array(rows).fill(row))
}
