import { describe, expect, test } from 'vitest'
import { actorWith } from '../../test/actors.ts'

import { permissions, roles } from './model.ts'
import {
  homeFor,
  type MenuItem,
  menuFor,
  redirectFor,
  routesFor,
  signInPath,
  type Traveller,
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
const travellers = roles.flatMap((role) =>
  [...sets, [...permissions]].map((held) => actorWith(role, ...held)),
)
const name = ({ role, permissions: map }: Traveller) =>
  `${role} with ${permissions.filter((key) => map[key]).join(', ') || 'nothing'}`

const example = (pattern: string) => pattern.replaceAll(/\$\w+/g, '0198c1d2')
const allScreens = [...new Set(travellers.flatMap(routesFor))]
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

const follow = (traveller: Traveller, path: string) => {
  const seen = [path]
  for (
    let next = redirectFor(traveller, path);
    next !== null;
    next = redirectFor(traveller, next)
  ) {
    if (seen.includes(next))
      throw new Error(`${seen.join(' > ')} > ${next} never ends`)
    seen.push(next)
  }
  return seen.at(-1)
}

describe('every role with every set of permissions', () => {
  const travellersWho = (wrong: (traveller: Traveller) => string[]) =>
    travellers.flatMap((traveller) =>
      wrong(traveller).map((path) => `${name(traveller)}: ${path}`),
    )

  test('ends on an own screen from every path', () => {
    const lost = travellersWho((traveller) => {
      const own = routesFor(traveller).map(example)
      return paths.filter(
        (path) =>
          !own.includes(follow(traveller, path)?.replace(/(.)\/$/, '$1') ?? ''),
      )
    })
    expect(travellers).toHaveLength(roles.length * 65)
    expect(lost).toEqual([])
  })

  test('may enter the screens of the table, including home', () => {
    const wrong = travellersWho((traveller) => {
      const own = routesFor(traveller)
      const mistaken = allScreens.filter(
        (pattern) =>
          (redirectFor(traveller, example(pattern)) === null) !==
          own.includes(pattern),
      )
      return own.includes(homeFor(traveller))
        ? mistaken
        : [...mistaken, homeFor(traveller)]
    })
    expect(wrong).toEqual([])
  })

  test('has a menu of own screens', () => {
    const wrong = travellersWho((traveller) => {
      const own = routesFor(traveller)
      return leaves(menuFor(traveller))
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
