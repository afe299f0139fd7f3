import { permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test as base, type Caller } from '../../test/http.ts'
import { findRow, findRows } from '../../test/rows.ts'

/** An admin who manages everyone, signed in. */
const test = base
  .extend('admin', ({ made }) => made.underwriter(...permissions))
  .extend('asAdmin', ({ signedIn, admin }) => signedIn(admin))

const set = (
  as: Caller,
  what: 'permissions' | 'roles' | 'status',
  body: object,
) => as('PATCH', `/v1/users/${what}`, { body })
const errorOf = (answer: {
  json: () => { statusCode: number; error: string }
}) => {
  const { statusCode, error } = answer.json()
  return `${statusCode} ${error}`
}
const changesOf = async (as: Caller, id: string) =>
  (await as('GET', `/v1/users/${id}/changes`)).json()
const noticesOf = async (as: Caller): Promise<string[]> =>
  (await as('GET', '/v1/notifications'))
    .json()
    .items.map(
      ({ action, description }: { action: string; description: string }) =>
        `${action} ${description}`,
    )

describe('permissions', () => {
  test('are granted and removed, with notification and history', async ({
    made,
    signedIn,
    admin,
    asAdmin,
  }) => {
    const person = await made.underwriter('myOwn', 'manageSla')
    const body = {
      id: person.id,
      assignLoans: true,
      manageSla: false,
      myOwn: true,
    }
    const answer = await set(asAdmin, 'permissions', body)
    const { id, ...permissions } = body
    expect(answer.json()).toMatchObject({ id, permissions })
    const notice =
      'PERMISSIONS_CHANGED Granted: Assign SLVs. Removed: SLA Management.'
    expect(await noticesOf(await signedIn(person))).toEqual([notice])
    const changes = [
      { field: 'manageSla', before: true, after: false },
      { field: 'assignLoans', before: false, after: true },
    ]
    const entry = { actorName: admin.name, action: 'set-permissions', changes }
    expect(await changesOf(asAdmin, person.id)).toMatchObject({
      total: 1,
      items: [entry],
    })
    await set(asAdmin, 'permissions', body)
    expect(
      (await changesOf(asAdmin, person.id)).total,
      'nothing changed the second time',
    ).toBe(1)
  })

  test('of the own company have their own notifications', async ({
    made,
    signedIn,
    asAdmin,
  }) => {
    const seller = await made.seller()
    const asSeller = await signedIn(seller)
    await set(asAdmin, 'permissions', { id: seller.id, myCompanyView: true })
    expect(await noticesOf(asSeller)).toEqual(['MY_COMPANY_VIEW '])
    const customMessage = 'Simon is away until Monday: please look after his.'
    const more = {
      myCompanyReassignSlv: true,
      myCompanyAdmin: true,
      customMessage,
    }
    await set(asAdmin, 'permissions', { id: seller.id, ...more })
    expect((await noticesOf(asSeller)).toSorted()).toEqual([
      'MY_COMPANY_ADMIN ',
      'MY_COMPANY_REASSIGN_SLV ',
      'MY_COMPANY_VIEW ',
      `PERMISSIONS_CHANGED ${customMessage}`,
    ])
    expect((await changesOf(asAdmin, seller.id)).items[0]).toMatchObject({
      customMessage,
    })
  })

  test('need to be held by the admin, and are never one’s own', async ({
    made,
    signedIn,
    admin,
    asAdmin,
  }) => {
    const lesser = await made.underwriter('managePermissions', 'myOwn')
    const asLesser = await signedIn(lesser)
    const person = await made.underwriter('manageSla')
    const lacks =
      '409 You cannot grant or remove a permission that you do not have'
    expect(
      errorOf(
        await set(asLesser, 'permissions', { id: person.id, manageSlr: true }),
      ),
    ).toBe(lacks)
    expect(
      errorOf(
        await set(asLesser, 'permissions', { id: person.id, manageSla: false }),
      ),
    ).toBe(lacks)
    expect(
      (await set(asLesser, 'permissions', { id: person.id, myOwn: true }))
        .statusCode,
    ).toBe(200)
    const own = '409 You cannot change your own permissions'
    expect(
      errorOf(
        await set(asAdmin, 'permissions', { id: admin.id, myOwn: false }),
      ),
    ).toBe(own)
  })
})

