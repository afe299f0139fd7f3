import { describe, expect, test } from 'vitest'
import {
  managesInSomeRole,
  mayManage,
  maySeePerson,
  type PersonStanding,
  permissionRefusal,
  permissionsOf,
  roleRefusal,
  rolesOf,
  statusRefusal,
  workableKinds,
} from './manage-policy.ts'
import {
  type Actor,
  type CompanyKind,
  companyKinds,
  type Permission,
  PermissionMap,
  permissions,
  type Role,
  roles,
} from './model.ts'

const holding = (...held: readonly Permission[]) =>
  PermissionMap.parse(Object.fromEntries(permissions.map((key) => [key, held.includes(key)])))
const actorOf = (role: Role, ...held: readonly Permission[]): Actor => ({
  id: 'me',
  name: 'Me',
  role,
  companyId: 'mine',
  permissions: holding(...held),
})
const person = (change: Partial<PersonStanding> = {}): PersonStanding => ({
  id: 'them',
  companyId: 'theirs',
  companyKind: 'BUYER',
  bddId: null,
  status: 'ACTIVE',
  roles: ['UNDERWRITER'],
  permissions: holding(),
  ...change,
})

/** Every role with none, each one, and all of the permissions: what decides who looks after whom. */
const sets: (readonly Permission[])[] = [[], ...permissions.map((key) => [key]), permissions]
const actors = roles.flatMap((role) => sets.map((held) => actorOf(role, ...held)))
const relations = companyKinds.flatMap((companyKind) =>
  (['me', 'them'] as const).flatMap((id) =>
    (['mine', 'theirs'] as const).flatMap((companyId) =>
      [null, 'me', 'somebody'].map((bddId) => person({ id, companyId, companyKind, bddId })),
    ),
  ),
)
const cases = actors.flatMap((actor) => relations.map((one) => ({ actor, one })))

describe('over every role, permission and relation', () => {
  test('people are managed by underwriters who manage permissions, and by admins of the same company', () => {
    expect(cases.length).toBeGreaterThan(3000)
    for (const { actor, one } of cases) {
      const { managePermissions, myCompanyAdmin } = actor.permissions
      const everyone = actor.role === 'UNDERWRITER' && managePermissions
      const own = ['UNDERWRITER', 'SELLER', 'TPR'].includes(actor.role) && myCompanyAdmin && one.companyId === 'mine'
      expect(mayManage(actor, one), JSON.stringify({ actor, one })).toBe(everyone || own)
    }
  })

  test('a card is seen by oneself, colleagues, underwriters and the BDD of the seller; whoever waits sees nobody else', () => {
    for (const { actor, one } of cases) {
      const isSelf = one.id === 'me'
      const isColleague = one.companyId === 'mine' && actor.role !== 'DEFAULT'
      const isBdds = ['BDD', 'UBDD'].includes(actor.role) && (one.companyKind === 'BUYER' || one.bddId === 'me')
      const expected = isSelf || isColleague || actor.role === 'UNDERWRITER' || isBdds
      expect(maySeePerson(actor, one), JSON.stringify({ actor, one })).toBe(expected)
    }
  })

  test('whoever is managed is seen', () => {
    for (const { actor, one } of cases) if (mayManage(actor, one)) expect(maySeePerson(actor, one)).toBe(true)
  })
})

describe('permissions', () => {
  const inWhich = (key: Permission) => roles.find((role) => permissionsOf[role].includes(key)) ?? 'DEFAULT'

  test('are granted to those alone who can use them in one of their roles; asleep they may be taken', () => {
    const admin = actorOf('UNDERWRITER', ...permissions)
    for (const role of roles)
      for (const key of permissions) {
        const refusal = permissionRefusal(admin, person({ roles: ['DEFAULT', role] }), { [key]: true }, true)
        if (permissionsOf[role].includes(key)) expect(refusal, `${role} ${key}`).toBeNull()
        else expect(refusal, `${role} ${key}`).toMatch(/does nothing in the roles of this person$/)
        const asleep = person({ roles: [role], permissions: holding(key) })
        expect(permissionRefusal(admin, asleep, { [key]: false }, true)).toBeNull()
      }
  })

  test('that sleep are woken by a role only from those who hold them', () => {
    const asleep = person({ roles: ['BDD'], permissions: holding('manageSlr') })
    const wake = (...held: readonly Permission[]) =>
      roleRefusal(actorOf('UNDERWRITER', 'managePermissions', ...held), asleep, ['BDD', 'UNDERWRITER'], true)
    expect(wake()).toBe('Nobody grants or takes a permission that they lack')
    expect(wake('manageSlr')).toBeNull()
  })

  test.each(permissions)('%s is granted and taken by those who hold it, and by nobody else', (key) => {
    const rest = permissions.filter((other) => other !== key)
    const holder = actorOf('UNDERWRITER', key)
    const other = actorOf('UNDERWRITER', ...rest)
    for (const [before, after] of [
      [false, true],
      [true, false],
    ] as const) {
      const one = person({ permissions: before ? holding(key) : holding(), roles: ['DEFAULT', inWhich(key)] })
      expect(permissionRefusal(holder, one, { [key]: after }, true)).toBeNull()
      expect(permissionRefusal(other, one, { [key]: after }, true)).toBe(
        'Nobody grants or takes a permission that they lack',
      )
      expect(permissionRefusal(other, one, { [key]: before }, true), 'nothing changes').toBeNull()
      expect(permissionRefusal(other, one, {}, true)).toBeNull()
    }
  })

  test('nobody changes their own, not even to what they are', () => {
    const me = actorOf('UNDERWRITER', ...permissions)
    for (const key of permissions)
      expect(permissionRefusal(me, person({ id: 'me' }), { [key]: true }, true)).toBe(
        'Nobody changes their own permissions',
      )
  })
})

