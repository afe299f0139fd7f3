import type { Profile } from '@portal/contract/auth/api'
import { getCounts } from '@portal/contract/slv/counts'
import {
  type Permission,
  permissions,
  type Role,
} from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { ownListFor } from '../../../records/slv/list-filter.ts'
import { assignmentsFor } from './list-actions.ts'
import {
  departmentTabs,
  findMissingList,
  findTab,
  homeTabs,
  searchOfTab,
} from './list-tabs.ts'
import { createChangeHandlers, isFinishedList, viewIn } from './list-view.ts'
import { rowHref, rowLink } from './row-link.ts'

const person = (role: Role, ...granted: Permission[]): Profile => ({
  id: '01a1fb82-d133-7585-b75b-ae18eb890312',
  firstName: 'A',
  lastName: 'B',
  name: 'A B',
  email: 'a@b.example',
  role,
  roles: [role],
  companyName: 'C',
  companyKind: 'BUYER',
  phone: null,
  signsInWith: 'LOAN_DOCK',
  permissions: Object.fromEntries(
    permissions.map((key) => [key, granted.includes(key)]),
  ) as Profile['permissions'],
})

const ownParts = ['MY_OWN_OPEN', 'MY_OWN_WAITING', 'MY_OWN_FINISHED']

test.each<[Role, Permission[], string[]]>([
  ['SELLER', [], ['MY_OWN']],
  ['SELLER', ['myCompanyView'], ['MY_OWN', 'MY_COMPANY']],
  [
    'UNDERWRITER',
    ['manageTradeDesk', 'viewSlvDepartment'],
    [...ownParts, 'MY_OWN', 'TRADE_DESK'],
  ],
  ['UNDERWRITER', ['manageSlr'], [...ownParts, 'MY_OWN', 'SLR']],
  ['BDD', [], ['ALL']],
  ['TPR', [], []],
])('a %s with %o has the lists %o', (role, granted, lists) => {
  expect(homeTabs(person(role, ...granted)).map(({ key }) => key)).toEqual(
    lists,
  )
})

const tabs = homeTabs(person('UNDERWRITER', 'myOwn', 'manageSlr'))

test.for([
  [tabs, { tableMode: 'SLR' }, 'SLR', null],
  [tabs, { tableMode: 'TRADE_DESK' }, 'MY_OWN_OPEN', 'Trade Desk'],
  [tabs, { tableMode: 'ALL' }, 'MY_OWN_OPEN', 'Department'],
  [tabs, {}, 'MY_OWN_OPEN', null],
  [tabs, { sortBy: 'ltv', page: 2 }, 'MY_OWN_OPEN', null],
  [tabs, { status: 'APPROVED' }, 'MY_OWN', null],
  [tabs, { search: '700' }, 'MY_OWN', null],
  [tabs, { tableMode: 'MY_OWN' }, 'MY_OWN', null],
  [
    tabs,
    { tableMode: 'MY_OWN', part: 'FINISHED', search: '700' },
    'MY_OWN_FINISHED',
    null,
  ],
  [
    departmentTabs,
    { departmentTableMode: 'TRANSFERRED' },
    'DEPARTMENT_TRANSFERRED',
    null,
  ],
  [departmentTabs, {}, 'DEPARTMENT_ALL', null],
  [departmentTabs, { tableMode: 'SLR' }, 'DEPARTMENT_ALL', null],
] as const)(
  'an address opens the tab that it names, or the start tab if the person does not have it',
  (row) => {
    const [from, search, key, missed] = row
    expect(findTab(from, search)?.key).toBe(key)
    expect(findMissingList(from, search)).toBe(missed)
  },
)

