import { tableOf } from '@portal/contract/lib/typed'
import { type Permission, permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { changesIn, changesText, noDraft } from './use-rights.ts'

const held: Permission[] = ['myOwn', 'manageSla']
const person = {
  roles: ['UNDERWRITER' as const, 'BDD' as const],
  permissions: tableOf(permissions, (key) => held.includes(key)),
}

test('only what differs from the person is a change', () => {
  const flags = { myOwn: true, manageSla: false, manageSlr: true, assignLoans: true }
  const changes = changesIn({ ...noDraft, roles: [...person.roles], flags }, person)
  expect(changes).toMatchObject({ roles: null, flags: { manageSla: false, manageSlr: true, assignLoans: true } })
  expect(changesText(changes)).toBe('2 granted, 1 taken')
})

test('the order of roles is a change, a message alone is not', () => {
  expect(changesText(changesIn({ ...noDraft, roles: ['BDD', 'UNDERWRITER'] }, person))).toBe('roles changed')
  expect(changesText(changesIn({ ...noDraft, message: 'Hello' }, person))).toBe('')
})
