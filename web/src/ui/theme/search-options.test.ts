import { expect, test } from 'vitest'
import { searchOptions } from './search-options.ts'

const option = (label: string) => ({ value: label, label })

test('options are found by plain typing, up to the limit, and groups without one are left out', () => {
  const options = [
    option('Muñoz'),
    {
      group: 'Sellers',
      items: [option('O’Brien & Sons'), option('Obrienville')],
    },
    { group: 'Others', items: [option('Ortiz')] },
  ]
  expect(searchOptions({ options, search: 'munoz', limit: 50 })).toEqual([
    option('Muñoz'),
  ])
  expect(searchOptions({ options, search: "o'brien", limit: 1 })).toEqual([
    { group: 'Sellers', items: [option('O’Brien & Sons')] },
  ])
  expect(searchOptions({ options, search: ' ', limit: 50 })).toEqual(options)
})
