import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows from `from` up to, not including, `to`. */
export type RowWindow = { from: number; to: number }

/**
 * Tables up to this length are rendered whole, so that the browser's search
 * finds everything.
 */
const alwaysDrawn = 40
/**
 * Rows rendered above and below the visible ones; the window also moves in this
 * step.
 */
const margin = 10

/**
 * The rows to render for a scroll position in px; all rows of a short table.
 */
export function toWindow(
  rows: number,
  {
    top,
    height,
    rowHeight,
  }: { top: number; height: number; rowHeight: number },
): RowWindow {
  if (rows <= alwaysDrawn) return { from: 0, to: rows }
  const stepped = (row: number) => Math.floor(row / margin) * margin
  const first = Math.min(Math.floor(top / rowHeight), rows - 1)
  const last = Math.ceil((top + height) / rowHeight)
  return {
    from: Math.max(0, stepped(first - margin)),
    to: Math.min(rows, stepped(last + 2 * margin)),
  }
}

/**
 * Renders only the visible rows of a long table and some around them: a hundred
 * rows of 27 cells take three times as long at each key press. Printing renders
 * all of them.
 */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  rows: number,
) {
  const [seen, setSeen] = useState({ top: 0, height: 0, rowHeight: 36 })
  const [isPrinted, setIsPrinted] = useState(false)
  const range = isPrinted ? { from: 0, to: rows } : toWindow(rows, seen)

  /** Updates the window from the scroll position. */
  const look = useCallback(() => {
    const node = scroller.current
    if (!node || rows <= alwaysDrawn) return
    const rowHeight =
      node.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight || 36
    const now = { top: node.scrollTop, height: node.clientHeight, rowHeight }
    setSeen((before) =>
      isSame(toWindow(rows, before), toWindow(rows, now)) ? before : now,
    )
  }, [scroller, rows])

  useLayoutEffect(() => {
    look()
    const node = scroller.current
    if (!node) return
    const resized = new ResizeObserver(look)
    resized.observe(node)
    return () => resized.disconnect()
  }, [look, scroller])

  useWindowEvent('beforeprint', () => flushSync(() => setIsPrinted(true)))
  useWindowEvent('afterprint', () => flushSync(() => setIsPrinted(false)))

  return { ...range, rowHeight: seen.rowHeight, look }
}

const isSame = (one: RowWindow, other: RowWindow) =>
  one.from === other.from && one.to === other.to
