import { expect, test } from 'vitest'
import { allSwitched, selectedText, switched } from './selection.ts'

const ids = ['a', 'b', 'c', 'd']

test('one row goes on and off', () => {
  expect([...switched(new Set(), ids, 'b')]).toEqual(['b'])
  expect([...switched(new Set(['b']), ids, 'b')]).toEqual([])
})

test('a stretch takes the state of the row that was clicked last', () => {
  expect([...switched(new Set(['a']), ids, 'c', 'a')]).toEqual(['a', 'b', 'c'])
  expect([...switched(new Set(['d']), ids, 'b', 'd')].sort()).toEqual(['b', 'c', 'd'])
  expect([...switched(new Set(ids), ids, 'c', 'b')]).toEqual(['a', 'd'])
  expect([...switched(new Set(), ids, 'c', 'gone')]).toEqual(['c'])
})

test('the page is switched, other pages stay', () => {
  expect([...allSwitched(new Set(['x']), ids, true)]).toEqual(['x', ...ids])
  expect([...allSwitched(new Set(['x', ...ids]), ids, false)]).toEqual(['x'])
})

test('what is selected and not in sight is told of', () => {
  expect(selectedText(new Set(['a', 'b']), ids)).toBe('2 selected')
  expect(selectedText(new Set(['a', 'b', 'x']), ids)).toBe('3 selected, 1 not on this page')
})
