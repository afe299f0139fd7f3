import { toRecord } from '@portal/contract/lib/typed'
import { CapacityQuery } from '@portal/contract/reporting/capacity'
import { SummaryQuery } from '@portal/contract/reporting/summary'
import { type Permission, permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { stringifySearch } from '../../../lib/text/search-text.ts'
import { byName } from './capacity/capacity-sort.ts'
import {
  allCapacity,
  everything,
  filtersOn,
  readReportSearch,
  searchOfView,
  toView,
} from './report-search.ts'

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
  uwcSortBy: '2026-01',
  uwcSortType: 'asc',
  statuses: 'IN_REVIEW,COMPLETED',
  uwcType: 'POST',
  uwcUnderwriterIds: id,
  months: '2025-12,2026-01',
  uwcTimeframe: 'LAST_15_DAYS',
}
const underwriter = (...granted: Permission[]) => ({
  id,
  name: 'Alma Moreno',
  role: 'UNDERWRITER' as const,
  companyId: '',
  permissions: toRecord(permissions, (key) => granted.includes(key)),
})
const again = (search: Record<string, unknown>) =>
  stringifySearch(searchOfView(toView(readReportSearch(search), null)))

test('the address round-trips the page’s state', () => {
  const { filter, topLimit, countBy, capacity } = toView(
    readReportSearch(full),
    null,
  )
  expect(filter).toMatchObject({
    tableMode: 'MY_OWN',
    sellers: ['Birch, Ltd', 'ACME'],
    from: '2026-01-01',
  })
  expect([topLimit, countBy]).toEqual([10, 'MONTH'])
  expect(capacity).toMatchObject({
    statuses: ['IN_REVIEW', 'COMPLETED'],
    months: ['2025-12', '2026-01'],
  })
  expect(Object.fromEntries(new URLSearchParams(again(full)))).toEqual(full)
})

test('no filter is lost on the way', () => {
  const {
    topLimit: _topLimit,
    departmentTableMode: _mode,
    ...ofFigures
  } = SummaryQuery.shape
  const {
    countBy: _countBy,
    uwcFrom: _from,
    uwcTo: _to,
    ...ofTable
  } = CapacityQuery.shape
  expect(
    Object.keys({ ...ofFigures, ...ofTable }).filter((key) => !(key in full)),
  ).toEqual([])
  expect(again({ departmentTableMode: 'TRANSFERRED' })).toBe(
    '?departmentTableMode=TRANSFERRED',
  )
  expect(again({ uwcFrom: '2026-01-01', uwcTo: '2026-01-31' })).toBe(
    '?uwcFrom=2026-01-01&uwcTo=2026-01-31',
  )
  expect(
    again({ tableMode: 'MY_OWN', departmentTableMode: 'TRANSFERRED' }),
  ).toBe('?tableMode=MY_OWN')
})

test('a link to a list that the actor lacks shows everything; the printing browser follows it', () => {
  const search = readReportSearch({ tableMode: 'SLR', type: 'PRE' })
  expect(toView(search, underwriter()).filter).toMatchObject({
    tableMode: 'ALL',
    type: ['PRE'],
  })
  expect(toView(search, underwriter('manageSlr')).filter.tableMode).toBe('SLR')
  expect(toView(search, null).filter.tableMode).toBe('SLR')
})

test('defaults leave the address empty', () => {
  expect(again({})).toBe('')
  const defaults = {
    filter: everything,
    topLimit: 5,
    countBy: 'STATUS',
    capacity: allCapacity,
    sort: byName,
  }
  expect(toView(readReportSearch({}), null)).toEqual(defaults)
})

test.each([
  [{ status: 'DRAFT' }],
  [{ months: '2026-13' }],
  [{ topLimit: '500' }],
  [{ uwcSortBy: 'password' }],
  [{ tableMode: 'MY_COMPANY' }],
  [{ uwcFrom: '2026-02-02', uwcTo: '2026-01-01' }],
  [{ timeframe: 'CUSTOM', from: 'yesterday' }],
  [{ timeframe: 'CUSTOM', from: '2026-05-01', to: '2026-03-31' }],
  [{ uwcTimeframe: 'CUSTOM', uwcFrom: '2026-05-01', uwcTo: '2026-03-31' }],
  [{ search: 'Ortiz', overdue: 'true' }],
])('unknown values don’t filter: %j', (search) => {
  expect(again(search)).toBe('')
  expect(filtersOn(toView(readReportSearch(search), null).filter)).toBe(0)
})
