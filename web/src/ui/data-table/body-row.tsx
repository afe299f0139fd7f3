import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo } from 'react'
import type { Column } from './columns.ts'
import classes from './data-table.module.css'
import { type RowLink, useOpenRow } from './use-open-row.ts'

type BodyRowProps<Row> = {
  row: Row
  label: string
  columns: readonly Column<Row>[]
  stickyOf: (key: string) => object
  /** Should stay the same from one drawing to the next, as the columns should. */
  linkOf: ((row: Row) => RowLink) | undefined
  isTabStop: boolean
  isSelected: boolean
  /** Absent when rows cannot be selected. */
  onSelect: ((isStretch: boolean) => void) | undefined
  onFocus: () => void
}

/** One row: its first cell is the link, its whole width opens it, and the keyboard moves from row to row and into one. */
export const BodyRow = <Row,>(props: BodyRowProps<Row>) => {
  const { row, label, columns, stickyOf, linkOf, isTabStop, isSelected, onSelect, onFocus } = props
  const { open, onClick } = useOpenRow()

  const router = useRouter()
  const link = useMemo(() => linkOf?.(row), [linkOf, row])

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const field = fieldAt(event)
    if (field) {
      field.focus()
      event.preventDefault()
    }
    if (field || event.target !== event.currentTarget) return
    const target = rowAt(event.currentTarget, event.key)
    if (target) target.focus()
    else if (event.key === 'Enter' && link) open(link, event.ctrlKey || event.metaKey)
    else if (event.key === ' ' && onSelect) onSelect(event.shiftKey)
    else return
    event.preventDefault()
  }

  // A hundred rows of 27 cells are drawn again only where something in them changed.
  const cells = useMemo(
    () =>
      columns.map((column, index) => {
        const content = column.render(row)
        return (
          <td
            key={column.key}
            data-align={column.align}
            title={typeof content === 'string' ? content : undefined}
            {...stickyOf(column.key)}
          >
            {index === 0 && link ? (
              // No Link of the router's: a hundred of them would each work out their address anew at every step.
              <a
                href={router.buildLocation(link).href}
                className={classes.link}
                tabIndex={-1}
                onPointerEnter={() => void router.preloadRoute(link)}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  void router.navigate(link)
                }}
              >
                {content}
              </a>
            ) : (
              content
            )}
          </td>
        )
      }),
    [columns, row, stickyOf, link, router],
  )

  return (
    <tr
      tabIndex={isTabStop ? 0 : -1}
      data-opens={link ? '' : undefined}
      data-selected={isSelected || undefined}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      {...(link && { onClick: (event) => onClick(link, event), onAuxClick: (event) => onClick(link, event) })}
    >
      {onSelect && (
        <td className={classes.check} {...stickyOf('')}>
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${label}`}
              checked={isSelected}
              onChange={(event) => onSelect(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
            />
          </label>
        </td>
      )}
      {cells}
    </tr>
  )
}

/** Right and left go through what can be set in a row (`data-row-field`), and left of the first to the row itself. */
const fieldAt = ({ key, target, currentTarget }: KeyboardEvent<HTMLTableRowElement>): HTMLElement | null => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  const stops = [currentTarget, ...currentTarget.querySelectorAll<HTMLElement>('[data-row-field]')]
  const at = stops.findIndex((stop) => stop === target)
  return at < 0 ? null : (stops[at + (key === 'ArrowRight' ? 1 : -1)] ?? null)
}

/** The row that a key leads to; null for other keys and at the ends. */
const rowAt = (row: HTMLTableRowElement, key: string): HTMLTableRowElement | null => {
  const rows = Array.from(row.parentElement?.querySelectorAll<HTMLTableRowElement>(':scope > tr') ?? [])
  const index = rows.indexOf(row)
  const wanted = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[key]
  return wanted === undefined ? null : (rows[wanted] ?? null)
}
