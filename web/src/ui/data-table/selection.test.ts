import { expect, test } from 'vitest'
import { toggleRow, withRows } from './data-table.tsx'

const ids = ['a', 'b', 'c', 'd']

test.each([
  ['a row on', [], 'b', null, ['b']],
  ['a row off', ['b'], 'b', null, []],
  ['a range on', ['a'], 'c', 'a', ['a', 'b', 'c']],
  ['a range on, backward', ['d'], 'b', 'd', ['b', 'c', 'd']],
  ['a range off', ids, 'c', 'b', ['a', 'd']],
  ['a row whose range starts elsewhere', [], 'c', 'gone', ['c']],
])('switches %s', (_name, selected, id, from, expected) => {
  expect([...toggleRow(new Set(selected), ids, id, from)].sort()).toEqual(expected)
})

test('selecting a page leaves other pages as they are', () => {
  expect([...withRows(new Set(['x']), ids, true)]).toEqual(['x', ...ids])
  expect([...withRows(new Set(['x', ...ids]), ids, false)]).toEqual(['x'])
})
