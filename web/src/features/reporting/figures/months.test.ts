import { expect, test } from 'vitest'
import { inParts, lastMonths, monthLabel, shortMonth } from './months.ts'

test('the last twelve months go back over the turn of the year, the newest first', () => {
  const months = lastMonths('2026-03-31')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ value: '2026-03', label: 'March 2026' })
  expect(months[1]).toEqual({ value: '2026-02', label: 'February 2026' })
  expect(months.at(-1)).toEqual({ value: '2025-04', label: 'April 2025' })
})

test('a month is named by itself, whatever the time zone', () => {
  expect([monthLabel('2026-01'), shortMonth('2025-12')]).toEqual(['January 2026', 'Dec'])
})

test('a long row of months goes on in parts about as long as each other, and none is left out', () => {
  const all = Array.from({ length: 29 }, (_, month) => month)
  expect(inParts(all, 14).map(({ length }) => length)).toEqual([10, 10, 9])
  expect(inParts(all, 14).flat()).toEqual(all)
  expect(inParts(all, 29)).toEqual([all])
  expect(inParts([], 14)).toEqual([[]])
})