test.for([
  [['myOwn', 'manageSlr', 'manageTradeDesk'], 'MY_OWN_OPEN'],
  [['manageSlr', 'manageTradeDesk'], 'SLR'],
  [['manageTradeDesk'], 'TRADE_DESK'],
  [['viewSlvDepartment'], 'MY_OWN_OPEN'],
] as const)(
  'an underwriter with %o starts in %s, whose address needs no tab',
  ([granted, start]) => {
    const tabs = homeTabs(person('UNDERWRITER', ...granted))
    expect(findTab(tabs, {})?.key).toBe(start)
    for (const tab of tabs) {
      expect(searchOfTab(tab, undefined).tableMode).toBe(
        tab.key === start ? undefined : tab.tableMode,
      )
      expect(findTab(tabs, searchOfTab(tab, undefined))).toBe(tab)
    }
  },
)

test.each([
  [{}, 'dueAt', 'asc'],
  [{ tableMode: 'MY_OWN', part: 'WAITING' }, 'dueAt', 'asc'],
  [{ tableMode: 'SLR' }, 'dueAt', 'asc'],
  [{ tableMode: 'MY_OWN', part: 'FINISHED' }, 'date', 'desc'],
  [{ tableMode: 'MY_OWN' }, 'dueAt', 'asc'],
  [{ status: 'REVIEW' }, 'dueAt', 'asc'],
  [{ sortBy: 'ltv' }, 'ltv', 'asc'],
] as const)(
  'open work begins with what is most overdue, other lists with the newest: %j',
  (search, sortBy, sortType) => {
    expect(viewIn(tabs, search, person('UNDERWRITER'))).toMatchObject({
      sortBy,
      sortType,
    })
  },
)

test.each([
  ['UNDERWRITER', { due: 'OVERDUE' }, 'dueAt'],
  ['UNDERWRITER', { overdue: 'true' }, 'dueAt'],
  ['UNDERWRITER', { status: 'SLR_PENDING,TD_REVIEW' }, 'dueAt'],
  ['UNDERWRITER', { departmentTableMode: 'TRANSFERRED' }, 'dueAt'],
  ['UNDERWRITER', { due: 'OVERDUE', sortBy: 'ltv' }, 'ltv'],
  ['UNDERWRITER', { status: 'SLR_PENDING,REVIEW' }, 'date'],
  ['UNDERWRITER', {}, 'date'],
  ['BDD', { due: 'OVERDUE' }, 'dueAt'],
] as const)(
  'for a %s the department with %j is sorted by %s',
  (role, search, sortBy) => {
    expect(viewIn(departmentTabs, search, person(role))).toMatchObject({
      sortBy,
    })
  },
)

test('a figure opens its own rows within the other filters, in their usual order', () => {
  const search = { status: 'REVIEW', type: 'PRE', sortBy: 'ltv' } as const
  const view = viewIn(departmentTabs, search, person('UNDERWRITER'))
  if (!view) throw new Error('no list')
  const { searchOfCount } = createChangeHandlers(view, search, () => undefined)
  const overdue = getCounts('ALL', 'UNDERWRITER').find(
    ({ due }) => due === 'OVERDUE',
  )
  expect(searchOfCount(overdue ?? null, 'me')).toMatchObject({
    status: undefined,
    type: 'PRE',
    due: 'OVERDUE',
  })
  expect(searchOfCount(overdue ?? null, 'me')).not.toHaveProperty('sortBy')
})

test('a filter stays in its tab', () => {
  const view = viewIn(tabs, {}, person('UNDERWRITER'))
  let address = {}
  if (view)
    createChangeHandlers(view, {}, (next) => {
      address = next
    }).setFilter({ ...view.filter, search: '700' })
  expect(findTab(tabs, address)?.key).toBe('MY_OWN_OPEN')
})

const lead = person('UNDERWRITER', 'assignLoans', 'assignLoansSlr')

test.for([
  [lead, 'ALL', ['assign-requests', 'assign-slr', 'assign-seller']],
  [lead, 'SLR', ['assign-slr']],
  [person('SELLER', 'myCompanyReassignSlv'), 'MY_COMPANY', ['assign-seller']],
  [person('SELLER'), 'MY_OWN', []],
  [person('BDD', 'assignLoans'), 'ALL', []],
] as const)(
  'each list offers the reassignments that the person is allowed to do',
  ([profile, mode, offered]) => {
    expect(assignmentsFor(profile, mode)).toEqual(offered)
  },
)

