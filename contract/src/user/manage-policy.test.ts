import { describe, expect, test } from 'vitest'
import {
  actorWith,
  describeActor,
  everyActor,
  holding,
  permissionSets,
} from '../../test/actors.ts'
import {
  factorsRefusal,
  type ManagedPersonFacts,
  managesInSomeRole,
  mayManage,
  maySeePerson,
  permissionRefusal,
  permissionsOf,
  roleRefusal,
  statusRefusal,
  staysInCompany,
  workableKinds,
  workOf,
} from './manage-policy.ts'
import {
  addedPermissions,
  type CompanyKind,
  companyKinds,
  openWorkKinds,
  type Permission,
  permissions,
  type Role,
  roles,
} from './model.ts'

const person = (
  change: Partial<ManagedPersonFacts> = {},
): ManagedPersonFacts => ({
  id: 'them',
  companyId: 'theirs',
  companyKind: 'BUYER',
  bddId: null,
  status: 'ACTIVE',
  roles: ['UNDERWRITER'],
  permissions: holding(),
  ...change,
})

/** People in every relation to an actor whose id is 'me', company 'mine'. */
const everyPerson: ManagedPersonFacts[] = []
for (const companyKind of companyKinds)
  for (const id of ['me', 'them'])
    for (const companyId of ['mine', 'theirs'])
      for (const bddId of [null, 'me', 'someone'])
        everyPerson.push(person({ id, companyId, companyKind, bddId }))

const cases = everyActor.flatMap((actor) =>
  everyPerson.map((other) => ({ actor, other })),
)

describe('over every role, permission and relation', () => {
  const describeCase = ({ actor, other }: (typeof cases)[number]) =>
    `${describeActor(actor)} and ${JSON.stringify(other)}`

  test('a card is visible to the person, colleagues, underwriters and the seller’s BDD', () => {
    const wrong = cases.filter(({ actor, other }) => {
      const isSelf = other.id === 'me'
      const isColleague = other.companyId === 'mine' && actor.role !== 'DEFAULT'
      const isBdds =
        ['BDD', 'UBDD'].includes(actor.role) &&
        (other.companyKind === 'BUYER' || other.bddId === 'me')
      const isUnderwriter = actor.role === 'UNDERWRITER'
      const isExpected = isSelf || isColleague || isUnderwriter || isBdds
      return maySeePerson(actor, other) !== isExpected
    })
    expect(wrong.map(describeCase)).toEqual([])
  })

  test('managers see the people they manage', () => {
    const managed = cases.filter(({ actor, other }) => mayManage(actor, other))
    const unseen = managed.filter(
      ({ actor, other }) => !maySeePerson(actor, other),
    )
    expect(unseen.map(describeCase)).toEqual([])
  })
})

const lacksPermission =
  'You cannot grant or remove a permission that you do not have'

describe('permissions', () => {
  const roleThatUses = (key: Permission) =>
    roles.find((role) => permissionsOf[role].includes(key)) ?? 'DEFAULT'

  test('are granted only where a role can use them, and removed anywhere', () => {
    const admin = actorWith('UNDERWRITER', ...permissions)
    for (const role of roles)
      for (const key of permissions) {
        const refusal = permissionRefusal(
          admin,
          person({ roles: ['DEFAULT', role] }),
          { [key]: true },
          true,
        )
        if (permissionsOf[role].includes(key))
          expect(refusal, `${role} ${key}`).toBeNull()
        else
          expect(refusal, `${role} ${key}`).toMatch(
            /has no effect with this user’s roles$/,
          )
        const holder = person({ roles: [role], permissions: holding(key) })
        expect(
          permissionRefusal(admin, holder, { [key]: false }, true),
        ).toBeNull()
      }
  })

  test('that a new role would activate must be held by the admin', () => {
    const bdd = person({ roles: ['BDD'], permissions: holding('manageSlr') })
    const refusalFor = (...adminPermissions: readonly Permission[]) => {
      const admin = actorWith('UNDERWRITER', ...adminPermissions)
      return roleRefusal(admin, bdd, ['BDD', 'UNDERWRITER'], true)
    }
    expect(refusalFor('managePermissions')).toBe(lacksPermission)
    expect(refusalFor('managePermissions', 'manageSlr')).toBeNull()
  })

  test('that a later release added are granted by those who manage everyone, to others only', () => {
    const admin = actorWith('UNDERWRITER', 'managePermissions')
    const companyAdmin = actorWith('UNDERWRITER', 'myCompanyAdmin')
    const underwriter = person({ roles: ['UNDERWRITER'] })
    const adminAsPerson = { ...underwriter, id: admin.id }
    for (const key of addedPermissions) {
      const grant = { [key]: true }
      expect(permissionRefusal(admin, underwriter, grant, true)).toBeNull()
      expect(permissionRefusal(admin, adminAsPerson, grant, true)).toBe(
        'You cannot change your own permissions',
      )
      expect(permissionRefusal(companyAdmin, underwriter, grant, true)).toBe(
        lacksPermission,
      )
    }
  })

  test.each(permissions)(
    '%s is granted and removed only by those who hold it',
    (key) => {
      const isAdded = addedPermissions.includes(key)
      const rest = permissions.filter(
        (other) => other !== key && !(isAdded && other === 'managePermissions'),
      )
      const holder = actorWith('UNDERWRITER', key)
      const other = actorWith('UNDERWRITER', ...rest)
      for (const [before, after] of [
        [false, true],
        [true, false],
      ] as const) {
        const changed = person({
          permissions: before ? holding(key) : holding(),
          roles: ['DEFAULT', roleThatUses(key)],
        })
        expect(
          permissionRefusal(holder, changed, { [key]: after }, true),
        ).toBeNull()
        expect(permissionRefusal(other, changed, { [key]: after }, true)).toBe(
          lacksPermission,
        )
        expect(
          permissionRefusal(other, changed, { [key]: before }, true),
          'nothing changes',
        ).toBeNull()
        expect(permissionRefusal(other, changed, {}, true)).toBeNull()
      }
    },
  )
})

