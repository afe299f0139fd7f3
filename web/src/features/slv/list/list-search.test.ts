import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from '../../../lib/search-text.ts'
import { filterOf, noFilter, searchOf } from './list-filter.ts'
import { readListSearch } from './list-search.ts'

const address =
  '?search=Ortiz&status=REVIEW,PENDING&sellers=ACME, Inc.!Birch&type=POST&has=dti&overdue=true&sortBy=ltv&sortType=asc&page=3'
const read = (text: string) => readListSearch(parseSearch(text))

test('an address is a filter and becomes the same address again', () => {
  const search = read(address)
  const filter = filterOf(search, 'UNDERWRITER')
  expect(filter).toEqual({
    ...noFilter,
    search: 'Ortiz',
    status: ['REVIEW', 'PENDING'],
    sellers: ['ACME, Inc.', 'Birch'],
    type: ['POST'],
    has: ['dti'],
    overdue: true,
  })
  expect(search).toMatchObject({ sortBy: 'ltv', sortType: 'asc', page: 3 })
  expect(read(stringifySearch(searchOf(filter)))).toEqual({ ...searchOf(filter) })
})

test('what the contract does not read is as if it were not there', () => {
  const search = read(
    '?status=NONSENSE&bdds=1,2&timeframe=EVER&from=2026-02-30&to=soon&overdue=maybe&sortBy=secret&page=0&size=1000&tableMode=X',
  )
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([])
  expect(filterOf(search, 'UNDERWRITER')).toEqual(noFilter)
})

test('a value that is not known takes no other along', () => {
  const search = read('?status=NOPE,REVIEW&sellers=ACME, Inc.!!Birch&type=POST,x')
  expect(search).toMatchObject({ status: 'REVIEW', sellers: 'ACME, Inc.!Birch', type: 'POST' })
})

test('a link from a colleague opens for a seller without what sellers may not narrow by', () => {
  const filter = filterOf(read('?status=SLR_PENDING,REVIEW&sellers=ACME&overdue=true&type=PRE'), 'SELLER')
  expect(filter).toEqual({ ...noFilter, status: ['REVIEW'], type: ['PRE'] })
})

test('days belong to the custom range alone, and in their order', () => {
  const days = (text: string) => {
    const { timeframe, from, to } = filterOf(read(text), 'SELLER')
    return { timeframe, from, to }
  }
  expect(days('?timeframe=LAST_MONTH&from=2026-01-01')).toEqual({
    timeframe: 'LAST_MONTH',
    from: undefined,
    to: undefined,
  })
  expect(days('?timeframe=CUSTOM&from=2026-01-01&to=2026-01-31')).toEqual({
    timeframe: 'CUSTOM',
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(days('?timeframe=CUSTOM&from=2026-02-01&to=2026-01-01').timeframe).toBeUndefined()
  expect(days('?timeframe=CUSTOM').timeframe).toBeUndefined()
  expect(days('?from=2026-02-01&to=2026-01-01')).toEqual({ timeframe: undefined, from: undefined, to: undefined })
})

test('an empty filter leaves nothing in the address', () => expect(stringifySearch(searchOf(noFilter))).toBe(''))
