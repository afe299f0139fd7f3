import { permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { groupedKeys, groupsFor } from './permission-groups.ts'

const holding = (...held: string[]) =>
  Object.fromEntries(permissions.map((key) => [key, held.includes(key)])) as Record<
    (typeof permissions)[number],
    boolean
  >

test('every permission stands in one group', () => {
  expect(groupedKeys.toSorted()).toEqual(permissions.toSorted())
})

test('a seller is offered what means something to sellers, and can lose what does not', () => {
  expect(groupsFor(['SELLER'], holding('manageSla'))).toEqual([
    { label: 'Their own company', keys: ['myCompanyView', 'myCompanyReassignSlv', 'myCompanyAdmin'] },
    { label: 'Held, but without effect in these roles', keys: ['manageSla'] },
  ])
  expect(groupsFor(['BDD'], holding())).toEqual([])
})
