import { expect, test } from 'vitest'
import { HistorySearch } from './address.ts'
import { toFilter } from './history-search.ts'

test('what an address cannot mean narrows nothing', () => {
  const search = HistorySearch.parse({
    history: 'x',
    who: 'me,',
    what: 'edits,secrets',
    from: '2026-02-30',
    to: '',
  })
  expect(toFilter(search)).toEqual({
    who: [],
    what: ['edits'],
    from: undefined,
    to: undefined,
  })
  expect(toFilter({ from: '2026-03-08', to: '2026-03-01' })).toEqual({
    who: [],
    what: [],
  })
})
