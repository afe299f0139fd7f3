import type { Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../../lib/text/search-text.ts'
import { noFilter, readListSearch, toFilter, toSearch } from './list-filter.ts'

const read = (text: string) => readListSearch(parseSearch(text))
const filterIn = (text: string, role: Role = 'UNDERWRITER') =>
  toFilter(read(text), role)

test('an address is a filter and becomes the same address again', () => {
  const search = read(
    '?search=Ortiz&status=REVIEW,PENDING&sellers=ACME, Inc.!Birch&type=POST&has=dti&overdue=true&sortBy=ltv&sortType=asc&page=3',
  )
  const filter = toFilter(search, 'UNDERWRITER')
  expect(filter).toEqual({
    ...noFilter,
    search: 'Ortiz',
    status: ['REVIEW', 'PENDING'],
    sellers: ['ACME, Inc.', 'Birch'],
    type: ['POST'],
    has: ['dti'],
    due: ['OVERDUE'],
  })
  expect(search).toMatchObject({ sortBy: 'ltv', sortType: 'asc', page: 3 })
  expect(read(stringifySearch(toSearch(filter)))).toEqual({
    ...toSearch(filter),
  })
  expect(stringifySearch(toSearch(noFilter))).toBe('')
})

test('unknown values are ignored, and known ones beside them are kept', () => {
  const search = read(
    '?status=NONSENSE&bdds=1,2&timeframe=EVER&from=2026-02-30&to=soon&overdue=maybe&sortBy=secret&page=0&size=1000&tableMode=X',
  )
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual(
    [],
  )
  expect(
    read('?status=NOPE,REVIEW&sellers=ACME, Inc.!!Birch&type=POST,x'),
  ).toMatchObject({
    status: 'REVIEW',
    sellers: 'ACME, Inc.!Birch',
    type: 'POST',
  })
})

test('a seller opens a link without the filters that sellers do not have', () => {
  expect(
    filterIn(
      '?status=SLR_PENDING,REVIEW&sellers=ACME&overdue=true&type=PRE',
      'SELLER',
    ),
  ).toEqual({
    ...noFilter,
    status: ['REVIEW'],
    type: ['PRE'],
  })
})

test.each([
  [
    '?timeframe=LAST_MONTH&from=2026-01-01',
    ['LAST_MONTH', undefined, undefined],
  ],
  [
    '?timeframe=CUSTOM&from=2026-01-01&to=2026-01-31',
    ['CUSTOM', '2026-01-01', '2026-01-31'],
  ],
  ['?from=2026-01-01', [undefined, '2026-01-01', undefined]],
  [
    '?timeframe=CUSTOM&from=2026-02-01&to=2026-01-01',
    [undefined, undefined, undefined],
  ],
  ['?timeframe=CUSTOM', [undefined, undefined, undefined]],
])('%s has the timeframe and days %o', (address, expected) => {
  const { timeframe, from, to } = filterIn(address)
  expect([timeframe, from, to]).toEqual(expected)
})
