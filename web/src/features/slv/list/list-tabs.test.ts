import type { Profile } from '@portal/contract/auth/api'
import { type Permission, permissions, type Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { assignmentsFor } from './bulk-actions.ts'
import { departmentTabs, homeTabs, missedIn, tabIn } from './list-tabs.ts'
import { searchOfTab } from './use-slv-list.ts'

const person = (role: Role, ...held: Permission[]): Profile => ({
  id: '01a1fb82-d133-7585-b75b-ae18eb890312',
  firstName: 'A',
  lastName: 'B',
  name: 'A B',
  email: 'a@b.example',
  role,
  roles: [role],
  permissions: Object.fromEntries(permissions.map((key) => [key, held.includes(key)])) as Profile['permissions'],
  companyName: 'C',
  companyKind: 'BUYER',
  phone: null,
  signsInWith: 'LOAN_DOCK',
})
const keys = (profile: Profile) => homeTabs(profile).map(({ key }) => key)

test('each role has its lists', () => {
  expect(keys(person('SELLER'))).toEqual(['MY_OWN'])
  expect(keys(person('SELLER', 'myCompanyView'))).toEqual(['MY_OWN', 'MY_COMPANY'])
  expect(keys(person('UNDERWRITER', 'manageTradeDesk', 'viewSlvDepartment'))).toEqual(['MY_OWN', 'TRADE_DESK'])
  expect(keys(person('UNDERWRITER', 'manageSlr'))).toEqual(['MY_OWN', 'SLR'])
  expect(keys(person('BDD'))).toEqual(['ALL'])
  expect(keys(person('TPR'))).toEqual([])
})

test('an address means a tab that one has, else the one to start in', () => {
  const tabs = homeTabs(person('UNDERWRITER', 'myOwn', 'manageSlr'))
  expect(tabIn(tabs, { tableMode: 'SLR' })?.key).toBe('SLR')
  expect(tabIn(tabs, { tableMode: 'TRADE_DESK' })?.key).toBe('MY_OWN')
  expect(tabIn(tabs, {})?.key).toBe('MY_OWN')
  expect(tabIn(departmentTabs, { departmentTableMode: 'TRANSFERRED' })?.key).toBe('DEPARTMENT_TRANSFERRED')
  expect(tabIn(departmentTabs, {})?.key).toBe('DEPARTMENT_ALL')
})

test.for([
  [['myOwn', 'manageSlr', 'manageTradeDesk'], 'MY_OWN'],
  [['manageSlr'], 'SLR'],
  [['manageTradeDesk'], 'TRADE_DESK'],
  [['manageSlr', 'manageTradeDesk'], 'SLR'],
  [['viewSlvDepartment'], 'MY_OWN'],
] as const)('an underwriter with %o starts in %s, whose address is the page itself', ([held, start]) => {
  const tabs = homeTabs(person('UNDERWRITER', ...held))
  expect(tabIn(tabs, {})?.key).toBe(start)
  for (const tab of tabs) {
    expect(searchOfTab(tab, undefined).tableMode).toBe(tab.key === start ? undefined : tab.key)
    expect(tabIn(tabs, searchOfTab(tab, undefined))).toBe(tab)
  }
})

test('an address that names a list which one does not have is told of', () => {
  const tabs = homeTabs(person('UNDERWRITER', 'myOwn', 'manageSlr'))
  expect(missedIn(tabs, { tableMode: 'ALL' })).toBe('Department')
  expect(missedIn(tabs, { tableMode: 'TRADE_DESK' })).toBe('Trade Desk')
  expect(missedIn(tabs, { tableMode: 'SLR' })).toBeNull()
  expect(missedIn(tabs, {})).toBeNull()
  expect(missedIn(departmentTabs, { tableMode: 'SLR' })).toBeNull()
  expect(missedIn(homeTabs(person('BDD')), { tableMode: 'ALL' })).toBeNull()
})

test('rows are handed over where it is offered, by those who may', () => {
  const lead = person('UNDERWRITER', 'assignLoans', 'assignLoansSlr')
  expect(assignmentsFor(lead, 'ALL')).toEqual(['assign-requests', 'assign-slr', 'assign-seller'])
  expect(assignmentsFor(lead, 'SLR')).toEqual(['assign-slr'])
  expect(assignmentsFor(person('SELLER', 'myCompanyReassignSlv'), 'MY_COMPANY')).toEqual(['assign-seller'])
  expect(assignmentsFor(person('SELLER'), 'MY_OWN')).toEqual([])
  expect(assignmentsFor(person('BDD', 'assignLoans'), 'ALL')).toEqual([])
})
