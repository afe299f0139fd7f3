import { expect, test } from 'vitest'
import {
  capacityFilterTexts,
  figureFilterTexts,
  sortTexts,
} from './filter-text.ts'
import { readReportSearch, toView } from './report-search.ts'

const id = '0198c1d2-0000-7000-8000-000000000001'
const gone = '0198c1d2-0000-7000-8000-000000000002'
const response = {
  names: { underwriters: [{ id, name: 'Alma Moreno' }], bdds: [] },
  days: { from: '2026-10-21', to: '2026-11-21' },
}
const viewIn = (search: Record<string, string>) =>
  toView(readReportSearch(search), null)

test('the filters are named on paper, and nothing without filters', () => {
  const ofFigures = {
    status: 'APPROVED',
    sellers: 'Birch, Ltd!ACME',
    underwriterIds: `${id},${gone}`,
  }
  const { filter } = viewIn({
    ...ofFigures,
    timeframe: 'LAST_MONTH',
    tableMode: 'MY_OWN',
  })
  expect(figureFilterTexts(filter, response)).toEqual([
    { label: 'List', value: 'My Own' },
    { label: 'Status', value: 'Approved' },
    { label: 'Sellers', value: 'Birch, Ltd; ACME' },
    { label: 'Underwriters', value: 'Alma Moreno; Inactive user' },
    { label: 'Timeframe', value: 'Last Month (10/21/2026 – 11/21/2026)' },
  ])
  const { capacity } = viewIn({
    months: '2025-12,2026-01',
    uwcType: 'POST',
    uwcFrom: '2026-01-05',
  })
  expect(capacityFilterTexts(capacity, response)).toEqual([
    { label: 'Type', value: 'Post-Close' },
    { label: 'Months', value: 'December 2025; January 2026' },
    { label: 'Timeframe', value: 'From 01/05/2026' },
  ])
  expect(figureFilterTexts(viewIn({}).filter, response)).toEqual([])
})

test.each([
  [{ uwcSortBy: 'totalUnits' }, [], 'Total units, highest first'],
  [
    { uwcSortBy: 'underwriter', uwcSortType: 'desc' },
    [],
    'Underwriter, Z first',
  ],
  [{}, [], null],
  [
    { uwcSortBy: '2026-01', uwcSortType: 'asc' },
    [{ month: '2026-01', count: 3 }],
    'January 2026, lowest first',
  ],
  [
    { uwcSortBy: '2026-01', uwcSortType: 'asc' },
    [{ status: 'COMPLETED' as const, count: 3 }],
    null,
  ],
  [
    { uwcSortBy: 'COMPLETED' },
    [{ status: 'COMPLETED' as const, count: 3 }],
    'Completed, highest first',
  ],
])('the sort %j in a view of %j is named %s', (search, countBy, value) => {
  const texts = sortTexts(viewIn({ ...search }).sort, { totals: { countBy } })
  expect(texts).toEqual(value === null ? [] : [{ label: 'Sorted by', value }])
})
