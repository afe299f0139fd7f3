import { PermissionMap, permissions } from '@portal/contract/user/model'
import { menuFor } from '@portal/contract/user/navigation'
import { expect, test } from 'vitest'
import { activeItem } from './sidebar.tsx'

const everything = PermissionMap.parse(
  Object.fromEntries(permissions.map((key) => [key, true])),
)
const menu = menuFor({ role: 'UNDERWRITER', permissions: everything })

test.each([
  ['/slv', 'my-own'],
  ['/slv/manage-request/1', 'my-own'],
  ['/slv/department', 'department'],
  ['/slv/department/review-request/1', 'department'],
  ['/reporting/single-loan-variance', 'reporting'],
  ['/reporting/consistency', 'reporting'],
  ['/slvs', undefined],
  ['/', undefined],
])('%s belongs to %s', (path, key) =>
  expect(activeItem(menu, path)?.key).toBe(key),
)
