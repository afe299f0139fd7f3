import { expect, test } from 'vitest'
import { headingAt } from './header-cell.tsx'

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
])('from heading %s, %s moves to %s', (from, pressed, to) => {
  expect(headingAt(keys, from, pressed)).toBe(to)
})
