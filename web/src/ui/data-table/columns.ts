import type { LinkProps } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { z } from 'zod'

/** Where a row leads: made by `linkOptions({ to, params })`. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

/**
 * One column. Numbers align at the end. `isSticky` columns come first, stay
 * visible and can't be moved or hidden.
 */
export type Column<Row> = {
  key: string
  label: string
  /** Only screen readers get the label, where it has no room. */
  isLabelHidden?: boolean
  /** Should draw the same for the same row. */
  render(row: Row): ReactNode
  /** Width in px until the user changes it. */
  width?: number
  align?: 'start' | 'end'
  isSortable?: boolean
  isSticky?: boolean
  /**
   * Scrolls with the others, but stops at the left edge; one column at most.
   */
  staysInSight?: boolean
  /** Hidden until the user shows it. */
  isHidden?: boolean
}
type ColumnShape = Omit<Column<never>, 'render' | 'label'>

/** Row heights. */
export const densities = ['COMFORTABLE', 'COMPACT'] as const

/** A user's columns of a list; stored in the browser. */
export const ColumnPrefs = z.object({
  order: z.array(z.string()),
  shown: z.record(z.string(), z.boolean()),
  widths: z.record(z.string(), z.number().min(0).max(2000)),
  density: z.enum(densities).default('COMFORTABLE'),
})
export type ColumnPrefs = z.infer<typeof ColumnPrefs>
type Widths = Pick<ColumnPrefs, 'widths'>
export const noPrefs: ColumnPrefs = {
  order: [],
  shown: {},
  widths: {},
  density: 'COMFORTABLE',
}

/**
 * Columns for one kind of work, in this order. Keeps the user's widths and row
 * height.
 */
export type ColumnPreset = { label: string; columns: readonly string[] }

export const presetPrefs = (
  keys: readonly string[],
  { columns }: ColumnPreset,
  prefs: ColumnPrefs,
): ColumnPrefs => ({
  ...prefs,
  order: [...columns, ...keys.filter((key) => !columns.includes(key))],
  shown: Object.fromEntries(keys.map((key) => [key, columns.includes(key)])),
})

/**
 * How a saved view shows its list: its columns in order, or null for the
 * defaults, and its row height.
 */
export type ListLayout = Pick<ColumnPrefs, 'density'> & {
  columns: string[] | null
}

/** The columns at the start of a list, such as those of a saved view. */
export const startPrefs = (
  all: readonly ColumnShape[],
  start: ListLayout = usual,
): ColumnPrefs => {
  const prefs = { ...noPrefs, density: start.density }
  return start.columns
    ? presetPrefs(looseKeys(all), { label: '', columns: start.columns }, prefs)
    : prefs
}
const usual: ListLayout = { columns: null, density: noPrefs.density }

/**
 * The layout that a saved view stores: the visible columns without sticky ones,
 * or null if the user hasn't changed them.
 */
export const toLayout = (
  all: readonly ColumnShape[],
  prefs: ColumnPrefs,
): ListLayout => ({
  columns:
    prefs.order.length === 0 && Object.keys(prefs.shown).length === 0
      ? null
      : visibleKeys(all, prefs),
  density: prefs.density,
})

/**
 * Whether two layouts look the same. Columns that no longer exist are ignored.
 */
export const isSameLayout = (
  all: readonly ColumnShape[],
  one: ColumnPrefs,
  other: ColumnPrefs,
): boolean =>
  one.density === other.density &&
  visibleKeys(all, one).join() === visibleKeys(all, other).join()

const visibleKeys = (all: readonly ColumnShape[], prefs: ColumnPrefs) =>
  arranged(all, prefs).flatMap((column) =>
    !column.isSticky && isShown(column, prefs) ? column.key : [],
  )

const looseKeys = (all: readonly ColumnShape[]) =>
  all.flatMap(({ key, isSticky }) => (isSticky ? [] : key))

/** Whether these are the columns that people see, in their order. */
export const isPreset = (
  all: readonly ColumnShape[],
  prefs: ColumnPrefs,
  { columns }: ColumnPreset,
): boolean => visibleKeys(all, prefs).join() === columns.join()

const usualWidth = 130
const minWidth = 56

/** The width of a column in px: the user's, else its own. */
export const getWidth = (column: ColumnShape, { widths }: Widths): number =>
  widths[column.key] ?? column.width ?? usualWidth

// Digits have one width, so nothing has to be measured.
const [digitWidth, cellPadding] = [8.5, 22]

/**
 * The widths, with room for the longest figure of these rows in each number
 * column.
 */