const own = { tableMode: 'MY_OWN', departmentTableMode: 'ALL' } as const
const row = {
  id: '7',
  status: 'REVIEW',
  type: 'PRE',
  underwriterId: 'me',
} as const
const transferred = {
  tableMode: 'ALL',
  departmentTableMode: 'TRANSFERRED',
} as const

test.each([
  ['UNDERWRITER', 'their own work', own, row, 'manage-request'],
  [
    'UNDERWRITER',
    'post-close work',
    own,
    { ...row, type: 'POST' },
    'post-close-request',
  ],
  [
    'UNDERWRITER',
    'a decided SLV',
    own,
    { ...row, status: 'APPROVED' },
    'review-request',
  ],
  [
    'UNDERWRITER',
    'a withdrawn SLV',
    own,
    { ...row, status: 'WITHDRAWN_APPROVED' },
    'review-request',
  ],
  [
    'UNDERWRITER',
    'a draft for a seller',
    own,
    { ...row, status: 'DRAFT', underwriterId: null },
    'review-request',
  ],
  [
    'UNDERWRITER',
    'an SLR review',
    { ...own, tableMode: 'SLR' },
    row,
    'slr-request',
  ],
  [
    'UNDERWRITER',
    'a trade desk review',
    { ...own, tableMode: 'TRADE_DESK' },
    row,
    'trade-desk-request',
  ],
  [
    'UNDERWRITER',
    'the department',
    { ...own, tableMode: 'ALL' },
    row,
    'department/review-request',
  ],
  [
    'UNDERWRITER',
    'transferred SLVs',
    transferred,
    row,
    'department/review-request/transferred',
  ],
  ['SELLER', 'an SLV', own, row, 'review-request'],
  ['BDD', 'an SLV', own, row, 'review-request'],
  ['UBDD', 'an SLV', own, row, 'review-request'],
] as const)('%s opens %s on its screen', (role, _what, tab, target, screen) => {
  expect(rowHref({ id: 'me', role }, tab, target)).toBe(`/slv/${screen}/7`)
  expect(rowLink({ id: 'me', role }, tab, target).params).toEqual({
    proxyLoanId: '7',
  })
})

const search = {
  status: 'REVIEW',
  states: 'GA',
  departmentTableMode: 'TRANSFERRED',
  page: '3',
}
const department = '/slv/department'
const address = '/slv?status=REVIEW&states=GA&tableMode=ALL'
const underwriter = person('UNDERWRITER')

test.for([
  ['without access', underwriter, department, search, address],
  ['without access', person('SELLER'), '/slv/department/', search, address],
  ['without filters', underwriter, department, {}, null],
  [
    'without filters',
    underwriter,
    department,
    { departmentTableMode: 'ALL', page: '2' },
    null,
  ],
  [
    'without filters',
    underwriter,
    department,
    { sortBy: 'ltv', size: '50' },
    null,
  ],
  ['without filters', underwriter, department, { utm: '1' }, null],
  [
    'with access',
    person('UNDERWRITER', 'viewSlvDepartment'),
    department,
    search,
    null,
  ],
  ['without SLVs', person('TPR'), department, search, null],
  ['to another address', underwriter, '/slv/departments', search, null],
] as const)(
  'a link to the department %s opens the own list, filtered alike, only if needed',
  (row) => {
    const [, actor, pathname, search, target] = row
    expect(ownListFor(actor, { pathname, search })).toBe(target)
  },
)

test('a list is finished when its tab or its filter has only decided or withdrawn SLVs', () => {
  expect(isFinishedList({ part: 'FINISHED' }, { status: [] })).toBe(true)
  expect(
    isFinishedList({}, { status: ['APPROVED', 'WITHDRAWN_APPROVED'] }),
  ).toBe(true)
  expect(isFinishedList({}, { status: ['APPROVED', 'REVIEW'] })).toBe(false)
  expect(isFinishedList({ part: 'OPEN' }, { status: [] })).toBe(false)
})
