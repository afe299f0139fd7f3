import { type Permission, PermissionMap, permissions, type Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { ownListFor } from './department-link.ts'

const person = (role: Role, ...granted: Permission[]) => ({
  role,
  permissions: PermissionMap.parse(Object.fromEntries(permissions.map((key) => [key, granted.includes(key)]))),
})
const search = { status: 'REVIEW', states: 'GA', departmentTableMode: 'TRANSFERRED', page: '3' }
const link = { pathname: '/slv/department', search }

test('without access to the department, a filtered link to it opens the first page of the own list', () => {
  const address = '/slv?status=REVIEW&states=GA&tableMode=ALL'
  expect(ownListFor(person('UNDERWRITER'), link)).toBe(address)
  expect(ownListFor(person('SELLER'), { ...link, pathname: '/slv/department/' })).toBe(address)
})

test('links without filters, people with access or without SLVs, and other addresses are not redirected', () => {
  for (const search of [{}, { departmentTableMode: 'ALL', page: '2' }, { sortBy: 'ltv', size: '50' }, { utm: '1' }])
    expect(ownListFor(person('UNDERWRITER'), { ...link, search })).toBeNull()
  expect(ownListFor(person('UNDERWRITER', 'viewSlvDepartment'), link)).toBeNull()
  expect(ownListFor(person('TPR'), link)).toBeNull()
  expect(ownListFor(person('UNDERWRITER'), { pathname: '/slv/departments', search })).toBeNull()
})