test('roles and permissions together change in one step with one message', async ({
  made,
  signedIn,
  asAdmin,
}) => {
  const person = await made.user({ role: 'DEFAULT' })
  const customMessage = 'Welcome to the desk.'
  const body = {
    id: person.id,
    roles: ['UNDERWRITER'],
    manageSlr: true,
    customMessage,
  }
  const after = { roles: ['UNDERWRITER'], permissions: { manageSlr: true } }
  expect((await set(asAdmin, 'permissions', body)).json()).toMatchObject(after)
  expect(
    (
      await noticesOf(await signedIn({ ...person, role: 'UNDERWRITER' }))
    ).toSorted(),
  ).toEqual([
    `PERMISSIONS_CHANGED Granted: SLR Management. ${customMessage}`,
    'ROLES_CHANGED You now have these roles: Underwriter.',
  ])
  expect((await changesOf(asAdmin, person.id)).items).toMatchObject([
    {
      action: 'set-permissions',
      changes: [{ field: 'roles' }, { field: 'manageSlr' }],
    },
  ])
})

test('roles and permissions together are refused together', async ({
  made,
  signedIn,
  asAdmin,
}) => {
  const lesser = await signedIn(await made.underwriter('managePermissions'))
  const person = await made.user({ role: 'DEFAULT' })
  const both = { id: person.id, roles: ['UNDERWRITER'], manageSlr: true }
  expect((await set(lesser, 'permissions', both)).statusCode).toBe(409)
  const now = async () =>
    (await asAdmin('GET', `/v1/users/${person.id}`)).json()
  expect(await now()).toMatchObject({ role: 'DEFAULT' })
  const slv = await made.underwriter('myOwn')
  await made.slv({ underwriterId: slv.id })
  const gone = { id: slv.id, roles: ['BDD'], myOwn: false }
  expect(
    (await set(asAdmin, 'permissions', gone)).json().details,
  ).toMatchObject([{ field: 'handOver.underwriter' }])
  const handedOver = await set(asAdmin, 'permissions', {
    ...gone,
    handOver: { underwriter: null },
  })
  expect(handedOver.json()).toMatchObject({
    roles: ['BDD'],
    permissions: { myOwn: false },
  })
})

test('roles and permissions together need the right to set roles', async ({
  made,
  signedIn,
}) => {
  const chief = await made.seller(undefined, 'myCompanyAdmin', 'myCompanyView')
  const colleague = await made.seller(chief.companyId)
  const both = {
    id: colleague.id,
    roles: ['SELLER', 'DEFAULT'],
    myCompanyView: true,
  }
  expect(
    (await set(await signedIn(chief), 'permissions', both)).statusCode,
  ).toBe(403)
})

