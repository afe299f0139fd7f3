import { expect, test } from 'vitest'
import {
  filterKeysFor,
  getSort,
  inMode,
  inTab,
  leavesView,
  readTableSearch,
  toQuery,
  toSearch,
  toView,
} from './table-view.ts'

const both = ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const
const underwriter = { modes: both, role: 'UNDERWRITER' } as const
const view = (raw: Record<string, unknown> = {}) =>
  toView(underwriter, readTableSearch(raw))
const written = (search: object) =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  )

test('an empty address shows ten new Tdocs of the active table, the most overdue first', () => {
  expect(toQuery(view())).toEqual({
    tableMode: 'ACTIVE',
    filterBy: 'status',
    filterByValue: 'NEW',
    sortBy: 'slaDays',
    sortType: 'desc',
    page: 1,
    size: 10,
  })
  expect(written(toSearch(view()))).toEqual({})
})

test('for reviewers, an empty address shows all Tdocs, what needs them first', () => {
  const reviewer = { modes: ['ACTIVE'], role: 'TPR' } as const
  const start = toView(reviewer, readTableSearch({}))
  expect(toQuery(start)).toEqual({
    tableMode: 'ACTIVE',
    filterBy: 'status',
    sortBy: 'needsYou',
    sortType: 'asc',
    page: 1,
    size: 10,
  })
  expect(written(toSearch(start))).toEqual({})
  const address = {
    filterBy: 'status',
    filterByValue: 'NEW',
    sortBy: 'slaDays',
    sortType: 'asc',
  }
  const ofAddress = toView(reviewer, readTableSearch(address))
  expect(written(toSearch(ofAddress))).toEqual(address)
  expect(view({ sortBy: 'needsYou' }).sortBy).toBe('slaDays')
})

test('only reviewers have the filter for what needs them', () => {
  const reviewer = { modes: ['ACTIVE'], role: 'TPR' } as const
  const address = readTableSearch({ needsYou: 'true' })
  expect(toQuery(toView(reviewer, address))).toMatchObject({ needsYou: 'true' })
  expect(toQuery(toView(underwriter, address)).needsYou).toBeUndefined()
  expect(filterKeysFor('TPR')[0]).toBe('needsYou')
  expect(filterKeysFor('TPR')).not.toContain('vendorName')
  expect(filterKeysFor('UNDERWRITER')).not.toContain('needsYou')
})

test.each([
  [{ filterBy: 'status', filterByValue: 'ALL' }],
  [
    {
      filterBy: 'status',
      filterByValue: 'REVIEW_PENDING',
      search: 'note',
      page: 3,
      size: 50,
    },
  ],
  [
    {
      type: 'MANUAL,ESCALATION',
      progressTracking: 'DONE',
      filterBy: 'status',
      filterByValue: 'COMPLETE',
    },
  ],
  [
    {
      sellers: 'ACME, Inc.!Birch',
      borrowers: 'Marlow, Jr.',
      loanStatuses: 'Clear to Close',
      loanNumbers: '7001,7002',
    },
  ],
  [
    {
      vendorName: 'Orchid Review!Juniper, Inc.',
      sortBy: 'sellerName',
      sortType: 'desc',
    },
  ],
])('%o is a view and becomes the same address again', (address) => {
  expect(written(toSearch(view(address)))).toEqual(address)
})

test('a link by filterBy (spec.md §2) is one more filter, with its tab in status', () => {
  const linked = view({
    filterBy: 'type',
    filterByValue: 'MANUAL',
    status: 'COMPLETE',
    progressTracking: 'DONE',
  })
  expect(linked).toMatchObject({
    tab: 'COMPLETE',
    filters: { type: ['MANUAL'], progressTracking: ['DONE'] },
  })
  expect(toQuery(linked)).toMatchObject({
    filterBy: 'status',
    filterByValue: 'COMPLETE',
    type: 'MANUAL',
    progressTracking: 'DONE',
  })
})

test('the query names no status for all Tdocs, and at most 100 characters of a search', () => {
  const query = toQuery(
    view({ filterBy: 'status', filterByValue: 'ALL', search: 'x'.repeat(101) }),
  )
  expect(query).toMatchObject({ filterBy: 'status', search: 'x'.repeat(100) })
  expect(query).not.toHaveProperty('filterByValue')
})

