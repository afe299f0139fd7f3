import { expect, test } from 'vitest'
import { changeActor, changeLines, changeTitle } from './change-words.ts'

test('permissions read as what was granted and what was taken', () => {
  const change = {
    action: 'set-permissions' as const,
    changes: [
      { field: 'manageSlr', before: false, after: true },
      { field: 'permissions.viewSlvDepartment', before: false, after: true },
      { field: 'manageSla', before: true, after: false },
    ],
  }
  expect(changeLines(change)).toEqual(['Granted: SLR Management, View Department', 'Removed: SLA Management'])
})

test('roles read in their order, a status as what became of it, a missing value as a dash', () => {
  const roles = { field: 'roles', before: ['DEFAULT'], after: ['UNDERWRITER', 'BDD'] }
  expect(changeLines({ action: 'set-roles', changes: [roles] })).toEqual([
    'Roles: Access Pending → Underwriter, Business Development Director',
  ])
  const status = { action: 'set-status' as const, changes: [{ field: 'status', before: 'ACTIVE', after: 'INACTIVE' }] }
  expect(changeTitle(status)).toBe('Deactivated')
  expect(changeLines(status)).toEqual([])
  expect(changeLines({ action: 'edit', changes: [{ field: 'phone', before: null, after: '2135550142' }] })).toEqual([
    'Phone: — → 2135550142',
  ])
})

test('work that was handed over says how much and to whom', () => {
  const changes = [
    { field: 'status', before: 'ACTIVE', after: 'INACTIVE' },
    { field: 'handOver.slr', before: 3, after: 'Margaret Oyelaran' },
    { field: 'handOver.underwriter', before: 1, after: null },
  ]
  expect(changeLines({ action: 'set-status', changes })).toEqual([
    'SLR reviews: 3 reassigned to Margaret Oyelaran',
    'SLVs they review: 1 reassigned to no one yet',
  ])
})

test('a password set without signing in came by an emailed link; other changes are by a person or the portal', () => {
  expect(changeActor({ action: 'set-password', actorName: null })).toBe('By an emailed link')
  expect(changeActor({ action: 'set-password', actorName: 'Anna Lindqvist' })).toBe('Anna Lindqvist')
  expect(changeActor({ action: 'arrive', actorName: null })).toBe('The portal')
})
