import { expect, test } from 'vitest'
import { inParts, lastMonths } from './months.ts'

test('the last 12 months are listed newest first, across the turn of the year', () => {
  const months = lastMonths('2026-03-31')
  expect(months).toHaveLength(12)
  expect(months[0]).toEqual({ value: '2026-03', label: 'March 2026' })
  expect(months[1]).toEqual({ value: '2026-02', label: 'February 2026' })
  expect(months.at(-1)).toEqual({ value: '2025-04', label: 'April 2025' })
})

test('a long list of months is split into parts of about the same length', () => {
  const all = Array.from({ length: 29 }, (_, month) => month)
  expect(inParts(all, 14).map(({ length }) => length)).toEqual([10, 10, 9])
  expect(inParts(all, 14).flat()).toEqual(all)
  expect(inParts(all, 29)).toEqual([all])
  expect(inParts([], 14)).toEqual([[]])
})
