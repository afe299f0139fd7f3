import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toggleRow, withRows } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

const ids = ['a', 'b', 'c', 'd']

test.each([
  ['a row on', [], 'b', null, ['b']],
  ['a row off', ['b'], 'b', null, []],
  ['a range on', ['a'], 'c', 'a', ['a', 'b', 'c']],
  ['a range on, backward', ['d'], 'b', 'd', ['b', 'c', 'd']],
  ['a range off', ids, 'c', 'b', ['a', 'd']],
  ['a row whose range starts elsewhere', [], 'c', 'gone', ['c']],
])('switches %s', (_name, selected, id, from, expected) => {
  expect([...toggleRow(new Set(selected), ids, id, from)].sort()).toEqual(
    expected,
  )
})

test('selecting a page leaves other pages as they are', () => {
  expect([...withRows(new Set(['x']), ids, true)]).toEqual(['x', ...ids])
  expect([...withRows(new Set(['x', ...ids]), ids, false)]).toEqual(['x'])
})

test.each([
  [
    'all of 1,000',
    { total: 1000, isTotalCut: false },
    'Select all 1,000 that match',
  ],
  [
    'not 1,001',
    { total: 1001, isTotalCut: false },
    'More than 1,000 match. Narrow the filters to select them all.',
  ],
  [
    'not more than the list counts',
    { total: 900, isTotalCut: true },
    'More than 1,000 match.',
  ],
])('with the page selected, offers %s', (_name, found, text) => {
  const all = { ...found, most: 1000, selected: null, onSelect: () => {} }
  const selection = {
    ids: new Set(ids),
    onChange: () => {},
    actions: null,
    all,
  }
  const bar = createElement(SelectionBar, { selection, visible: ids })
  const html = renderToStaticMarkup(createElement(MantineProvider, null, bar))
  expect(html).toContain(text)
  expect(html.includes('Select all')).toBe(text.startsWith('Select all'))
})
