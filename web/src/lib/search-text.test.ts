import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('texts go into the address plainly and come back as they were', () => {
  const search = {
    search: '7001234',
    status: 'REVIEW,PENDING',
    sellers: 'Acme, Inc!Birch & Sons',
    page: 2,
    size: undefined,
    from: '',
  }
  const address = stringifySearch(search)
  expect(address).toBe('?search=7001234&status=REVIEW,PENDING&sellers=Acme,+Inc!Birch+%26+Sons&page=2')
  expect(parseSearch(address)).toEqual({
    search: '7001234',
    status: 'REVIEW,PENDING',
    sellers: 'Acme, Inc!Birch & Sons',
    page: '2',
  })
})

test('an empty search is no question mark', () => {
  expect(stringifySearch({ search: '' })).toBe('')
  expect(parseSearch('')).toEqual({})
})