export const fitFigures = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  prefs: Widths,
): Widths => {
  const fitted = columns
    .filter(({ align }) => align === 'end')
    .map((column) => {
      const lengths = rows
        .map(column.render)
        .map((content) => (typeof content === 'string' ? content.length : 0))
      const needed =
        Math.ceil(Math.max(0, ...lengths) * digitWidth) + cellPadding
      return [column.key, Math.max(getWidth(column, prefs), needed)] as const
    })
  return { widths: { ...prefs.widths, ...Object.fromEntries(fitted) } }
}

export const isShown = (
  column: ColumnShape,
  prefs: Pick<ColumnPrefs, 'shown'>,
): boolean =>
  column.isSticky === true || (prefs.shown[column.key] ?? !column.isHidden)

/**
 * All columns in the user's order: sticky ones first; a column that is new
 * since then has its default place.
 */
export const arranged = <C extends ColumnShape>(
  columns: readonly C[],
  prefs: Pick<ColumnPrefs, 'order'>,
): C[] => {
  const sticky = columns.filter(({ isSticky }) => isSticky)
  const loose = columns.filter(({ isSticky }) => !isSticky)
  const known = prefs.order.flatMap(
    (key) => loose.find((column) => column.key === key) ?? [],
  )
  const result = [...known]
  for (const [index, column] of loose.entries())
    if (!known.includes(column)) result.splice(index, 0, column)
  return [...sticky, ...result]
}

/** The columns with these keys first; the others follow in their order. */
export const withFirst = <C extends { key: string }>(
  columns: readonly C[],
  keys: readonly string[],
): C[] => [
  ...keys.flatMap((key) => columns.find((column) => column.key === key) ?? []),
  ...columns.filter(({ key }) => !keys.includes(key)),
]

/** The order after `moved` was put in the place of `target`. */
export const reordered = (
  keys: readonly string[],
  moved: string,
  target: string,
): string[] => {
  const [from, to] = [keys.indexOf(moved), keys.indexOf(target)]
  if (from < 0 || to < 0 || from === to) return [...keys]
  const rest = keys.filter((key) => key !== moved)
  rest.splice(to, 0, moved)
  return rest
}

export const resized = (
  prefs: ColumnPrefs,
  key: string,
  width: number,
): ColumnPrefs => ({
  ...prefs,
  widths: {
    ...prefs.widths,
    [key]: Math.round(Math.min(2000, Math.max(minWidth, width))),
  },
})

/**
 * Width in px of the column of check boxes, to compute the table's minimum
 * width. data-table.module.css draws it with `--check-width`, which is wider on
 * touch screens.
 */
export const checkWidth = 40

type StickyProps = {
  style?: CSSProperties & { '--sticky-left': string }
  'data-sticky'?: 'first' | 'other'
  'data-last-sticky'?: ''
}

/** The column of check boxes in the map of `stickyProps`. */
export const checksKey = ''

/**
 * Props of the cells that stop at the left edge, by the key of their column.
 * Cells of other columns get none.
 */
export const stickyProps = (
  columns: readonly ColumnShape[],
  prefs: Widths,
  hasChecks: boolean,
): ((key: string) => StickyProps) => {
  // Only CSS knows the width of the check boxes, which touch screens change.
  const stopAfter = (width: number) =>
    hasChecks ? `calc(var(--check-width) + ${width}px)` : `${width}px`

  const props = new Map<string, StickyProps>()
  if (hasChecks)
    props.set(checksKey, {
      style: { '--sticky-left': '0px' },
      'data-sticky': 'first',
    })

  const stickyColumns = columns.filter(({ isSticky }) => isSticky)
  let stickyWidth = 0
  for (const [index, column] of stickyColumns.entries()) {
    props.set(column.key, {
      style: { '--sticky-left': stopAfter(stickyWidth) },
      'data-sticky': index === 0 ? 'first' : 'other',
    })
    stickyWidth += getWidth(column, prefs)
  }

  const last = [...props.values()].at(-1)
  if (last) last['data-last-sticky'] = ''

  // This column has its place among those that scroll, and stops beside the
  // sticky ones.
  const staying = columns.find(({ staysInSight }) => staysInSight)
  if (staying)
    props.set(staying.key, {
      style: { '--sticky-left': stopAfter(stickyWidth) },
      'data-sticky': 'other',
    })

  return (key) => props.get(key) ?? {}
}

/**
 * Headings between the rows: each row that has another heading than the row
 * before it is below its own. The same from one drawing to the next.
 */
export type RowGroups<Row> = { headingFor: (row: Row) => string }