describe('the last manager', () => {
  const admin = actorWith('UNDERWRITER', ...permissions)
  const lastManager = person({
    permissions: holding('managePermissions', 'myOwn'),
  })
  const refusal = 'At least one active user must be able to manage permissions'

  test('keeps the permission, the role and the account', () => {
    for (const othersManage of [true, false]) {
      const expected = othersManage ? null : refusal
      expect(
        permissionRefusal(
          admin,
          lastManager,
          { managePermissions: false },
          othersManage,
        ),
      ).toBe(expected)
      expect(roleRefusal(admin, lastManager, ['BDD'], othersManage)).toBe(
        expected,
      )
      expect(statusRefusal(admin, lastManager, 'INACTIVE', othersManage)).toBe(
        expected,
      )
      expect(
        permissionRefusal(admin, lastManager, { myOwn: false }, othersManage),
      ).toBeNull()
      expect(
        roleRefusal(admin, lastManager, ['BDD', 'UNDERWRITER'], othersManage),
      ).toBeNull()
      expect(
        statusRefusal(admin, lastManager, 'ACTIVE', othersManage),
      ).toBeNull()
    }
  })

  test('is not someone who can’t use the permission', () => {
    for (const formerManager of [
      person({ ...lastManager, status: 'INACTIVE' }),
      person({ ...lastManager, roles: ['BDD'] }),
    ]) {
      expect(managesInSomeRole(formerManager)).toBe(false)
      expect(
        permissionRefusal(
          admin,
          formerManager,
          { managePermissions: false },
          false,
        ),
      ).toBeNull()
      expect(roleRefusal(admin, formerManager, ['BDD'], false)).toBeNull()
      expect(statusRefusal(admin, formerManager, 'INACTIVE', false)).toBeNull()
    }
  })
})

describe('roles, status and permissions', () => {
  const admin = actorWith('UNDERWRITER', ...permissions)

  test('no one changes their own', () => {
    const me = person({ id: 'me' })
    for (const key of permissions)
      expect(permissionRefusal(admin, me, { [key]: true }, true)).toBe(
        'You cannot change your own permissions',
      )
    expect(roleRefusal(admin, me, ['UNDERWRITER'], true)).toBe(
      'You cannot change your own roles',
    )
    for (const status of ['ACTIVE', 'INACTIVE'] as const)
      expect(statusRefusal(admin, me, status, true)).toBe(
        'You cannot change your own status',
      )
  })

  test('only the buyer’s people review, only a seller’s people sell', () => {
    const refusalOf = (companyKind: CompanyKind, role: Role) =>
      roleRefusal(
        admin,
        person({ companyKind, roles: ['DEFAULT'] }),
        ['DEFAULT', role],
        true,
      )
    const given = companyKinds.map((kind) => [
      kind,
      roles.filter((role) => refusalOf(kind, role) === null),
    ])
    expect(Object.fromEntries(given)).toEqual({
      BUYER: ['UNDERWRITER', 'BDD', 'UBDD', 'DEFAULT'],
      SELLER: ['SELLER', 'DEFAULT'],
      TPR_VENDOR: ['TPR', 'DEFAULT'],
    })
    expect(refusalOf('SELLER', 'BDD')).toMatch(
      /is not a role for users of this company$/,
    )
  })

  test('a user with permissions is (de)activated only by admins who hold them or manage everyone', () => {
    const companyAdmin = actorWith('SELLER', 'myCompanyAdmin')
    const manager = actorWith('UNDERWRITER', 'managePermissions')
    for (const key of permissions)
      for (const [now, next] of [
        ['ACTIVE', 'INACTIVE'],
        ['INACTIVE', 'ACTIVE'],
      ] as const) {
        const holder = person({ status: now, permissions: holding(key) })
        const withoutPermissions = person({ status: now })
        const adminWithKey = actorWith('SELLER', 'myCompanyAdmin', key)
        const refusal = key === 'myCompanyAdmin' ? null : lacksPermission
        expect(statusRefusal(companyAdmin, holder, next, true)).toBe(refusal)
        expect(statusRefusal(adminWithKey, holder, next, true)).toBeNull()
        expect(statusRefusal(manager, holder, next, true)).toBeNull()
        expect(
          statusRefusal(companyAdmin, withoutPermissions, next, true),
        ).toBeNull()
        expect(
          statusRefusal(companyAdmin, holder, now, true),
          'nothing changes',
        ).toBeNull()
      }
  })
})

