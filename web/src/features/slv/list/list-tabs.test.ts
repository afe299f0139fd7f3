import type { Profile } from '@portal/contract/auth/api'
import { type Permission, permissions, type Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { assignmentsFor } from './bulk-bar.tsx'
import { departmentTabs, homeTabs, missedIn, tabIn } from './list-tabs.ts'
import { searchOfTab } from './list-view.ts'

const person = (role: Role, ...granted: Permission[]): Profile => ({
  ...{ id: '01a1fb82-d133-7585-b75b-ae18eb890312', firstName: 'A', lastName: 'B', name: 'A B', email: 'a@b.example' },
  ...{ role, roles: [role], companyName: 'C', companyKind: 'BUYER', phone: null, signsInWith: 'LOAN_DOCK' },
  permissions: Object.fromEntries(permissions.map((key) => [key, granted.includes(key)])) as Profile['permissions'],
})

test.each<[Role, Permission[], string[]]>([
  ['SELLER', [], ['MY_OWN']],
  ['SELLER', ['myCompanyView'], ['MY_OWN', 'MY_COMPANY']],
  ['UNDERWRITER', ['manageTradeDesk', 'viewSlvDepartment'], ['MY_OWN', 'TRADE_DESK']],
  ['UNDERWRITER', ['manageSlr'], ['MY_OWN', 'SLR']],
  ['BDD', [], ['ALL']],
  ['TPR', [], []],
])('a %s with %o has the lists %o', (role, granted, lists) => {
  expect(homeTabs(person(role, ...granted)).map(({ key }) => key)).toEqual(lists)
})

test('an address opens the tab that it names, or the start tab if the person does not have it', () => {
  const tabs = homeTabs(person('UNDERWRITER', 'myOwn', 'manageSlr'))
  expect(tabIn(tabs, { tableMode: 'SLR' })?.key).toBe('SLR')
  expect(tabIn(tabs, { tableMode: 'TRADE_DESK' })?.key).toBe('MY_OWN')
  expect(tabIn(departmentTabs, { departmentTableMode: 'TRANSFERRED' })?.key).toBe('DEPARTMENT_TRANSFERRED')
  expect(tabIn(departmentTabs, {})?.key).toBe('DEPARTMENT_ALL')
  expect(missedIn(tabs, { tableMode: 'ALL' })).toBe('Department')
  for (const search of [{ tableMode: 'SLR' } as const, {}]) expect(missedIn(tabs, search)).toBeNull()
  expect(missedIn(departmentTabs, { tableMode: 'SLR' })).toBeNull()
})

test.for([
  [['myOwn', 'manageSlr', 'manageTradeDesk'], 'MY_OWN'],
  [['manageSlr', 'manageTradeDesk'], 'SLR'],
  [['manageTradeDesk'], 'TRADE_DESK'],
  [['viewSlvDepartment'], 'MY_OWN'],
] as const)('an underwriter with %o starts in %s, whose address needs no tab', ([granted, start]) => {
  const tabs = homeTabs(person('UNDERWRITER', ...granted))
  expect(tabIn(tabs, {})?.key).toBe(start)
  for (const tab of tabs) {
    expect(searchOfTab(tab, undefined).tableMode).toBe(tab.key === start ? undefined : tab.key)
    expect(tabIn(tabs, searchOfTab(tab, undefined))).toBe(tab)
  }
})

test('each list offers the reassignments that the person is allowed to do', () => {
  const lead = person('UNDERWRITER', 'assignLoans', 'assignLoansSlr')
  expect(assignmentsFor(lead, 'ALL')).toEqual(['assign-requests', 'assign-slr', 'assign-seller'])
  expect(assignmentsFor(lead, 'SLR')).toEqual(['assign-slr'])
  expect(assignmentsFor(person('SELLER', 'myCompanyReassignSlv'), 'MY_COMPANY')).toEqual(['assign-seller'])
  expect(assignmentsFor(person('SELLER'), 'MY_OWN')).toEqual([])
  expect(assignmentsFor(person('BDD', 'assignLoans'), 'ALL')).toEqual([])
})
