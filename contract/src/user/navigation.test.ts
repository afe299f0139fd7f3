import { describe, expect, test } from 'vitest'
import { actorWith } from '../../test/actors.ts'
import { permissions, roles } from './model.ts'
import {
  findMissingPermissions,
  homeFor,
  type MenuItem,
  menuFor,
  redirectFor,
  routesFor,
  signInPath,
  type UserAccess,
} from './navigation.ts'

/**
 * Every role with every set of the permissions that open a screen, and with all
 * 14.
 */
const gates = [
  'viewSlvDepartment',
  'manageSlr',
  'manageTradeDesk',
  'myCompanyAdmin',
  'managePermissions',
  'manageSla',
] as const
const sets = Array.from({ length: 2 ** gates.length }, (_, bits) =>
  gates.filter((_, index) => bits & (1 << index)),
)
const users = roles.flatMap((role) =>
  [...sets, [...permissions]].map((held) => actorWith(role, ...held)),
)
const name = ({ role, permissions: map }: UserAccess) =>
  `${role} with ${permissions.filter((key) => map[key]).join(', ') || 'nothing'}`

const example = (pattern: string) => pattern.replaceAll(/\$\w+/g, '0198c1d2')
const allScreens = [...new Set(users.flatMap(routesFor))]
const paths = [
  ...allScreens.map(example),
  '/',
  '/reporting',
  '/settings',
  '/nowhere',
  '/slv/',
  signInPath,
]
const leaves = (items: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => [item, ...leaves(item.items ?? [])])

const follow = (user: UserAccess, path: string) => {
  const seen = [path]
  for (
    let next = redirectFor(user, path);
    next !== null;
    next = redirectFor(user, next)
  ) {
    if (seen.includes(next))
      throw new Error(`${seen.join(' > ')} > ${next} never ends`)
    seen.push(next)
  }
  return seen.at(-1)
}

describe('every role with every set of permissions', () => {
  const findUsersWith = (wrong: (user: UserAccess) => string[]) =>
    users.flatMap((user) => wrong(user).map((path) => `${name(user)}: ${path}`))

  test('ends on an own screen from every path', () => {
    const lost = findUsersWith((user) => {
      const own = routesFor(user).map(example)
      return paths.filter(
        (path) =>
          !own.includes(follow(user, path)?.replace(/(.)\/$/, '$1') ?? ''),
      )
    })
    expect(users).toHaveLength(roles.length * 65)
    expect(lost).toEqual([])
  })

  test('may enter the screens of the table, including home', () => {
    const wrong = findUsersWith((user) => {
      const own = routesFor(user)
      const mistaken = allScreens.filter(
        (pattern) =>
          (redirectFor(user, example(pattern)) === null) !==
          own.includes(pattern),
      )
      return own.includes(homeFor(user))
        ? mistaken
        : [...mistaken, homeFor(user)]
    })
    expect(wrong).toEqual([])
  })

  test('has a menu of own screens', () => {
    const wrong = findUsersWith((user) => {
      const own = routesFor(user)
      return leaves(menuFor(user))
        .map(({ path }) => path)
        .filter((path) => !own.includes(path))
    })
    expect(wrong).toEqual([])
  })
})

test.each([
  ['SELLER', '/', '/slv'],
  ['SELLER', '/reporting', '/slv'],
  ['SELLER', '/slv/manage-request/1', '/'],
  ['UNDERWRITER', '/', '/slv'],
  ['UNDERWRITER', '/reporting', '/reporting/single-loan-variance'],
  ['SELLER', '/reporting/single-loan-variance', '/'],
  ['BDD', '/reporting', '/'],
  ['TPR', '/reporting/single-loan-variance', signInPath],
  ['UNDERWRITER', '/nowhere', '/'],
  ['BDD', '/', '/slv'],
  ['UBDD', '/slv/department', '/'],
  ['TPR', '/slv', signInPath],
  ['TPR', signInPath, '/condition-manager'],
  ['TPR', '/', signInPath],
  ['SELLER', '/condition-manager', '/'],
  ['BDD', '/condition-manager', '/'],
  ['DEFAULT', '/slv', '/'],
  ['UNDERWRITER', signInPath, '/slv'],
] as const)('%s at %s is redirected to %s', (role, path, target) => {
  expect(redirectFor(actorWith(role, ...permissions), path)).toBe(target)
})

test('a path with an empty parameter is unknown', () => {
  expect(redirectFor(actorWith('SELLER'), '/slv/review-request/')).toBe('/')
  expect(redirectFor(actorWith('SELLER'), '/slv/review-request')).toBe('/')
})

describe('findMissingPermissions', () => {
  test.each<[string, UserAccess, string, string[]]>([
    [
      'one that the screen needs',
      actorWith('UNDERWRITER', 'managePermissions'),
      '/settings/guidelines',
      ['manageGuidelines'],
    ],
    [
      'all permissions, any one of which opens the screen',
      actorWith('UNDERWRITER', 'manageGuidelines'),
      '/settings/permissions',
      ['managePermissions', 'myCompanyAdmin'],
    ],
    [
      'one that the screen needs before several, any one of which opens it',
      actorWith('UNDERWRITER', 'managePermissions'),
      '/slv/department/team',
      ['viewSlvDepartment'],
    ],
    [
      'none for a screen that a permission of the user opens',
      actorWith('UNDERWRITER', 'myCompanyAdmin'),
      '/settings/permissions',
      [],
    ],
    [
      'none for a screen without permissions',
      actorWith('UNDERWRITER'),
      '/slv',
      [],
    ],
  ])('names %s', (_, user, path, expected) => {
    expect(findMissingPermissions(user, path)).toEqual(expected)
  })
})