describe('second factors', () => {
  const theirs = person({ permissions: holding('myOwn', 'manageSlr') })

  test('can be removed by someone who has all of the person’s permissions', () => {
    const sets: (readonly Permission[])[] = [
      [],
      ['myOwn'],
      ['myOwn', 'manageSlr'],
      permissions,
    ]
    const refusals = sets.map((held) =>
      factorsRefusal(actorWith('UNDERWRITER', ...held), theirs),
    )
    const lacks = 'This user has a permission that you do not have'
    expect(refusals).toEqual([lacks, lacks, null, null])
    expect(factorsRefusal(actorWith('UNDERWRITER'), person())).toBeNull()
  })

  test('of one’s own can be removed only in the account settings', () => {
    const refusal = factorsRefusal(actorWith('UNDERWRITER', ...permissions), {
      ...theirs,
      id: 'me',
    })
    expect(refusal).toBe(
      'Manage your own sign-in methods in your account settings',
    )
  })
})

describe('open work', () => {
  test('of these kinds needs a permission to receive it, and stays within the company', () => {
    const needed = openWorkKinds.flatMap((kind) =>
      workOf[kind].permissionToReceive
        ? [[kind, workOf[kind].permissionToReceive]]
        : [],
    )
    expect(needed).toEqual([
      ['underwriter', 'myOwn'],
      ['slr', 'manageSlr'],
      ['tradeDesk', 'manageTradeDesk'],
      ['purchasedTdoc', 'managePurchasedTdocs'],
    ])
    expect(openWorkKinds.filter(staysInCompany)).toEqual([
      'seller',
      'tprReview',
    ])
  })

  test('can’t be continued by someone without a role', () => {
    expect(
      workableKinds({
        status: 'ACTIVE',
        roles: [],
        permissions: holding(...permissions),
      }),
    ).toEqual([])
  })

  test('continues in the acting role, with its permission, while active', () => {
    const kindsOf = {
      SELLER: ['seller'],
      UNDERWRITER: ['underwriter', 'slr', 'tradeDesk', 'tdoc', 'purchasedTdoc'],
      TPR: ['tprReview'],
      BDD: ['bdd'],
      UBDD: ['bdd'],
      DEFAULT: [],
    }
    const needed: Record<string, Permission> = {
      slr: 'manageSlr',
      tradeDesk: 'manageTradeDesk',
      purchasedTdoc: 'managePurchasedTdocs',
    }
    for (const role of roles)
      for (const held of permissionSets) {
        const worker = {
          roles: [role, 'DEFAULT' as const],
          permissions: holding(...held),
        }
        const expected = kindsOf[role].filter(
          (kind) => !needed[kind] || held.includes(needed[kind]),
        )
        expect(
          workableKinds({ ...worker, status: 'ACTIVE' }),
          `${role} ${held}`,
        ).toEqual(expected)
        expect(workableKinds({ ...worker, status: 'INACTIVE' })).toEqual([])
      }
  })
})

test('permissions apply to underwriters, except for these', () => {
  const rolesWith = (key: Permission) =>
    roles.filter((role) => permissionsOf[role].includes(key)).join(', ')
  const others = permissions
    .map((key) => [key, rolesWith(key)])
    .filter(([, applied]) => applied !== 'UNDERWRITER')
  expect(Object.fromEntries(others)).toEqual({
    inviteTpr: 'UNDERWRITER, TPR',
    manageIntegrations: 'SELLER, UNDERWRITER',
    myCompanyView: 'SELLER',
    myCompanyAdmin: 'SELLER, UNDERWRITER, TPR',
    myCompanyReassignSlv: 'SELLER',
  })
})
