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

const numberIn = (row: Row, by: CapacitySortBy): number | null | undefined =>
  isFigure(by)
    ? row[by]
    : row.countBy.find((one) => keyOfCount(one) === by)?.count

/**
 * Sorts rows that come sorted by name: ties by name, missing values last. A
 * column that isn't there changes nothing.
 */
export const sortRows = <T extends Row>(
  rows: readonly T[],
  { by, type }: CapacitySort,
): T[] => {
  const sign = type === 'asc' ? 1 : -1
  if (by === 'underwriter')
    return type === 'asc' ? [...rows] : rows.toReversed()
  return rows.toSorted((one, other) => {
    const [first, second] = [
      numberIn(one, by) ?? null,
      numberIn(other, by) ?? null,
    ]
    if (first === null || second === null)
      return (first === null ? 1 : 0) - (second === null ? 1 : 0)
    return sign * (first - second)
  })
}
