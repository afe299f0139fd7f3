import { expect, test } from 'vitest'
import { stringifySearch } from '../../../lib/search-text.ts'
import { allCapacity, everything, readReportSearch, searchOfView, viewOf } from './report-search.ts'

const id = '0198c1d2-0000-7000-8000-000000000001'
const full = {
  tableMode: 'MY_OWN',
  status: 'APPROVED,DECLINED',
  sellers: 'Birch, Ltd!ACME',
  bdds: id,
  underwriterIds: id,
  productCodes: 'DSCR Prime',
  type: 'PRE',
  timeframe: 'CUSTOM',
  from: '2026-01-01',
  to: '2026-01-31',
  topLimit: '10',
  countBy: 'MONTH',
  statuses: 'IN_REVIEW,COMPLETED',
  uwcType: 'POST',
  uwcUnderwriterIds: id,
  months: '2025-12,2026-01',
  uwcTimeframe: 'LAST_15_DAYS',
}
const again = (search: Record<string, unknown>) => stringifySearch(searchOfView(viewOf(readReportSearch(search))))

test('an address says all that the page shows, there and back', () => {
  const { filter, topLimit, countBy, capacity } = viewOf(readReportSearch(full))
  expect(filter).toMatchObject({ tableMode: 'MY_OWN', sellers: ['Birch, Ltd', 'ACME'], from: '2026-01-01' })
  expect([topLimit, countBy]).toEqual([10, 'MONTH'])
  expect(capacity).toMatchObject({ statuses: ['IN_REVIEW', 'COMPLETED'], months: ['2025-12', '2026-01'] })
  expect(Object.fromEntries(new URLSearchParams(again(full)))).toEqual(full)
})

test('what is usual leaves the address empty', () => {
  expect(again({})).toBe('')
  expect(viewOf(readReportSearch({}))).toEqual({
    filter: everything,
    topLimit: 5,
    countBy: 'STATUS',
    capacity: allCapacity,
  })
})

test.each([
  [{ status: 'DRAFT' }],
  [{ months: '2026-13' }],
  [{ topLimit: '500' }],
  [{ tableMode: 'MY_COMPANY' }],
  [{ uwcFrom: '2026-02-02', uwcTo: '2026-01-01' }],
  [{ timeframe: 'CUSTOM', from: 'yesterday' }],
  [{ search: 'Ortiz', overdue: 'true' }],
])('what the page does not know narrows nothing: %j', (search) => {
  expect(again(search)).toMatch(/^(\?timeframe=CUSTOM)?$/)
})
