import { toRecord } from '@portal/contract/lib/typed'
import { type Permission, permissions } from '@portal/contract/user/model'
import { expect, test } from 'vitest'
import { changesIn, changesText, noDraft } from './use-rights.ts'

const held: Permission[] = ['myOwn', 'manageSla']
const person = {
  roles: ['UNDERWRITER' as const, 'BDD' as const],
  permissions: toRecord(permissions, (key) => held.includes(key)),
}

const changesOf = (draft: Partial<typeof noDraft>) =>
  changesIn({ ...noDraft, ...draft }, person)

test('only what differs from the person is a change', () => {
  const flags = {
    myOwn: true,
    manageSla: false,
    manageSlr: true,
    assignLoans: true,
  }
  const changes = changesOf({ roles: [...person.roles], flags })
  expect(changes).toMatchObject({
    roles: null,
    flags: { manageSla: false, manageSlr: true, assignLoans: true },
  })
  expect(changesText(changes)).toBe('2 granted, 1 taken')
})

test('the order of roles is a change, a message alone is not', () => {
  expect(changesText(changesOf({ roles: ['BDD', 'UNDERWRITER'] }))).toBe(
    'roles changed',
  )
  expect(changesText(changesOf({ message: 'Hello' }))).toBe('')
})
