import { expect, test } from 'vitest'
import { writeNumber } from './number-text.ts'

test('a number is written for reading', () => {
  expect(writeNumber(1234567.5, { min: 2, max: 2 })).toBe('1,234,567.50')
  expect(writeNumber(1.25, { min: 0, max: 3 })).toBe('1.25')
  expect(writeNumber(null, { min: 2, max: 2 })).toBe('')
})
