import { type PermissionMap, permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { changesIn, changesText, hasChanges, noDraft } from './rights-draft.ts'

const holding = (...held: string[]): PermissionMap => {
  const map: Partial<PermissionMap> = {}
  for (const key of permissions) map[key] = held.includes(key)
  return { ...map } as PermissionMap
}
const present = { roles: ['UNDERWRITER' as const], permissions: holding('myOwn', 'manageSla') }

test('only what differs from the person as they are is a change', () => {
  const changes = changesIn(
    {
      ...noDraft,
      roles: ['UNDERWRITER'],
      flags: { myOwn: true, manageSla: false, manageSlr: true, assignLoans: true },
    },
    present,
  )
  expect(changes).toEqual({
    roles: null,
    flags: { manageSla: false, manageSlr: true, assignLoans: true },
    granted: 2,
    taken: 1,
  })
  expect(changesText(changes)).toBe('2 granted, 1 taken')
})

test('the order of roles is a change: the first is the acting one', () => {
  const twice = { roles: ['UNDERWRITER' as const, 'BDD' as const], permissions: present.permissions }
  const changes = changesIn({ ...noDraft, roles: ['BDD', 'UNDERWRITER'] }, twice)
  expect(changes.roles).toEqual(['BDD', 'UNDERWRITER'])
  expect(changesText(changes)).toBe('roles changed')
})

test('a message alone changes nothing', () => {
  expect(hasChanges(changesIn({ ...noDraft, message: 'Hello' }, present))).toBe(false)
})
