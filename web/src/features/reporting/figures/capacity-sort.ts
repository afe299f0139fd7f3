import { type CapacityRow, Month } from '@portal/contract/reporting/capacity'
import { slvGroups } from '@portal/contract/slv/status'
import { z } from 'zod'

const figures = ['totalUnits', 'avgUnits', 'avgLoanAmount', 'avgTurntime'] as const

/** What the rows can stand by: the name, a figure, a group of statuses, a month. */
export const CapacitySortBy = z.union([z.enum(['underwriter', ...figures, ...slvGroups]), Month])
export type CapacitySortBy = z.infer<typeof CapacitySortBy>
export const SortType = z.enum(['asc', 'desc'])
export type CapacitySort = { by: CapacitySortBy; type: z.infer<typeof SortType> }

/** The order that a column begins with: names with A, numbers with the most. */
export const firstBy = (by: CapacitySortBy): CapacitySort => ({ by, type: by === 'underwriter' ? 'asc' : 'desc' })

/** As the rows come. */
export const byName = firstBy('underwriter')

/** What pressing a column's name does: pressing it again turns it round. */
export const pressed = (sort: CapacitySort, by: CapacitySortBy): CapacitySort =>
  sort.by === by ? { by, type: sort.type === 'asc' ? 'desc' : 'asc' } : firstBy(by)

/** Whether it is of a column that both views of the table have. */
export const isOfBothViews = ({ by }: CapacitySort) => by === 'underwriter' || isFigure(by)

/** Whether it is a figure that both views of the table have. */
export const isFigure = (by: string): by is (typeof figures)[number] => figures.some((figure) => figure === by)

type Row = Pick<CapacityRow, 'underwriter' | 'countBy' | (typeof figures)[number]>

const numberIn = (row: Row, by: CapacitySortBy): number | null | undefined =>
  isFigure(by) ? row[by] : row.countBy.find((one) => ('status' in one ? one.status : one.month) === by)?.count

/** The rows in that order; those without a value last, equal ones by name. A column that is not there changes nothing. */
export const inOrder = <T extends Row>(rows: readonly T[], { by, type }: CapacitySort): T[] => {
  const turn = type === 'asc' ? 1 : -1
  if (by === 'underwriter') return type === 'asc' ? [...rows] : rows.toReversed()
  return rows.toSorted((one, other) => {
    const [first, second] = [numberIn(one, by) ?? null, numberIn(other, by) ?? null]
    if (first === null || second === null) return (first === null ? 1 : 0) - (second === null ? 1 : 0)
    return turn * (first - second)
  })
}
