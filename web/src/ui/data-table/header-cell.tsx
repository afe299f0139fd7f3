import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type PointerEvent, useState } from 'react'
import classes from './header-cell.module.css'

/** The sorting of a list: the column's key and the direction. */
export type Sort = { by: string; type: 'asc' | 'desc' }

type HeaderCellProps = {
  column: { key: string; label: string; align?: 'start' | 'end'; isSortable?: boolean; isSticky?: boolean }
  sticky: object
  width: number
  sort: Sort | undefined
  /** The one heading that Tab reaches: arrows go on from it, so that the rows are one Tab further. */
  isTabStop: boolean
  onSort: ((sort: Sort) => void) | undefined
  onResize: (width: number) => void
  onDropColumn: (moved: string) => void
}

const dragType = 'application/x-portal-column'

/** A column's heading: sorts on click, moves by dragging, and is made wider at its edge (double click: as wide as before). */
export const HeaderCell = ({
  column,
  sticky,
  width,
  sort,
  isTabStop,
  onSort,
  onResize,
  onDropColumn,
}: HeaderCellProps) => {
  const [isTarget, setIsTarget] = useState(false)
  const { key, label, align, isSortable, isSticky } = column
  const isSorted = sort?.by === key
  const Arrow = isSorted && sort.type === 'desc' ? IconArrowDown : IconArrowUp
  const next: Sort = { by: key, type: isSorted && sort.type === 'asc' ? 'desc' : 'asc' }

  return (
    <th
      scope="col"
      data-align={align}
      data-dropping={isTarget || undefined}
      aria-sort={isSorted ? (sort.type === 'asc' ? 'ascending' : 'descending') : undefined}
      {...sticky}
      // A comfort: the column menu moves columns too.
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
            <span className={classes.word}>{label}</span>
          </span>
        )}
        <Grip width={width} onResize={onResize} />
      </div>
    </th>
  )
}

const Grip = ({ width, onResize }: { width: number; onResize: (width: number) => void }) => {
  const follow = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const grip = event.currentTarget
    const { pointerId, clientX } = event
    grip.setPointerCapture(pointerId)
    const move = (moved: globalThis.PointerEvent) => onResize(width + moved.clientX - clientX)
    const end = () => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('pointerup', end)
      grip.removeEventListener('pointercancel', end)
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', end)
    grip.addEventListener('pointercancel', end)
  }
  return (
    <span
      className={classes.grip}
      aria-hidden
      draggable
      onDragStart={(event) => {
        event.preventDefault()
        event.stopPropagation()
      }}
      onPointerDown={follow}
    />
  )
}
