import { expect, test } from 'vitest'
import { headingAt } from './use-headings.ts'

const keys = ['status', 'loan', 'seller']

test.each([
  ['status', 'ArrowRight', 'loan'],
  ['loan', 'ArrowLeft', 'status'],
  ['status', 'ArrowLeft', 'status'],
  ['seller', 'ArrowRight', 'seller'],
  ['seller', 'Home', 'status'],
  ['status', 'End', 'seller'],
  ['status', 'Enter', undefined],
  ['gone', 'ArrowRight', undefined],
])('from the heading %s the key %s leads to %s', (from, pressed, to) => {
  expect(headingAt(keys, from, pressed)).toBe(to)
})
