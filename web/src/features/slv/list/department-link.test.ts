import { type Permission, PermissionMap, permissions, type Role } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { ownListFor } from './department-link.ts'

const holding = (role: Role, ...held: Permission[]) => ({
  role,
  permissions: PermissionMap.parse(Object.fromEntries(permissions.map((key) => [key, held.includes(key)]))),
})
const search = { status: 'REVIEW', states: 'GA', departmentTableMode: 'TRANSFERRED', page: '3' }
const link = { pathname: '/slv/department', search }

test('a link to the department narrows the own list of who does not have it, from its first page', () => {
  const address = '/slv?status=REVIEW&states=GA&tableMode=ALL'
  expect(ownListFor(holding('UNDERWRITER'), link)).toBe(address)
  expect(ownListFor(holding('SELLER'), { ...link, pathname: '/slv/department/' })).toBe(address)
})

test('the department as it is leads home, as every screen does that one does not have', () => {
  expect(ownListFor(holding('UNDERWRITER'), { ...link, search: {} })).toBeNull()
  for (const search of [{ departmentTableMode: 'ALL', page: '2' }, { sortBy: 'ltv', size: '50' }, { utm: '1' }])
    expect(ownListFor(holding('UNDERWRITER'), { ...link, search })).toBeNull()
})

test('who has the department, who sees no SLVs, and every other address go their ways', () => {
  expect(ownListFor(holding('UNDERWRITER', 'viewSlvDepartment'), link)).toBeNull()
  expect(ownListFor(holding('TPR'), link)).toBeNull()
  expect(ownListFor(holding('UNDERWRITER'), { pathname: '/slv/departments', search })).toBeNull()
})
