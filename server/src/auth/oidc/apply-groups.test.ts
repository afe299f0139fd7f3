import { permissions, roles } from '@portal/contract/user/model'
import { expect, test as plain } from 'vitest'
import { groupRights, test } from '../../../test/oidc.ts'
import { findRow, findRows, setRows, splitNames } from '../../../test/rows.ts'
import { rightsByGroups } from '../../lib/group-roles.ts'
import { permissionMap } from '../../user/find-actor.ts'

type Case = [
  what: string,
  kind: 'BUYER' | 'SELLER',
  before: string,
  groups: string,
  after: string,
]
plain.for<Case>([
  [
    'a group grants its role and permissions',
    'BUYER',
    'DEFAULT',
    'loan-underwriters',
    'UNDERWRITER myOwn viewSlvDepartment',
  ],
  [
    'two groups add their roles after the acting role',
    'BUYER',
    'BDD',
    'loan-admins loan-bdds',
    'BDD UNDERWRITER managePermissions',
  ],
  [
    'without a group, everything that groups manage is removed',
    'BUYER',
    'UNDERWRITER BDD myOwn',
    '',
    'DEFAULT',
  ],
  [
    'roles and permissions that no group manages stay',
    'BUYER',
    'BDD manageSla myOwn',
    'loan-bdds',
    'BDD manageSla',
  ],
  [
    'a seller doesn’t get a role of the buyer',
    'SELLER',
    'SELLER',
    'loan-underwriters loan-sellers',
    'SELLER',
  ],
  ['unknown groups grant nothing', 'SELLER', 'DEFAULT', 'everyone', 'DEFAULT'],
])('%s', ([, companyKind, before, groups, after]) => {
  const person = {
    companyKind,
    roles: roles.filter((role) => splitNames(before).includes(role)),
    permissions: permissionMap(splitNames(before)),
  }
  const rights = rightsByGroups(person, splitNames(groups), groupRights)
  expect(
    [
      ...rights.roles,
      ...permissions.filter((key) => rights.permissions[key]),
    ].join(' '),
  ).toBe(after)
})

const email = 'underwriter@buyer.example'

test('groups grant and remove rights at each sign-in, and history records it', async ({
  claims,
  signIn,
  committed,
  lines,
}) => {
  const profileWith = async (groups: string[]) => {
    claims.set(email, { groups })
    const { browser } = await signIn(email)
    const {
      id,
      roles,
      permissions: held,
    } = (await browser.get('/auth/profile')).json()
    return { id, browser, roles, held: permissions.filter((key) => held[key]) }
  }
  const first = await profileWith(['loan-underwriters', 'loan-admins'])
  expect(first).toMatchObject({
    roles: ['UNDERWRITER'],
    held: ['managePermissions', 'myOwn', 'viewSlvDepartment'],
  })

  // The last user with Manage Permissions keeps that permission, and nothing
  // else.
  const last = await profileWith([])
  expect(last).toMatchObject({
    roles: ['UNDERWRITER'],
    held: ['managePermissions'],
  })
  expect(lines.join('\n')).toContain(
    'the last user who can manage permissions keeps that permission',
  )

  claims.set('admin@buyer.example', { groups: ['loan-admins'] })
  await signIn('admin@buyer.example')
  expect(await profileWith([])).toMatchObject({ roles: ['DEFAULT'], held: [] })
  // Open sessions lose the right as well.
  expect((await first.browser.get('/users')).statusCode).toBe(403)

  const entries = await findRows(committed, 'userHistory', { userId: first.id })
  expect(entries.map(({ action }) => action)).toEqual([
    'arrive',
    'link-oidc',
    'apply-groups',
    'apply-groups',
    'apply-groups',
  ])
  expect(entries.at(-1)).toMatchObject({
    actorId: null,
    changes: [
      { field: 'roles', before: ['UNDERWRITER'], after: ['DEFAULT'] },
      { field: 'managePermissions', before: true, after: false },
    ],
  })
})

test('an unchanged sign-in writes no history, and rights set by administrators stay', async ({
  signIn,
  committed,
  made,
}) => {
  const known = await made.underwriter(
    'myOwn',
    'viewSlvDepartment',
    'manageSla',
  )
  await setRows(committed, 'appUser', { id: known.id }, { email })
  await signIn(email)
  await signIn(email)
  const entries = await findRows(committed, 'userHistory', { userId: known.id })
  expect(entries.map(({ action }) => action)).toEqual(['link-oidc'])
  expect(
    await findRows(committed, 'userPermission', { userId: known.id }),
  ).toHaveLength(3)
  expect(
    await findRow(committed, 'userRole', { userId: known.id }),
  ).toMatchObject({ role: 'UNDERWRITER' })
})
