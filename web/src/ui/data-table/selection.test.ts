import { expect, test } from 'vitest'
import { toggleRow, withRows } from './selection.tsx'

const ids = ['a', 'b', 'c', 'd']

test('one row is switched on and off', () => {
  expect([...toggleRow(new Set(), ids, 'b')]).toEqual(['b'])
  expect([...toggleRow(new Set(['b']), ids, 'b')]).toEqual([])
})

test('a range gets the new state of the clicked row', () => {
  expect([...toggleRow(new Set(['a']), ids, 'c', 'a')]).toEqual(['a', 'b', 'c'])
  expect([...toggleRow(new Set(['d']), ids, 'b', 'd')].sort()).toEqual(['b', 'c', 'd'])
  expect([...toggleRow(new Set(ids), ids, 'c', 'b')]).toEqual(['a', 'd'])
  expect([...toggleRow(new Set(), ids, 'c', 'gone')]).toEqual(['c'])
})

test('selecting a page leaves other pages as they are', () => {
  expect([...withRows(new Set(['x']), ids, true)]).toEqual(['x', ...ids])
  expect([...withRows(new Set(['x', ...ids]), ids, false)]).toEqual(['x'])
})
