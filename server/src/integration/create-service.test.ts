import { expect } from 'vitest'
import { findRows } from '../../test/rows.ts'
import { test } from '../../test/service-keys.ts'
import { tdocMaker } from '../../test/tdoc-makers.ts'

test('no one can give a service more permissions than they have, or gain them through a key', async ({
  made,
  createServiceKey,
  signedIn,
}) => {
  const lead = await made.underwriter('manageIntegrations', 'viewSlvDepartment')
  const { service, path, keyId } = await createServiceKey(lead, [
    'viewSlvDepartment',
  ])
  const other = await signedIn(
    await made.user({
      role: 'UNDERWRITER',
      companyId: lead.companyId,
      holds: ['manageIntegrations'],
    }),
  )
  const create = (permissions: string[]) =>
    other('POST', '/v1/integration/services', {
      body: { name: 'Mine', permissions },
    })
  expect((await create(['viewSlvDepartment'])).json().error).toBe(
    'You can’t grant a permission that you don’t have',
  )
  expect((await create(['myCompanyAdmin'])).json().error).toContain(
    'A service can’t have',
  )
  expect((await create(['myCompanyView'])).statusCode).toBe(409)
  expect((await other('POST', path, { body: {} })).json().error).toBe(
    'This service has a permission that you don’t have',
  )
  expect(
    (await other('POST', `${path}/${keyId}/rotate`, { body: {} })).statusCode,
  ).toBe(409)
  const list = await other('GET', '/v1/integration/services')
  expect(list.json().items[0]).toMatchObject({
    id: service.id,
    mayCreateKeys: false,
  })
  expect((await other('DELETE', `${path}/${keyId}`)).statusCode).toBe(200)
})

test('managers of another company can’t see or change a service', async ({
  made,
  createServiceKey,
  signedIn,
}) => {
  const { service, path, keyId } = await createServiceKey(
    await made.seller(undefined, 'manageIntegrations'),
    [],
  )
  for (const stranger of [
    await made.seller(undefined, 'manageIntegrations'),
    await made.underwriter('manageIntegrations', 'managePermissions'),
  ]) {
    const asks = await signedIn(stranger)
    expect(
      (await asks('GET', '/v1/integration/services')).json().items,
    ).toEqual([])
    for (const [method, at] of [
      ['PATCH', `/v1/integration/services/${service.id}`],
      ['POST', path],
      ['POST', `${path}/${keyId}/rotate`],
      ['DELETE', `${path}/${keyId}`],
    ] as const)
      expect([
        method,
        at,
        (await asks(method, at, { body: {} })).statusCode,
      ]).toEqual([method, at, 404])
  }
})

test('a service isn’t listed among people, and gets no work or notifications', async ({
  made,
  createServiceKey,
  signedIn,
  committed,
}) => {
  const holds = [
    'manageIntegrations',
    'managePermissions',
    'viewSlvDepartment',
    'myOwn',
    'assignLoans',
  ] as const
  const admin = await made.user({ role: 'UNDERWRITER', holds })
  const seller = await made.seller(
    undefined,
    'manageIntegrations',
    'myCompanyView',
    'myCompanyReassignSlv',
    'myCompanyAdmin',
  )
  const staff = await createServiceKey(admin, ['myOwn', 'viewSlvDepartment'], {
    name: 'CANARY-robot',
  })
  const sold = await createServiceKey(seller, ['myCompanyView'], {
    name: 'CANARY-robot',
  })
  const slv = await made.slv({ sellerId: seller.id, underwriterId: admin.id })
  const paths = [
    '/v1/users',
    '/v1/users/underwriters',
    '/v1/users/sellers',
    '/v1/users/bdd',
    '/v1/companies?search=robot',
    '/v1/users/workload?work=underwriter',
    `/v1/users/mentionable-users/${slv.id}`,
  ]
  for (const person of [admin, seller]) {
    const asks = await signedIn(person)
    for (const path of paths)
      expect((await asks('GET', path)).body, path).not.toContain('CANARY-robot')
  }
  const asAdmin = await signedIn(admin)
  const serviceId = staff.service.id
  const profile = await asAdmin('GET', `/v1/users/${serviceId}`)
  expect(profile.statusCode).toBe(404)

  const tdoc = await tdocMaker(committed, new Date())()
  const refusedCalls = [
    [
      'PATCH',
      '/v1/proxy-loan/assign-requests',
      { assignments: [{ id: slv.id, userId: serviceId }] },
    ],
    [
      'PATCH',
      '/v1/tdocs/underwriter/set-multiple-underwriters',
      { underwriterId: serviceId, tdocIds: [tdoc.id] },
    ],
    [
      'PATCH',
      '/v1/tdocs/underwriter/set-multiple-reviewers',
      { reviewerId: serviceId, tdocIds: [tdoc.id] },
    ],
    [
      'POST',
      '/v1/notifications',
      { userId: serviceId, action: 'PENDING', entityId: slv.id },
    ],
  ] as const
  for (const [method, path, body] of refusedCalls) {
    const { statusCode } = await asAdmin(method, path, { body })
    expect(statusCode, path).toBe(400)
  }

  await asAdmin('POST', '/v1/notifications/announcements', {
    body: { title: 'Hello', description: 'All' },
  })
  for (const { service } of [staff, sold])
    expect(
      await findRows(committed, 'notification', { userId: service.id }),
    ).toEqual([])
})
