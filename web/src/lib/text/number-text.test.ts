import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './number-text.ts'

test.each([
  ['$1,234.50', 1234.5],
  ['640000', 640000],
  [' 72.5 % ', 72.5],
  ['(1,000)', -1000],
  ['−25', -25],
  ['.5', 0.5],
  ['5.', 5],
  ['', null],
  ['  ', null],
  ['$', null],
  ['12a', 'wrong'],
  ['1.2.3', 'wrong'],
  ['1e5', 'wrong'],
  ['--1', 'wrong'],
])('%j is read as %j', (typed, value) => expect(readNumber(typed)).toBe(value))

test('a number is written for reading', () => {
  expect(writeNumber(1234567.5, { min: 2, max: 2 })).toBe('1,234,567.50')
  expect(writeNumber(1.25, { min: 0, max: 3 })).toBe('1.25')
  expect(writeNumber(null, { min: 2, max: 2 })).toBe('')
})
