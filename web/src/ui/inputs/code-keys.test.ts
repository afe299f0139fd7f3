import { expect, test } from 'vitest'
import { afterKey, digitsOf } from './code-keys.ts'

test.each([
  ['123 456', '123456'],
  ['Your code: 12-34-56.', '123456'],
  ['', ''],
])('%j holds the digits %j', (text, digits) => expect(digitsOf(text)).toBe(digits))

test.each([
  ['ArrowLeft', '1234', 2, 3, { value: '1234', at: 1 }],
  ['ArrowLeft', '1234', 0, 1, { value: '1234', at: 0 }],
  ['ArrowRight', '1234', 3, 4, { value: '1234', at: 4 }],
  ['ArrowRight', '1234', 4, 4, { value: '1234', at: 4 }],
  ['Home', '1234', 3, 4, { value: '1234', at: 0 }],
  ['End', '1234', 0, 1, { value: '1234', at: 4 }],
  ['Backspace', '1234', 1, 2, { value: '134', at: 0 }],
  ['Backspace', '1234', 4, 4, { value: '123', at: 3 }],
  ['Backspace', '', 0, 0, { value: '', at: 0 }],
  ['Backspace', '123456', 0, 6, { value: '', at: 0 }],
  ['Delete', '1234', 1, 2, { value: '134', at: 1 }],
  ['5', '1234', 4, 4, null],
  ['Tab', '1234', 4, 4, null],
])('%s in %j from %i to %i', (key, value, from, to, after) => expect(afterKey(key, value, from, to)).toEqual(after))
