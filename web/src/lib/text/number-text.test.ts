import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './number-text.ts'

test.each<[number | null | 'wrong', string[]]>([
  [1234.5, ['$1,234.50']],
  [640000, ['640000']],
  [72.5, [' 72.5 % ']],
  [-1000, ['(1,000)']],
  [-25, ['−25']],
  [0.5, ['.5']],
  [5, ['5.']],
  [null, ['', '  ', '$']],
  ['wrong', ['12a', '1.2.3', '1e5', '--1']],
])('%j is read from %j', (value, texts) => {
  for (const typed of texts) expect(readNumber(typed)).toBe(value)
})

test('a number is written for reading', () => {
  expect(writeNumber(1234567.5, { min: 2, max: 2 })).toBe('1,234,567.50')
  expect(writeNumber(1.25, { min: 0, max: 3 })).toBe('1.25')
  expect(writeNumber(null, { min: 2, max: 2 })).toBe('')
})
