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

const relations = companyKinds.flatMap((companyKind) =>
  (['me', 'them'] as const).flatMap((id) =>
    (['mine', 'theirs'] as const).flatMap((companyId) =>
      [null, 'me', 'someone'].map((bddId) =>
        person({ id, companyId, companyKind, bddId }),
      ),
    ),
  ),
)
const cases = everyActor.flatMap((actor) =>
  relations.map((one) => ({ actor, one })),
)

describe('over every role, permission and relation', () => {
  const describeCase = ({ actor, one }: (typeof cases)[number]) =>
    `${describeActor(actor)} and ${JSON.stringify(one)}`

  test('a card is visible to the person, colleagues, underwriters and the seller’s BDD', () => {
    const wrong = cases.filter(({ actor, one }) => {
      const isSelf = one.id === 'me'
      const isColleague = one.companyId === 'mine' && actor.role !== 'DEFAULT'
      const isBdds =
        ['BDD', 'UBDD'].includes(actor.role) &&
        (one.companyKind === 'BUYER' || one.bddId === 'me')
      return (
        maySeePerson(actor, one) !==
        (isSelf || isColleague || actor.role === 'UNDERWRITER' || isBdds)
      )
    })
    expect(wrong.map(describeCase)).toEqual([])
  })

  test('managers see the people they manage', () => {
    expect(
      cases.filter(
        ({ actor, one }) => mayManage(actor, one) && !maySeePerson(actor, one),
      ),
    ).toEqual([])
  })
})

const lacksPermission =
  'You cannot grant or remove a permission that you do not have'

describe('permissions', () => {
  const inWhich = (key: Permission) =>
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
        const asleep = person({ roles: [role], permissions: holding(key) })
        expect(
          permissionRefusal(admin, asleep, { [key]: false }, true),
        ).toBeNull()
      }
  })

  test('that a new role would activate must be held by the admin', () => {
    const asleep = person({ roles: ['BDD'], permissions: holding('manageSlr') })
    const wake = (...held: readonly Permission[]) =>
      roleRefusal(
        actorWith('UNDERWRITER', 'managePermissions', ...held),
        asleep,
        ['BDD', 'UNDERWRITER'],
        true,
      )
    expect(wake()).toBe(lacksPermission)
    expect(wake('manageSlr')).toBeNull()
  })

  test('that a later release added are handed out by those who manage everyone, to others only', () => {
    const admin = actorWith('UNDERWRITER', 'managePermissions')
    const leader = actorWith('UNDERWRITER', 'myCompanyAdmin')
    const one = person({ roles: ['UNDERWRITER'] })
    for (const key of addedPermissions) {
      expect(permissionRefusal(admin, one, { [key]: true }, true)).toBeNull()
      expect(
        permissionRefusal(
          admin,
          { ...one, id: admin.id },
          { [key]: true },
          true,
        ),
      ).toBe('You cannot change your own permissions')
      expect(permissionRefusal(leader, one, { [key]: true }, true)).toBe(
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
        const one = person({
          permissions: before ? holding(key) : holding(),
          roles: ['DEFAULT', inWhich(key)],
        })
        expect(
          permissionRefusal(holder, one, { [key]: after }, true),
        ).toBeNull()
        expect(permissionRefusal(other, one, { [key]: after }, true)).toBe(
          lacksPermission,
        )
        expect(
          permissionRefusal(other, one, { [key]: before }, true),
          'nothing changes',
        ).toBeNull()
        expect(permissionRefusal(other, one, {}, true)).toBeNull()
      }
    },
  )
})

describe('the last manager', () => {
  const admin = actorWith('UNDERWRITER', ...permissions)
  const last = person({ permissions: holding('managePermissions', 'myOwn') })
  const stays = 'At least one active user must be able to manage permissions'

  test('keeps the permission, the role and the account', () => {
    for (const othersManage of [true, false]) {
      const answer = othersManage ? null : stays
      expect(
        permissionRefusal(
          admin,
          last,
          { managePermissions: false },
          othersManage,
        ),
      ).toBe(answer)
      expect(roleRefusal(admin, last, ['BDD'], othersManage)).toBe(answer)
      expect(statusRefusal(admin, last, 'INACTIVE', othersManage)).toBe(answer)
      expect(
        permissionRefusal(admin, last, { myOwn: false }, othersManage),
      ).toBeNull()
      expect(
        roleRefusal(admin, last, ['BDD', 'UNDERWRITER'], othersManage),
      ).toBeNull()
      expect(statusRefusal(admin, last, 'ACTIVE', othersManage)).toBeNull()
    }
  })

  test('is not someone who can’t use the permission', () => {
    for (const one of [
      person({ ...last, status: 'INACTIVE' }),
      person({ ...last, roles: ['BDD'] }),
    ]) {
      expect(managesInSomeRole(one)).toBe(false)
      expect(
        permissionRefusal(admin, one, { managePermissions: false }, false),
      ).toBeNull()
      expect(roleRefusal(admin, one, ['BDD'], false)).toBeNull()
      expect(statusRefusal(admin, one, 'INACTIVE', false)).toBeNull()
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
    for (const key of permissions)
      for (const [now, next] of [
        ['ACTIVE', 'INACTIVE'],
        ['INACTIVE', 'ACTIVE'],
      ] as const) {
        const one = person({ status: now, permissions: holding(key) })
        const companyAdmin = actorWith('SELLER', 'myCompanyAdmin')
        const refusal = key === 'myCompanyAdmin' ? null : lacksPermission
        expect(statusRefusal(companyAdmin, one, next, true)).toBe(refusal)
        expect(
          statusRefusal(
            actorWith('SELLER', 'myCompanyAdmin', key),
            one,
            next,
            true,
          ),
        ).toBeNull()
        expect(
          statusRefusal(
            actorWith('UNDERWRITER', 'managePermissions'),
            one,
            next,
            true,
          ),
        ).toBeNull()
        expect(
          statusRefusal(companyAdmin, person({ status: now }), next, true),
        ).toBeNull()
        expect(
          statusRefusal(companyAdmin, one, now, true),
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
    const isContinued = (held: readonly Permission[]) => (kind: string) =>
      !needed[kind] || held.includes(needed[kind])
    for (const role of roles)
      for (const held of permissionSets) {
        const one = {
          roles: [role, 'DEFAULT' as const],
          permissions: holding(...held),
        }
        expect(
          workableKinds({ ...one, status: 'ACTIVE' }),
          `${role} ${held}`,
        ).toEqual(kindsOf[role].filter(isContinued(held)))
        expect(workableKinds({ ...one, status: 'INACTIVE' })).toEqual([])
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
