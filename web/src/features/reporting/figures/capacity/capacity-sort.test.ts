import { expect, test } from 'vitest'
import {
  byName,
  type CapacitySort,
  nextSort,
  sortRows,
} from './capacity-sort.ts'

const row = (
  underwriter: string,
  totalUnits: number,
  avgTurntime: number | null,
  review: number,
) => ({
  underwriter,
  totalUnits,
  avgTurntime,
  avgUnits: 1,
  avgLoanAmount: null,
  countBy: [{ status: 'IN_REVIEW' as const, count: review }],
})
const rows = [
  row('Ann', 2, null, 1),
  row('Ben', 9, 3.5, 0),
  row('Cay', 2, 1.25, 4),
]

test.each<
  [by: CapacitySort['by'], type: CapacitySort['type'], names: string[]]
>([
  ['underwriter', 'asc', ['Ann', 'Ben', 'Cay']],
  ['underwriter', 'desc', ['Cay', 'Ben', 'Ann']],
  ['totalUnits', 'desc', ['Ben', 'Ann', 'Cay']],
  ['totalUnits', 'asc', ['Ann', 'Cay', 'Ben']],
  ['avgTurntime', 'asc', ['Cay', 'Ben', 'Ann']],
  ['avgTurntime', 'desc', ['Ben', 'Cay', 'Ann']],
  ['IN_REVIEW', 'desc', ['Cay', 'Ann', 'Ben']],
  ['2026-01', 'desc', ['Ann', 'Ben', 'Cay']],
])('by %s, %s: ties by name, missing values last', (by, type, names) => {
  expect(
    sortRows(rows, { by, type }).map(({ underwriter }) => underwriter),
  ).toEqual(names)
})

test('the first click sorts names ascending and numbers descending, the second reverses', () => {
  expect(nextSort(byName, 'totalUnits')).toEqual({
    by: 'totalUnits',
    type: 'desc',
  })
  expect(nextSort({ by: 'totalUnits', type: 'desc' }, 'totalUnits')).toEqual({
    by: 'totalUnits',
    type: 'asc',
  })
  expect(nextSort({ by: 'totalUnits', type: 'desc' }, 'underwriter')).toEqual(
    byName,
  )
  expect(nextSort(byName, 'underwriter')).toEqual({
    by: 'underwriter',
    type: 'desc',
  })
})
