import { expect, test } from 'vitest'
import { parseSearch, SearchWords, stringifySearch } from './search-text.ts'

test('texts are readable in the address and parsed unchanged', () => {
  const texts = {
    search: '7001234',
    status: 'REVIEW,PENDING',
    sellers: 'Acme, Inc!Birch & Sons',
  }
  const address = stringifySearch({
    ...texts,
    page: 2,
    size: undefined,
    from: '',
  })
  expect(address).toBe(
    '?search=7001234&status=REVIEW,PENDING&sellers=Acme,+Inc!Birch+%26+Sons&page=2',
  )
  expect(parseSearch(address)).toEqual({ ...texts, page: '2' })
})

test('an empty search adds no question mark', () => {
  expect(stringifySearch({ search: '' })).toBe('')
  expect(parseSearch('')).toEqual({})
})

test('search words are cut at the server’s limit and never searched when empty', () => {
  expect(SearchWords.parse('x'.repeat(101))).toBe('x'.repeat(100))
  expect(SearchWords.parse(`${'x'.repeat(99)}😀`)).toBe(
    `${'x'.repeat(99)}\uFFFD`,
  )
  expect(SearchWords.parse(' Ortiz ')).toBe('Ortiz')
  expect(SearchWords.parse('')).toBe(undefined)
})