describe('the last one who manages stays', () => {
  const admin = actorOf('UNDERWRITER', ...permissions)
  const last = person({ permissions: holding('managePermissions', 'myOwn') })
  const stays = 'The last one who can manage permissions stays'

  test('with the permission, the role and the account, unless somebody else manages too', () => {
    for (const othersManage of [true, false]) {
      const answer = othersManage ? null : stays
      expect(permissionRefusal(admin, last, { managePermissions: false }, othersManage)).toBe(answer)
      expect(roleRefusal(admin, last, ['BDD'], othersManage)).toBe(answer)
      expect(statusRefusal(admin, last, 'INACTIVE', othersManage)).toBe(answer)
      expect(permissionRefusal(admin, last, { myOwn: false }, othersManage)).toBeNull()
      expect(roleRefusal(admin, last, ['BDD', 'UNDERWRITER'], othersManage)).toBeNull()
      expect(statusRefusal(admin, last, 'ACTIVE', othersManage)).toBeNull()
    }
  })

  test('who holds it without being able to use it is no last one', () => {
    for (const one of [person({ ...last, status: 'INACTIVE' }), person({ ...last, roles: ['BDD'] })]) {
      expect(managesInSomeRole(one)).toBe(false)
      expect(permissionRefusal(admin, one, { managePermissions: false }, false)).toBeNull()
      expect(roleRefusal(admin, one, ['BDD'], false)).toBeNull()
      expect(statusRefusal(admin, one, 'INACTIVE', false)).toBeNull()
    }
  })
})

describe('roles and status', () => {
  const admin = actorOf('UNDERWRITER', ...permissions)

  test('nobody changes their own', () => {
    const me = person({ id: 'me' })
    expect(roleRefusal(admin, me, ['UNDERWRITER'], true)).toBe('Nobody changes their own roles')
    for (const status of ['ACTIVE', 'INACTIVE'] as const)
      expect(statusRefusal(admin, me, status, true)).toBe('Nobody changes their own status')
  })

  test.each(companyKinds.flatMap((kind) => roles.map((role): [CompanyKind, Role] => [kind, role])))(
    'of a %s: %s',
    (companyKind, role) => {
      const refusal = roleRefusal(admin, person({ companyKind, roles: ['DEFAULT'] }), ['DEFAULT', role], true)
      if (rolesOf[companyKind].includes(role)) expect(refusal).toBeNull()
      else expect(refusal).toMatch(/is no role for somebody of this company$/)
    },
  )

  test('only the buyer’s people review, only a seller’s people sell', () => {
    const kindsWith = (role: Role) => companyKinds.filter((kind) => rolesOf[kind].includes(role))
    for (const role of ['UNDERWRITER', 'BDD', 'UBDD'] as const) expect(kindsWith(role)).toEqual(['BUYER'])
    expect(kindsWith('SELLER')).toEqual(['SELLER'])
    expect(kindsWith('TPR')).toEqual(['TPR_VENDOR'])
    expect(kindsWith('DEFAULT')).toEqual([...companyKinds])
  })

  test('who holds something is switched on and off by company admins who hold it too, and by who manages everyone', () => {
    for (const key of permissions)
      for (const [now, next] of [
        ['ACTIVE', 'INACTIVE'],
        ['INACTIVE', 'ACTIVE'],
      ] as const) {
        const one = person({ status: now, permissions: holding(key) })
        const companyAdmin = actorOf('SELLER', 'myCompanyAdmin')
        if (key !== 'myCompanyAdmin')
          expect(statusRefusal(companyAdmin, one, next, true)).toBe(
            'Nobody grants or takes a permission that they lack',
          )
        expect(statusRefusal(actorOf('SELLER', 'myCompanyAdmin', key), one, next, true)).toBeNull()
        expect(statusRefusal(actorOf('UNDERWRITER', 'managePermissions'), one, next, true)).toBeNull()
        expect(statusRefusal(companyAdmin, person({ status: now }), next, true)).toBeNull()
      }
  })
})

describe('open work', () => {
  test('is gone on with in the acting role, with the permission it takes, while active', () => {
    const expected = (status: 'ACTIVE' | 'INACTIVE', role: Role, held: readonly Permission[]) => {
      if (status === 'INACTIVE') return []
      if (role === 'SELLER') return ['seller']
      if (role === 'BDD' || role === 'UBDD') return ['bdd']
      if (role === 'TPR') return ['tprReview']
      if (role !== 'UNDERWRITER') return []
      return [
        'underwriter',
        ...(held.includes('manageSlr') ? ['slr'] : []),
        ...(held.includes('manageTradeDesk') ? ['tradeDesk'] : []),
        'tdoc',
        ...(held.includes('managePurchasedTdocs') ? ['purchasedTdoc'] : []),
      ]
    }
    for (const status of ['ACTIVE', 'INACTIVE'] as const)
      for (const role of roles)
        for (const held of sets) {
          const one = { status, roles: [role, 'DEFAULT' as const], permissions: holding(...held) }
          expect(workableKinds(one), `${status} ${role} ${held}`).toEqual(expected(status, role, held))
        }
  })
})

test('each permission is offered to somebody', () => {
  const offered = new Set(Object.values(permissionsOf).flat())
  expect([...offered].toSorted()).toEqual([...permissions].toSorted())
})
