import { expect, test } from 'vitest'
import { parseGroupRoles } from './group-roles.ts'
import { readSettings } from './settings.ts'

test('a mapping names groups with a role and permissions of that role', () => {
  expect(
    parseGroupRoles(
      ' Loan=desk: A =UNDERWRITER:myOwn+manageSlr; Sellers=SELLER ;',
    ),
  ).toEqual([
    {
      group: 'Loan=desk: A',
      role: 'UNDERWRITER',
      permissions: ['myOwn', 'manageSlr'],
    },
    { group: 'Sellers', role: 'SELLER', permissions: [] },
  ])
})

test.for([
  ['Desk', 'Desk must name one of the roles UNDERWRITER, BDD, UBDD, SELLER'],
  ['Desk=TPR', 'Desk=TPR must name one of the roles'],
  ['Desk=UNDERWRITER:fly', 'fly is not a permission of UNDERWRITER'],
  ['Desk=SELLER:myOwn', 'myOwn is not a permission of SELLER'],
])('%s is refused at startup: %s', ([text, message]) => {
  expect(() => readSettings({ GROUP_ROLES: text })).toThrow(message)
})

const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]

test('SCIM has one or two long secrets, or none', () => {
  expect(readSettings({}).scimTokens).toBeUndefined()
  expect(readSettings({ SCIM_TOKENS: `${one}, ${two}` }).scimTokens).toEqual([
    one,
    two,
  ])
  for (const refused of [
    'short',
    `${one},short`,
    `${one},`,
    `${one},${two},${one}`,
    `${one} ${two}`,
  ])
    expect(() => readSettings({ SCIM_TOKENS: refused })).toThrow(
      'SCIM_TOKENS must be one or two secrets',
    )
})
