import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows from `from` up to, not including, `to`. */
export type RowWindow = { from: number; to: number }

/** So many rows are drawn anyway: up to here a table is whole, for the browser's own search too. */
const alwaysDrawn = 40
/** Rows drawn beyond what is in sight, and the step in which the window moves. */
const margin = 10

/** The rows of a table to draw, by what is in sight; px. Of a short table all. */
export function windowOf(
  rows: number,
  { top, height, rowHeight }: { top: number; height: number; rowHeight: number },
): RowWindow {
  if (rows <= alwaysDrawn) return { from: 0, to: rows }
  const stepped = (row: number) => Math.floor(row / margin) * margin
  const first = Math.min(Math.floor(top / rowHeight), rows - 1)
  const last = Math.ceil((top + height) / rowHeight)
  return { from: Math.max(0, stepped(first - margin)), to: Math.min(rows, stepped(last + 2 * margin)) }
}

/**
 * Which rows of a long table are drawn: those in sight and some around them, moved on as it scrolls. A hundred rows of 27
 * cells cost three times the time at each press. On paper all are there.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, rows: number) {
  const [seen, setSeen] = useState({ top: 0, height: 0, rowHeight: 36 })
  const [isPrinted, setIsPrinted] = useState(false)
  const range = isPrinted ? { from: 0, to: rows } : windowOf(rows, seen)

  /** Looks at what is in sight now, and draws that. */
  const look = () => {
    const node = scroller.current
    if (!node || rows <= alwaysDrawn) return
    const rowHeight = node.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight || 36
    const now = { top: node.scrollTop, height: node.clientHeight, rowHeight }
    setSeen((before) => (isSame(windowOf(rows, before), windowOf(rows, now)) ? before : now))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads what is on screen at the time
  useLayoutEffect(() => {
    look()
    const node = scroller.current
    if (!node) return
    const resized = new ResizeObserver(look)
    resized.observe(node)
    return () => resized.disconnect()
  }, [rows])

  useWindowEvent('beforeprint', () => flushSync(() => setIsPrinted(true)))
  useWindowEvent('afterprint', () => flushSync(() => setIsPrinted(false)))

  return { ...range, rowHeight: seen.rowHeight, look }
}

const isSame = (one: RowWindow, other: RowWindow) => one.from === other.from && one.to === other.to
