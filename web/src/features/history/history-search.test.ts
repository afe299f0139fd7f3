import { expect, test } from 'vitest'
import { countFilters, filterOf, noFilter, searchOf } from './history-search.ts'
import { HistorySearch } from './shared/address.ts'

const ana = '0191d2a0-0000-7000-8000-000000000001'

test('a filter comes back from the address as it went in', () => {
  const filter = { who: [ana], what: ['edits' as const, 'decision' as const], from: '2026-03-01', to: '2026-03-08' }
  expect(filterOf(HistorySearch.parse(searchOf(filter)))).toEqual(filter)
  expect(countFilters(filter)).toBe(4)
  expect(searchOf(noFilter)).toEqual({ who: undefined, what: undefined, from: undefined, to: undefined })
  expect(countFilters(noFilter)).toBe(0)
})

test('what an address cannot mean narrows nothing', () => {
  const search = HistorySearch.parse({ history: 'x', who: 'me,', what: 'edits,secrets', from: '2026-02-30', to: '' })
  expect(filterOf(search)).toEqual({ who: [], what: ['edits'], from: undefined, to: undefined })
  expect(filterOf({ from: '2026-03-08', to: '2026-03-01' })).toEqual({ who: [], what: [] })
})