test('unknown values, and a table that the person does not have, are ignored', () => {
  const odd = {
    tableMode: 'X',
    filterBy: 'assignedUnderwriter',
    filterByValue: 'Ana',
    status: 'X',
    page: 0,
    sortBy: 'X',
  }
  expect(view(odd)).toEqual(view())
  const one = { modes: ['ACTIVE'], role: 'UNDERWRITER' } as const
  expect(
    toView(one, readTableSearch({ tableMode: 'PURCHASED_POST_PURCHASED' }))
      .tableMode,
  ).toBe('ACTIVE')
})

test("reviewers can't filter by the buyer's people; such a link shows them all their Tdocs", () => {
  const filterByValue = '0199f0c0-0000-7000-8000-000000000001'
  const address = readTableSearch({
    filterBy: 'assignedUnderwriter',
    filterByValue,
    status: 'ALL',
  })
  expect(toView(underwriter, address).filters.assignedUnderwriter).toEqual([
    filterByValue,
  ])
  const theirs = toView({ modes: ['ACTIVE'], role: 'TPR' }, address)
  expect(theirs).toMatchObject({
    filters: { assignedUnderwriter: [] },
    tab: 'ALL',
  })
  expect(written(toSearch(theirs))).toEqual({})
})

test('the other table has its own sort column, and starts on New if it lacks the tab', () => {
  const pending = view({
    filterByValue: 'REVIEW_PENDING',
    filterBy: 'status',
    sortBy: 'sellerName',
    sortType: 'desc',
  })
  const there = inMode({ ...pending, page: 4 }, 'PURCHASED_POST_PURCHASED')
  expect(there).toMatchObject({
    tab: 'NEW',
    sortBy: 'tdocReceivedDate',
    sortType: 'asc',
    page: 1,
  })
  expect(inMode(there, 'ACTIVE')).toMatchObject({
    tab: 'NEW',
    sortBy: 'slaDays',
    sortType: 'asc',
  })
  expect(inMode(inTab(there, 'ALL'), 'ACTIVE').tab).toBe('ALL')
})

test('the Complete tab is sorted by received date instead of the clock, and by other columns as before', () => {
  expect(toQuery(inTab(view(), 'COMPLETE')).sortBy).toBe('tdocReceivedDate')
  expect(getSort(inTab(view({ sortBy: 'sellerName' }), 'COMPLETE'))).toBe(
    'sellerName',
  )
  expect(getSort(inTab(view(), 'ALL'))).toBe('slaDays')
})

test.each([
  [{}, {}],
  [
    { tableMode: 'PURCHASED_POST_PURCHASED', sortBy: 'slaDays' },
    {
      tableMode: 'PURCHASED_POST_PURCHASED',
      sortBy: 'slaDays',
      sortType: 'asc',
    },
  ],
  [
    { sortBy: 'tdocReceivedDate' },
    { sortBy: 'tdocReceivedDate', sortType: 'asc' },
  ],
])('%o has its sort again after the Complete tab', (raw, address) => {
  const complete = toView(
    underwriter,
    readTableSearch(toSearch(inTab(view(raw), 'COMPLETE'))),
  )
  expect(getSort(complete)).toBe('tdocReceivedDate')
  expect(written(toSearch(inTab(inTab(complete, 'ALL'), 'NEW')))).toEqual(
    address,
  )
})

test.each([
  [{ kind: 'status', status: 'COMPLETE' }, {}, true],
  [
    { kind: 'status', status: 'COMPLETE' },
    { filterBy: 'status', filterByValue: 'ALL' },
    false,
  ],
  [{ kind: 'progress', progress: 'DONE' }, {}, false],
  [
    { kind: 'progress', progress: 'DONE' },
    { filterBy: 'progressTracking', filterByValue: 'IN_REVIEW' },
    true,
  ],
  [
    { kind: 'reviewer', person: null },
    { filterBy: 'reviewUnderwriter', filterByValue: crypto.randomUUID() },
    true,
  ],
  [
    { kind: 'underwriter', person: null },
    { filterBy: 'type', filterByValue: 'MANUAL' },
    false,
  ],
] as const)(
  'the change %o in the view %o removes the row: %s',
  (change, raw, isGone) => {
    expect(leavesView(change, view(raw))).toBe(isGone)
  },
)
