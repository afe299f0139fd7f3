import { expect, test } from 'vitest'
import { hasNext, pageText, rangeText } from './pager.tsx'

const list = { size: 25, total: 30 }
const cut = { size: 25, total: 10_000, isTotalCut: true }
const ended = { size: 25, total: 1000, isTotalCut: true, end: 1000 }

test.each([
  [
    'the first page',
    { ...list, page: 1, shown: 25 },
    '1–25 of 30',
    'Page 1 of 2',
    true,
  ],
  [
    'the last page',
    { ...list, page: 2, shown: 5 },
    '26–30 of 30',
    'Page 2 of 2',
    false,
  ],
  [
    'a cut list',
    { ...cut, page: 1, shown: 25 },
    '1–25 of more than 10,000',
    'Page 1',
    true,
  ],
  [
    'a full page',
    { ...cut, page: 400, shown: 25 },
    '9,976–10,000 of more than 10,000',
    'Page 400',
    true,
  ],
  [
    'a partial page',
    { ...cut, page: 500, shown: 5 },
    '12,476–12,480 of more than 10,000',
    'Page 500',
    false,
  ],
  [
    'before the end',
    { ...ended, page: 39, shown: 25 },
    '951–975 of more than 1,000',
    'Page 39',
    true,
  ],
  [
    'at the end',
    { ...ended, page: 40, shown: 25 },
    '976–1,000 of more than 1,000',
    'Page 40',
    false,
  ],
])('%s', (_name, place, range, page, isMore) => {
  expect([rangeText(place), pageText(place), hasNext(place)]).toEqual([
    range,
    page,
    isMore,
  ])
})
