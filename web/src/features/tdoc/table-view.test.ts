import { describe, expect, test } from 'vitest'
import { readTableSearch } from './table-search.ts'
import { inMode, inTab, leavesView, queryOf, searchOf, sortOf, viewOf } from './table-view.ts'

const both = ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const
const underwriter = { modes: both, role: 'UNDERWRITER' } as const
const view = (raw: Record<string, unknown> = {}) => viewOf(underwriter, readTableSearch(raw))
const written = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('an empty address is the active table, new Tdocs, ten of them, by their clock', () => {
  expect(queryOf(view())).toEqual({
    ...{ tableMode: 'ACTIVE', filterBy: 'status', filterByValue: 'NEW' },
    ...{ sortBy: 'slaDays', sortType: 'asc', page: 1, size: 10 },
  })
  expect(written(searchOf(view()))).toEqual({})
})

test.each([
  [{ filterBy: 'status', filterByValue: 'ALL' }],
  [{ filterBy: 'status', filterByValue: 'REVIEW_PENDING', search: 'note', page: 3, size: 50 }],
  [{ tableMode: 'PURCHASED_POST_PURCHASED', filterBy: 'type', filterByValue: 'MANUAL', status: 'COMPLETE' }],
  [{ sellers: 'ACME, Inc.!Birch', borrowers: 'Marlow, Jr.', loanStatuses: 'Clear to Close', loanNumbers: '7001,7002' }],
  [{ filterBy: 'vendorName', filterByValue: 'Orchid Review', sortBy: 'sellerName', sortType: 'desc' }],
])('%o is the address of what it shows', (address) => {
  expect(written(searchOf(view(address)))).toEqual(address)
})

test('all Tdocs are asked for without a value', () => {
  const query = queryOf(view({ filterBy: 'status', filterByValue: 'ALL' }))
  expect(query).toMatchObject({ filterBy: 'status' })
  expect(query).not.toHaveProperty('filterByValue')
})

test('what is no value of an address is as if it were not there', () => {
  const odd = {
    tableMode: 'X',
    filterBy: 'assignedUnderwriter',
    filterByValue: 'Ana',
    status: 'X',
    page: 0,
    sortBy: 'X',
  }
  expect(view(odd)).toEqual(view())
})

test('a table that somebody does not have is not shown to them', () => {
  const one = { modes: ['ACTIVE'], role: 'UNDERWRITER' } as const
  expect(viewOf(one, readTableSearch({ tableMode: 'PURCHASED_POST_PURCHASED' })).tableMode).toBe('ACTIVE')
})

test("reviewers do not narrow by the buyer's people, and a link that does shows them all that is theirs", () => {
  const address = readTableSearch({
    filterBy: 'assignedUnderwriter',
    filterByValue: '0199f0c0-0000-7000-8000-000000000001',
    status: 'ALL',
  })
  expect(viewOf(underwriter, address).narrowing).toMatchObject({ by: 'assignedUnderwriter' })
  const theirs = viewOf({ modes: ['ACTIVE'], role: 'TPR' }, address)
  expect(theirs).toMatchObject({ narrowing: null, tab: 'ALL' })
  expect(searchOf(theirs)).toMatchObject({ filterBy: 'status', filterByValue: 'ALL' })
})

test('of a long search as much is searched for as the server reads, and never nothing', () => {
  expect(queryOf(view({ search: 'x'.repeat(101) }))).toMatchObject({ search: 'x'.repeat(100) })
})

describe('switching', () => {
  test('to the other table sorts by its own column, and leaves the tab that it does not have', () => {
    const pending = view({
      filterByValue: 'REVIEW_PENDING',
      filterBy: 'status',
      sortBy: 'sellerName',
      sortType: 'desc',
    })
    const there = inMode({ ...pending, page: 4 }, 'PURCHASED_POST_PURCHASED')
    expect(there).toMatchObject({ tab: 'NEW', sortBy: 'tdocReceivedDate', sortType: 'asc', page: 1 })
    expect(inMode(there, 'ACTIVE')).toMatchObject({ tab: 'NEW', sortBy: 'slaDays', sortType: 'asc' })
    expect(inMode(inTab(there, 'ALL'), 'ACTIVE').tab).toBe('ALL')
  })

  test('to Complete sorts by received date what was sorted by the clock, and nothing else', () => {
    expect(queryOf(inTab(view(), 'COMPLETE')).sortBy).toBe('tdocReceivedDate')
    expect(sortOf(inTab(view({ sortBy: 'sellerName' }), 'COMPLETE'))).toBe('sellerName')
    expect(sortOf(inTab(view(), 'ALL'))).toBe('slaDays')
    expect(sortOf(view({ filterBy: 'status', filterByValue: 'COMPLETE', sortBy: 'slaDays' }))).toBe('tdocReceivedDate')
  })

  test.each([
    [{}, {}],
    [
      { sortBy: 'slaDays', sortType: 'desc' },
      { sortBy: 'slaDays', sortType: 'desc' },
    ],
    [
      { tableMode: 'PURCHASED_POST_PURCHASED', sortBy: 'slaDays' },
      { tableMode: 'PURCHASED_POST_PURCHASED', sortBy: 'slaDays', sortType: 'asc' },
    ],
    [{ sortBy: 'tdocReceivedDate' }, { sortBy: 'tdocReceivedDate', sortType: 'asc' }],
  ])('to Complete and back by its address leaves %o sorted as it was', (raw, address) => {
    const complete = viewOf(underwriter, readTableSearch(searchOf(inTab(view(raw), 'COMPLETE'))))
    expect(sortOf(complete)).toBe('tdocReceivedDate')
    expect(written(searchOf(inTab(inTab(complete, 'ALL'), 'NEW')))).toEqual(address)
  })
})

test.each([
  [{ kind: 'status', status: 'COMPLETE' }, {}, true],
  [{ kind: 'status', status: 'COMPLETE' }, { filterBy: 'status', filterByValue: 'ALL' }, false],
  [{ kind: 'progress', progress: 'DONE' }, {}, false],
  [{ kind: 'progress', progress: 'DONE' }, { filterBy: 'progressTracking', filterByValue: 'IN_REVIEW' }, true],
  [{ kind: 'reviewer', person: null }, { filterBy: 'reviewUnderwriter', filterByValue: crypto.randomUUID() }, true],
  [{ kind: 'underwriter', person: null }, { filterBy: 'type', filterByValue: 'MANUAL' }, false],
] as const)('what was changed to %o in the view %o has left it: %s', (change, raw, isGone) => {
  expect(leavesView(change, view(raw))).toBe(isGone)
})
