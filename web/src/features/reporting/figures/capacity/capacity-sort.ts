import { type CapacityRow, Month } from '@portal/contract/reporting/capacity'
import { type SlvGroup, slvGroups } from '@portal/contract/slv/status'
import { z } from 'zod'

export const figures = [
  'totalUnits',
  'avgUnits',
  'avgLoanAmount',
  'avgTurntime',
] as const

/** The columns to sort by: the name, a figure, a status group, a month. */
export const CapacitySortBy = z.union([
  z.enum(['underwriter', ...figures, ...slvGroups]),
  Month,
])
export type CapacitySortBy = z.infer<typeof CapacitySortBy>
export const SortType = z.enum(['asc', 'desc'])
export type CapacitySort = {
  by: CapacitySortBy
  type: z.infer<typeof SortType>
}

/** The first order of a column: names ascending, numbers descending. */
export const firstBy = (by: CapacitySortBy): CapacitySort => ({
  by,
  type: by === 'underwriter' ? 'asc' : 'desc',
})

/** The default order. */
export const byName = firstBy('underwriter')

/** The sort after a click on a column; a second click reverses it. */
export const nextSort = (
  sort: CapacitySort,
  by: CapacitySortBy,
): CapacitySort =>
  sort.by === by
    ? { by, type: sort.type === 'asc' ? 'desc' : 'asc' }
    : firstBy(by)

/** Whether both views of the table have the sorted column. */
export const isOfBothViews = ({ by }: CapacitySort) =>
  by === 'underwriter' || isFigure(by)

/** Whether a column is a figure, which both views of the table have. */
export const isFigure = (by: string): by is (typeof figures)[number] =>
  figures.some((figure) => figure === by)

/** The status group or the month of a count. */
export const keyOfCount = (one: { status: SlvGroup } | { month: string }) =>
  'status' in one ? one.status : one.month

type Row = Pick<
  CapacityRow,
  'underwriter' | 'countBy' | (typeof figures)[number]
>

const numberIn = (row: Row, by: CapacitySortBy): number | null => {
  if (isFigure(by)) return row[by]
  const column = row.countBy.find((one) => keyOfCount(one) === by)
  return column?.count ?? null
}

/**
 * Sorts rows that come sorted by name: ties by name, missing values last. A
 * column that isn't there changes nothing.
 */
export const sortRows = <T extends Row>(
  rows: readonly T[],
  { by, type }: CapacitySort,
): T[] => {
  const isAscending = type === 'asc'
  if (by === 'underwriter') return isAscending ? [...rows] : rows.toReversed()
  return rows.toSorted((one, other) => {
    const first = numberIn(one, by)
    const second = numberIn(other, by)
    if (first === null || second === null)
      return Number(first === null) - Number(second === null)
    return isAscending ? first - second : second - first
  })
}
