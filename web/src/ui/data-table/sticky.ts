import type { CSSProperties } from 'react'
import { type ColumnPrefs, widthOf } from './columns.ts'

/** Width in px of the column of check boxes. */
export const checkWidth = 40

type StickyProps = {
  style?: CSSProperties & { '--sticky-left': string }
  'data-sticky'?: 'first' | 'other'
  'data-last-sticky'?: ''
}

/**
 * How far from the left each sticky column stops, by its key; '' is the check boxes.
 * When the table is wider than its columns ask for they stand further right anyway, so nothing moves.
 */
export const stickyProps = (
  columns: readonly { key: string; isSticky?: boolean; staysInSight?: boolean; width?: number }[],
  prefs: ColumnPrefs,
  hasChecks: boolean,
): ((key: string) => StickyProps) => {
  const stops = new Map<string, number>()
  let left = 0
  if (hasChecks) {
    stops.set('', 0)
    left = checkWidth
  }
  for (const column of columns.filter(({ isSticky }) => isSticky)) {
    stops.set(column.key, left)
    left += widthOf(column, prefs)
  }
  const keys = [...stops.keys()]
  // It has its place among the others, and stops beside the sticky ones when it would leave.
  const staying = columns.find(({ staysInSight }) => staysInSight)?.key
  const firstNamed = keys.find((key) => key !== '')
  return (key) => {
    if (key === staying) return { style: { '--sticky-left': `${left}px` }, 'data-sticky': 'other' }
    const stop = stops.get(key)
    if (stop === undefined) return {}
    return {
      style: { '--sticky-left': `${stop}px` },
      'data-sticky': key === '' || key === firstNamed ? 'first' : 'other',
      ...(key === keys.at(-1) && { 'data-last-sticky': '' }),
    }
  }
}
