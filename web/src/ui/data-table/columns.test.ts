import { expect, test } from 'vitest'
import {
  arranged,
  checksKey,
  fitFigures,
  getWidth,
  isPreset,
  isSameLayout,
  isShown,
  noPrefs,
  presetPrefs,
  reordered,
  resized,
  startPrefs,
  stickyProps,
  toLayout,
} from './columns.ts'

const columns = [
  { key: 'status' },
  { key: 'loan', isSticky: true },
  { key: 'seller' },
  { key: 'amount', width: 90 },
  { key: 'sla', isHidden: true },
]
const keys = (order: string[]) =>
  arranged(columns, { ...noPrefs, order }).map(({ key }) => key)

test('sticky columns come first, the others in the order of the user, new ones in their default place', () => {
  expect(keys([])).toEqual(['loan', 'status', 'seller', 'amount', 'sla'])
  expect(keys(['sla', 'amount', 'seller', 'status'])).toEqual([
    'loan',
    'sla',
    'amount',
    'seller',
    'status',
  ])
  expect(keys(['amount', 'gone', 'status', 'sla'])).toEqual([
    'loan',
    'amount',
    'seller',
    'status',
    'sla',
  ])
})

test('a column can be moved in both directions', () => {
  expect(reordered(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual([
    'b',
    'c',
    'a',
    'd',
  ])
  expect(reordered(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual([
    'a',
    'd',
    'b',
    'c',
  ])
  expect(reordered(['a', 'b'], 'a', 'x')).toEqual(['a', 'b'])
})

test("the user's widths and visibility override the column's", () => {
  expect(getWidth({ key: 'amount', width: 90 }, noPrefs)).toBe(90)
  expect(
    getWidth({ key: 'amount', width: 90 }, resized(noPrefs, 'amount', 120.4)),
  ).toBe(120)
  expect(getWidth({ key: 'amount' }, resized(noPrefs, 'amount', 3))).toBe(56)
  expect(isShown({ key: 'sla', isHidden: true }, noPrefs)).toBe(false)
  expect(
    isShown(
      { key: 'sla', isHidden: true },
      { ...noPrefs, shown: { sla: true } },
    ),
  ).toBe(true)
  expect(
    isShown(
      { key: 'loan', isSticky: true },
      { ...noPrefs, shown: { loan: false } },
    ),
  ).toBe(true)
})

test('figures always have room, also where the user made their column narrow', () => {
  const amount = {
    key: 'amount',
    label: 'Amount',
    width: 90,
    align: 'end' as const,
    render: (row: string) => row,
  }
  const widthFor = (prefs: typeof noPrefs, ...rows: string[]) =>
    getWidth(amount, fitFigures([amount], rows, prefs))
  expect(widthFor(noPrefs)).toBe(90)
  expect(widthFor(noPrefs, '$1', '$12,500')).toBe(90)
  expect(widthFor(resized(noPrefs, 'amount', 60), '$1', '$12,500')).toBe(82)
  expect(widthFor(noPrefs, '$999,999,999.99', '$1')).toBe(150)
  const name = { ...amount, align: 'start' as const }
  expect(
    getWidth(
      name,
      fitFigures([name], ['A very long name, which may be cut'], noPrefs),
    ),
  ).toBe(90)
})

test('a preset shows its columns in its order and keeps the widths; moving a column leaves it', () => {
  const preset = { label: 'Money', columns: ['amount', 'sla'] }
  const all = ['status', 'seller', 'amount', 'sla']
  const prefs = presetPrefs(all, preset, resized(noPrefs, 'amount', 120))
  const shown = arranged(columns, prefs).filter((column) =>
    isShown(column, prefs),
  )
  expect(shown.map(({ key }) => key)).toEqual(['loan', 'amount', 'sla'])
  expect(prefs.widths).toEqual({ amount: 120 })
  expect(isPreset(arranged(columns, prefs), prefs, preset)).toBe(true)
  const moved = { ...prefs, order: reordered(all, 'sla', 'amount') }
  expect(isPreset(arranged(columns, moved), moved, preset)).toBe(false)
})

test('a saved layout is unchanged until columns or row height change, even if one of its columns no longer exists', () => {
  const start = startPrefs(columns, {
    columns: ['amount', 'gone', 'status'],
    density: 'COMPACT',
  })
  expect(toLayout(columns, start)).toEqual({
    columns: ['amount', 'status'],
    density: 'COMPACT',
  })
  expect(isSameLayout(columns, resized(start, 'amount', 300), start)).toBe(true)
  expect(
    isSameLayout(columns, { ...start, density: 'COMFORTABLE' }, start),
  ).toBe(false)
  expect(
    isSameLayout(
      columns,
      { ...start, shown: { ...start.shown, seller: true } },
      start,
    ),
  ).toBe(false)
  expect(toLayout(columns, noPrefs)).toEqual({
    columns: null,
    density: 'COMFORTABLE',
  })
})

test('sticky columns stop side by side after the check boxes, and a column that stays in sight stops beside them', () => {
  const propsFor = stickyProps(
    [
      { key: 'loan', isSticky: true, width: 100 },
      { key: 'borrower', isSticky: true, width: 120 },
      { key: 'seller' },
      { key: 'status', staysInSight: true },
    ],
    noPrefs,
    true,
  )
  expect(propsFor(checksKey)).toEqual({
    style: { '--sticky-left': '0px' },
    'data-sticky': 'first',
  })
  expect(propsFor('loan')).toEqual({
    style: { '--sticky-left': 'calc(var(--check-width) + 0px)' },
    'data-sticky': 'first',
  })
  expect(propsFor('borrower')).toEqual({
    style: { '--sticky-left': 'calc(var(--check-width) + 100px)' },
    'data-sticky': 'other',
    'data-last-sticky': '',
  })
  expect(propsFor('seller')).toEqual({})
  expect(propsFor('status')).toEqual({
    style: { '--sticky-left': 'calc(var(--check-width) + 220px)' },
    'data-sticky': 'other',
  })
})

test('without check boxes the first sticky column stops at the edge', () => {
  const propsFor = stickyProps(
    [{ key: 'loan', isSticky: true }],
    noPrefs,
    false,
  )
  expect(propsFor('loan')).toEqual({
    style: { '--sticky-left': '0px' },
    'data-sticky': 'first',
    'data-last-sticky': '',
  })
  expect(propsFor(checksKey)).toEqual({})
})