describe('roles and status', () => {
  test('a role takes effect immediately, is notified and mailed', async ({
    made,
    signedIn,
    asAdmin,
    committed,
    queued,
  }) => {
    const person = await made.user({ role: 'DEFAULT' })
    const answer = await set(asAdmin, 'roles', {
      id: person.id,
      roles: ['UNDERWRITER', 'BDD'],
    })
    expect(answer.json()).toMatchObject({ roles: ['UNDERWRITER', 'BDD'] })
    const asPerson = await signedIn({ ...person, role: 'UNDERWRITER' })
    expect((await asPerson('GET', '/v1/auth/profile')).json()).toMatchObject({
      role: 'UNDERWRITER',
    })
    const notice =
      'ROLES_CHANGED You now have these roles: Underwriter, Business Development Director.'
    expect(await noticesOf(asPerson)).toEqual([notice])
    expect(await findRows(committed, 'notification')).toMatchObject([
      { title: 'You now have access', mail: 'IMMEDIATELY' },
    ])
    expect(await queued('claim-notifications')).toEqual([{ userId: person.id }])
    const change = {
      field: 'roles',
      before: ['DEFAULT'],
      after: ['UNDERWRITER', 'BDD'],
    }
    expect((await changesOf(asAdmin, person.id)).items[0].changes).toEqual([
      change,
    ])
    for (const roles of [[], ['BDD', 'BDD'], ['GUEST']])
      expect(
        (await set(asAdmin, 'roles', { id: person.id, roles })).statusCode,
      ).toBe(400)
    expect(
      errorOf(
        await set(asAdmin, 'roles', { id: person.id, roles: ['SELLER'] }),
      ),
    ).toBe('409 Seller is not a role for users of this company')
  })

  test('deactivation ends sessions; activation notifies', async ({
    made,
    signedIn,
    asAdmin,
    committed,
    queued,
  }) => {
    const person = await made.seller()
    const asPerson = await signedIn(person)
    await set(asAdmin, 'status', {
      id: person.id,
      status: 'INACTIVE',
      customMessage: 'Left the company',
    })
    expect((await asPerson('GET', '/v1/auth/profile')).statusCode).toBe(401)
    const changes = await findRows(committed, 'userHistory', {
      userId: person.id,
    })
    expect(await queued('tell-deactivated')).toEqual(
      changes.map(({ id }) => ({ changeId: id })),
    )
    expect(await findRows(committed, 'session', { userId: person.id })).toEqual(
      [],
    )
    await set(asAdmin, 'permissions', { id: person.id, myCompanyView: true })
    const back = await set(asAdmin, 'status', {
      id: person.id,
      status: 'ACTIVE',
      customMessage: 'Welcome back',
    })
    expect(back.json()).toMatchObject({ status: 'ACTIVE' })
    expect(await noticesOf(await signedIn(person))).toEqual([
      'ACCOUNT_ACTIVATED Welcome back',
    ])
  })

  test('no one changes their own, and one manager stays', async ({
    made,
    signedIn,
    admin,
    asAdmin,
  }) => {
    const status = await set(asAdmin, 'status', {
      id: admin.id,
      status: 'INACTIVE',
    })
    expect(errorOf(status)).toBe('409 You cannot change your own status')
    const roles = await set(asAdmin, 'roles', { id: admin.id, roles: ['BDD'] })
    expect(errorOf(roles)).toBe('409 You cannot change your own roles')
    // A company admin who can't manage everyone: the admin is the last one who
    // can.
    const holds = ['myCompanyAdmin', 'managePermissions', 'myOwn'] as const
    const other = await made.user({
      role: 'UNDERWRITER',
      companyId: admin.companyId,
      holds,
    })
    const asOther = await signedIn(other)
    await set(asAdmin, 'permissions', {
      id: other.id,
      managePermissions: false,
    })
    expect(
      (
        await set(asOther, 'permissions', {
          id: admin.id,
          managePermissions: false,
        })
      ).statusCode,
    ).toBe(409)
  })
})

test('the database requires an acting role', async ({ made, committed }) => {
  const person = await made.underwriter()
  const move = committed
    .updateTable('userRole')
    .set({ position: 1 })
    .where('userId', '=', person.id)
    .execute()
  await expect(move).rejects.toThrow('acts in the role at position 0')
})

describe('a company admin', () => {
  test('reassigns a deactivated colleague’s SLVs', async ({
    made,
    signedIn,
    committed,
  }) => {
    const chief = await made.seller(undefined, 'myCompanyAdmin')
    const [colleague, heir] = [
      await made.seller(chief.companyId),
      await made.seller(chief.companyId),
    ]
    const slv = await made.slv({
      sellerId: colleague.id,
      underwriterId: (await made.underwriter('myOwn')).id,
    })
    const asChief = await signedIn(chief)
    const work = await asChief('GET', `/v1/users/${colleague.id}/open-work`)
    const successors = [chief, heir].map(({ id, name }) => ({ id, name }))
    expect(work.json()).toEqual([
      { kind: 'seller', count: 1, mayBeLeft: false, successors },
    ])
    const gone = { id: colleague.id, status: 'INACTIVE' }
    expect((await set(asChief, 'status', gone)).json().details).toEqual([
      { field: 'handOver.seller', error: 'SLVs they own: 1' },
    ])
    const done = await set(asChief, 'status', {
      ...gone,
      handOver: { seller: heir.id },
    })
    expect(done.statusCode).toBe(200)
    expect(await findRow(committed, 'slv', { id: slv.id })).toMatchObject({
      sellerId: heir.id,
    })
    expect(await noticesOf(await signedIn(heir))).toMatchObject([
      expect.stringMatching(/^REASSIGNED /),
    ])
  })

  test('sees other companies’ changes without names or messages', async ({
    made,
    signedIn,
    admin,
    asAdmin,
  }) => {
    const chief = await made.seller(undefined, 'myCompanyAdmin')
    await set(asAdmin, 'permissions', {
      id: chief.id,
      myCompanyView: true,
      customMessage: 'Between us',
    })
    expect((await changesOf(asAdmin, chief.id)).items[0].customMessage).toBe(
      'Between us',
    )
    const [change] = (await changesOf(await signedIn(chief), chief.id)).items
    expect(change.actorName).not.toBe(admin.name)
    expect(change.customMessage).toBeNull()
    expect(change.actorName).toMatch(/^BUYER \d+$/)
  })
})
