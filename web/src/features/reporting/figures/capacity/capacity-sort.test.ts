import { expect, test } from 'vitest'
import { byName, type CapacitySort, nextSort, sortRows } from './capacity-sort.ts'

const row = (underwriter: string, totalUnits: number, avgTurntime: number | null, review: number) => ({
  ...{ underwriter, totalUnits, avgTurntime, avgUnits: 1, avgLoanAmount: null },
  countBy: [
    { status: 'IN_REVIEW' as const, count: review },
    { status: 'COMPLETED' as const, count: 0 },
  ],
})
const rows = [row('Ann', 2, null, 1), row('Ben', 9, 3.5, 0), row('Cay', 2, 1.25, 4)]
const names = (sort: CapacitySort) => sortRows(rows, sort).map(({ underwriter }) => underwriter)

test('rows are sorted by any column: ties by name, missing values last', () => {
  expect(names(byName)).toEqual(['Ann', 'Ben', 'Cay'])
  expect(names({ by: 'underwriter', type: 'desc' })).toEqual(['Cay', 'Ben', 'Ann'])
  expect(names({ by: 'totalUnits', type: 'desc' })).toEqual(['Ben', 'Ann', 'Cay'])
  expect(names({ by: 'totalUnits', type: 'asc' })).toEqual(['Ann', 'Cay', 'Ben'])
  expect(names({ by: 'avgTurntime', type: 'asc' })).toEqual(['Cay', 'Ben', 'Ann'])
  expect(names({ by: 'avgTurntime', type: 'desc' })).toEqual(['Ben', 'Cay', 'Ann'])
  expect(names({ by: 'IN_REVIEW', type: 'desc' })).toEqual(['Cay', 'Ann', 'Ben'])
  expect(names({ by: '2026-01', type: 'desc' })).toEqual(['Ann', 'Ben', 'Cay'])
})

test('the first click sorts names ascending and numbers descending, the second reverses', () => {
  expect(nextSort(byName, 'totalUnits')).toEqual({ by: 'totalUnits', type: 'desc' })
  expect(nextSort({ by: 'totalUnits', type: 'desc' }, 'totalUnits')).toEqual({ by: 'totalUnits', type: 'asc' })
  expect(nextSort({ by: 'totalUnits', type: 'desc' }, 'underwriter')).toEqual(byName)
  expect(nextSort(byName, 'underwriter')).toEqual({ by: 'underwriter', type: 'desc' })
})
