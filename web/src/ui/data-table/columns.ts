import type { ReactNode } from 'react'
import { z } from 'zod'

/** One column. Figures align at the end; `isSticky` columns stand first, stay in sight and cannot be moved or hidden. */
export type Column<Row> = {
  key: string
  label: string
  /** Should draw the same for the same row. */
  render(row: Row): ReactNode
  /** Width in px until the user changes it. */
  width?: number
  align?: 'start' | 'end'
  isSortable?: boolean
  isSticky?: boolean
  /** It scrolls with the others until it would leave the view, and stays there; one column at most. */
  staysInSight?: boolean
  /** Not shown until the user chooses it. */
  isHidden?: boolean
}

/** What a user made of a list's columns; kept in the browser. */
export const ColumnPrefs = z.object({
  order: z.array(z.string()),
  shown: z.record(z.string(), z.boolean()),
  widths: z.record(z.string(), z.number().min(0).max(2000)),
})
export type ColumnPrefs = z.infer<typeof ColumnPrefs>
export const noPrefs: ColumnPrefs = { order: [], shown: {}, widths: {} }

const usualWidth = 130
const leastWidth = 56

/** The width of a column in px: the user's, else its own. */
export const widthOf = (column: { key: string; width?: number }, prefs: ColumnPrefs): number =>
  prefs.widths[column.key] ?? column.width ?? usualWidth

export const isShown = (
  column: { key: string; isSticky?: boolean; isHidden?: boolean },
  prefs: Pick<ColumnPrefs, 'shown'>,
): boolean => column.isSticky === true || (prefs.shown[column.key] ?? !column.isHidden)

/** All columns in the user's order: sticky ones first; one that is new since then stands where it stands by default. */
export const arranged = <C extends { key: string; isSticky?: boolean }>(
  columns: readonly C[],
  prefs: Pick<ColumnPrefs, 'order'>,
): C[] => {
  const sticky = columns.filter(({ isSticky }) => isSticky)
  const loose = columns.filter(({ isSticky }) => !isSticky)
  const known = prefs.order.flatMap((key) => loose.find((column) => column.key === key) ?? [])
  const result = [...known]
  for (const [index, column] of loose.entries()) if (!known.includes(column)) result.splice(index, 0, column)
  return [...sticky, ...result]
}

/** The order after `moved` was put where `target` stands. */
export const reordered = (keys: readonly string[], moved: string, target: string): string[] => {
  const [from, to] = [keys.indexOf(moved), keys.indexOf(target)]
  if (from < 0 || to < 0 || from === to) return [...keys]
  const rest = keys.filter((key) => key !== moved)
  rest.splice(to, 0, moved)
  return rest
}

export const resized = (prefs: ColumnPrefs, key: string, width: number): ColumnPrefs => ({
  ...prefs,
  widths: { ...prefs.widths, [key]: Math.round(Math.min(2000, Math.max(leastWidth, width))) },
})
