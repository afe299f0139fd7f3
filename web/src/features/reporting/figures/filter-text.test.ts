import { expect, test } from 'vitest'
import { capacityFilterTexts, figureFilterTexts, sortTexts } from './filter-text.ts'
import { readReportSearch, viewOf } from './report-search.ts'

const id = '0198c1d2-0000-7000-8000-000000000001'
const gone = '0198c1d2-0000-7000-8000-000000000002'
const days = { from: '2026-10-21', to: '2026-11-21' }
const names = { underwriters: [{ id, name: 'Alma Moreno' }], bdds: [] }

test('the filters of the figures are named on paper', () => {
  const search = {
    status: 'APPROVED',
    sellers: 'Birch, Ltd!ACME',
    underwriterIds: `${id},${gone}`,
    timeframe: 'LAST_MONTH',
  }
  const { filter } = viewOf(readReportSearch({ ...search, tableMode: 'MY_OWN' }), null)
  expect(figureFilterTexts(filter, { names, days })).toEqual([
    { label: 'List', value: 'My Own' },
    { label: 'Status', value: 'Approved' },
    { label: 'Sellers', value: 'Birch, Ltd; ACME' },
    { label: 'Underwriters', value: 'Alma Moreno; Inactive user' },
    { label: 'Timeframe', value: 'Last Month (10/21/2026 – 11/21/2026)' },
  ])
})

test('the filters of the table are named on paper', () => {
  const { capacity } = viewOf(
    readReportSearch({ months: '2025-12,2026-01', uwcType: 'POST', uwcFrom: '2026-01-05' }),
    null,
  )
  expect(capacityFilterTexts(capacity, { names, days })).toEqual([
    { label: 'Type', value: 'Post-Close' },
    { label: 'Months', value: 'December 2025; January 2026' },
    { label: 'Timeframe', value: 'From 01/05/2026' },
  ])
})

test('the sort is named, except by name or by a column that isn’t there', () => {
  const saying = (search: Record<string, string>, countBy: Parameters<typeof sortTexts>[1]['totals']['countBy'] = []) =>
    sortTexts(viewOf(readReportSearch(search), null).sort, { totals: { countBy } }).map(({ label, value }) => [
      label,
      value,
    ])
  expect(saying({ uwcSortBy: 'totalUnits' })).toEqual([['Sorted by', 'Total units, highest first']])
  expect(saying({ uwcSortBy: 'underwriter', uwcSortType: 'desc' })).toEqual([['Sorted by', 'Underwriter, Z first']])
  expect(saying({})).toEqual([])
  const byMonth = { uwcSortBy: '2026-01', uwcSortType: 'asc' }
  expect(saying(byMonth, [{ month: '2026-01', count: 3 }])).toEqual([['Sorted by', 'January 2026, lowest first']])
  expect(saying(byMonth, [{ status: 'COMPLETED', count: 3 }])).toEqual([])
  expect(saying({ uwcSortBy: 'COMPLETED' }, [{ status: 'COMPLETED', count: 3 }])).toEqual([
    ['Sorted by', 'Completed, highest first'],
  ])
})

test('without filters, nothing is named', () => {
  expect(figureFilterTexts(viewOf({}, null).filter, { names, days })).toEqual([])
})
