import { expect, test } from 'vitest'
import { hasNext, pageText, rangeText } from './pager.tsx'

test('a counted list shows the page and the last page', () => {
  const second = { page: 2, size: 25, total: 30, shown: 5 }
  expect([rangeText(second), pageText(second), hasNext(second)]).toEqual(['26–30 of 30', 'Page 2 of 2', false])
  expect(hasNext({ ...second, page: 1, shown: 25 })).toBe(true)
  const none = { page: 1, size: 25, total: 0, shown: 0 }
  expect([rangeText(none), pageText(none), hasNext(none)]).toEqual(['0–0 of 0', 'Page 1 of 1', false])
})

test('a cut list has a next page as long as its pages are full', () => {
  const cut = { size: 25, total: 10_000, isTotalCut: true }
  const first = { ...cut, page: 1, shown: 25 }
  expect([rangeText(first), pageText(first), hasNext(first)]).toEqual(['1–25 of more than 10,000', 'Page 1', true])
  expect(hasNext({ ...cut, page: 400, shown: 25 })).toBe(true)
  const beyond = { ...cut, page: 500, shown: 5 }
  expect([rangeText(beyond), pageText(beyond), hasNext(beyond)]).toEqual([
    '12,476–12,480 of more than 10,000',
    'Page 500',
    false,
  ])
})

test('a cut list with an end has no empty last page', () => {
  const found = { size: 25, total: 1000, isTotalCut: true, end: 1000, shown: 25 }
  expect(hasNext({ ...found, page: 39 })).toBe(true)
  expect(hasNext({ ...found, page: 40 })).toBe(false)
})
