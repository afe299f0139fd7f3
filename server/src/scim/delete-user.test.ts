import { permissions } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { findRow, findRows } from '../../test/rows.ts'
import { newGroup, newUser, openScim, test } from '../../test/scim.ts'
import { enterpriseSchema } from './list-schemas.ts'

const deactivation = { op: 'replace', path: 'active', value: false }

describe('deactivation', () => {
  test('signs out immediately, and history names SCIM', async ({
    portal: { scim, made, signedIn },
  }) => {
    const [admin, person] = [
      await made.underwriter(...permissions),
      await made.underwriter('myOwn'),
    ]
    const [asAdmin, asPerson] = [await signedIn(admin), await signedIn(person)]
    expect((await asPerson('GET', '/v1/auth/profile')).statusCode).toBe(200)
    expect((await scim.patch(`/Users/${person.id}`, deactivation)).status).toBe(
      200,
    )
    expect((await asPerson('GET', '/v1/auth/profile')).statusCode).toBe(401)
    const { items } = (
      await asAdmin('GET', `/v1/users/${person.id}/changes`)
    ).json()
    const changes = [{ field: 'status', before: 'ACTIVE', after: 'INACTIVE' }]
    expect(items).toMatchObject([
      { actorName: 'SCIM', action: 'set-status', changes },
    ])
    expect(
      (
        await scim.patch(`/Users/${person.id}`, {
          ...deactivation,
          value: true,
        })
      ).body.active,
    ).toBe(true)
    expect(
      (await asAdmin('GET', `/v1/users/${person.id}`)).json(),
    ).toMatchObject({ status: 'ACTIVE' })
  })

  test('hands over each kind of open work to the person with the least of it', async ({
    portal,
  }) => {
    const { scim, made, db, signedIn } = portal
    const leaves = await made.underwriter(
      'myOwn',
      'manageSlr',
      'manageTradeDesk',
    )
    const busy = await made.underwriter('myOwn', 'manageSlr')
    const idle = await made.underwriter('myOwn', 'manageSlr')
    for (let n = 0; n < 2; n++) await made.slv({ underwriterId: busy.id })
    await made.slv({ underwriterManagerId: idle.id, status: 'SLR_PENDING' })
    const reviewed = [
      await made.slv({ underwriterId: leaves.id }),
      await made.slv({ underwriterId: leaves.id }),
    ]
    const managed = await made.slv({
      underwriterManagerId: leaves.id,
      status: 'SLR_REVIEW',
    })
    const traded = await made.slv({
      tradeDeskId: leaves.id,
      status: 'TD_PENDING',
    })
    const decided = await made.slv({
      underwriterId: leaves.id,
      status: 'APPROVED',
    })
    // Other tests in this file create people who could take over too.
    await db
      .updateTable('appUser')
      .set({ status: 'INACTIVE' })
      .where('id', 'not in', [leaves.id, busy.id, idle.id])
      .execute()

    expect((await scim.patch(`/Users/${leaves.id}`, deactivation)).status).toBe(
      200,
    )
    const slv = ({ id }: { id: string }) => findRow(db, 'slv', { id })
    for (const one of reviewed)
      expect(await slv(one)).toMatchObject({ underwriterId: idle.id })
    expect(await slv(managed)).toMatchObject({
      underwriterManagerId: busy.id,
      status: 'SLR_REVIEW',
    })
    expect(await slv(traded), 'no one is left for it').toMatchObject({
      tradeDeskId: null,
    })
    expect(await slv(decided)).toMatchObject({ underwriterId: leaves.id })
    const [entry] = await findRows(db, 'userHistory', { userId: leaves.id })
    expect(entry?.changes).toEqual([
      { field: 'status', before: 'ACTIVE', after: 'INACTIVE' },
      { field: 'handOver.underwriter', before: 2, after: idle.name },
      { field: 'handOver.slr', before: 1, after: busy.name },
      { field: 'handOver.tradeDesk', before: 1, after: null },
    ])
    const { id = '' } = reviewed[0] ?? {}
    const people = await (await signedIn(idle))(
      'GET',
      `/v1/proxy-loan-history/${id}/user-filter`,
    )
    expect(people.json(), 'the SLV’s history').toMatchObject([{ name: 'SCIM' }])
  })

  test('hands over a seller’s SLVs within the company, or keeps them assigned if no one is left', async ({
    portal,
  }) => {
    const { scim, made, db } = portal
    const leaves = await made.seller()
    const colleague = await made.seller(leaves.companyId)
    const draft = await made.slv({ sellerId: leaves.id, status: 'DRAFT' })
    await scim.patch(`/Users/${leaves.id}`, deactivation)
    expect(await findRow(db, 'slv', { id: draft.id })).toMatchObject({
      sellerId: colleague.id,
    })
    expect(
      (await scim.patch(`/Users/${colleague.id}`, deactivation)).status,
    ).toBe(200)
    expect(await findRow(db, 'slv', { id: draft.id })).toMatchObject({
      sellerId: colleague.id,
    })
  })
})

test('the last person who can manage permissions stays, no matter what is sent', async ({
  onTestFinished,
}) => {
  const { scim, made, db } = await openScim((end) => onTestFinished(end))
  const admin = await made.underwriter(...permissions)
  const { id } = admin
  const user = (await scim.get(`/Users/${id}`)).body
  const answers = [
    await scim.patch(`/Users/${id}`, deactivation),
    await scim.put(`/Users/${id}`, { ...user, active: false }),
    await scim.delete(`/Users/${id}`),
  ]
  for (const { status, body } of answers) {
    expect([status, body.scimType]).toEqual([409, 'mutability'])
    expect(body.detail).toBe(
      'At least one active user must be able to manage permissions',
    )
  }
  const { body: admins } = await scim.post('/Groups', newGroup('Admins', id))
  expect(
    (
      await scim.patch(`/Groups/${admins.id}`, {
        op: 'remove',
        path: 'members',
      })
    ).status,
  ).toBe(409)
  expect((await scim.delete(`/Groups/${admins.id}`)).status).toBe(409)
  expect((await scim.get(`/Groups/${admins.id}`)).body.members).toMatchObject([
    { value: id },
  ])
  expect(await findRow(db, 'appUser', { id })).toMatchObject({
    status: 'ACTIVE',
  })
  await made.underwriter('managePermissions')
  expect((await scim.delete(`/Users/${id}`)).status).toBe(204)
})

describe('deletion', () => {
  test('keeps the row for history, removes rights and groups, and returns 404 from then on', async ({
    portal,
  }) => {
    const { scim, made, db, createUser } = portal
    const { id, userName } = await createUser({ externalId: 'gone' })
    const { body: group } = await scim.post(
      '/Groups',
      newGroup('Underwriters', id),
    )
    const slv = await made.slv({ underwriterId: id })
    expect(await scim.delete(`/Users/${id}`)).toMatchObject({
      status: 204,
      text: '',
    })
    for (const answer of [
      await scim.get(`/Users/${id}`),
      await scim.patch(`/Users/${id}`, deactivation),
      await scim.delete(`/Users/${id}`),
    ])
      expect(answer.status).toBe(404)
    const found = await scim.get(
      `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`,
    )
    expect(found.body.totalResults).toBe(0)
    expect(await findRow(db, 'appUser', { id })).toMatchObject({
      status: 'INACTIVE',
      email: userName.toLowerCase(),
    })
    expect(await findRows(db, 'userPermission', { userId: id })).toEqual([])
    expect(await findRows(db, 'userRole', { userId: id })).toMatchObject([
      { role: 'DEFAULT' },
    ])
    expect((await findRow(db, 'slv', { id: slv.id })).underwriterId).not.toBe(
      id,
    )
    const after = await scim.get(`/Groups/${group.id}`)
    expect(after.body.members).toEqual([])
    expect(after.headers.get('etag')).not.toBe(group.meta.version)
    expect(
      (
        await scim.patch(`/Groups/${group.id}`, {
          op: 'add',
          path: 'members',
          value: [{ value: id }],
        })
      ).status,
    ).toBe(400)
    await scim.delete(`/Groups/${group.id}`)
  })

  test('is undone by creating the user again: the same person, without the earlier rights', async ({
    portal,
  }) => {
    const { scim, made, db, createUser } = portal
    const { id, userName } = await createUser()
    const { body: group } = await scim.post('/Groups', newGroup('BDDs', id))
    await scim.delete(`/Users/${id}`)
    const { corrId } = await made.company()
    const elsewhere = newUser({
      userName,
      [enterpriseSchema]: { organization: corrId },
    })
    expect((await scim.post('/Users', elsewhere)).status).toBe(409)
    const again = await scim.post(
      '/Users',
      newUser({ userName, name: { givenName: 'Again' } }),
    )
    expect(again).toMatchObject({
      status: 201,
      body: { id, active: true, name: { givenName: 'Again' } },
    })
    expect(await findRows(db, 'userRole', { userId: id })).toMatchObject([
      { role: 'DEFAULT' },
    ])
    await scim.delete(`/Groups/${group.id}`)
  })
})

test('a seller is created by the corrId of their company, which must exist', async ({
  portal: { scim, made, db },
}) => {
  const { id: companyId, corrId } = await made.company()
  const wanted = newUser({ [enterpriseSchema]: { organization: corrId } })
  const { status, body } = await scim.post('/Users', wanted)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    schemas: expect.arrayContaining([enterpriseSchema]),
    [enterpriseSchema]: { organization: corrId },
  })
  expect(await findRow(db, 'appUser', { id: body.id })).toMatchObject({
    companyId,
  })
  const unknown = newUser({ [enterpriseSchema]: { organization: 'NONE' } })
  expect(await scim.post('/Users', unknown)).toMatchObject({
    status: 400,
    body: { scimType: 'invalidValue' },
  })
  const { body: staff } = await scim.post('/Users', newUser())
  expect(
    await findRow(db, 'company', {
      id: (await findRow(db, 'appUser', { id: staff.id })).companyId,
    }),
  ).toMatchObject({
    kind: 'BUYER',
  })
})

test('the SCIM service isn’t listed among people', async ({
  portal: { createUser, made, signedIn, db },
}) => {
  await createUser()
  const service = await findRow(db, 'appUser', {
    email: 'scim@service.invalid',
  })
  const asAdmin = await signedIn(await made.underwriter(...permissions))
  expect((await asAdmin('GET', '/v1/users?search=scim')).json()).toMatchObject({
    total: 0,
  })
  expect((await asAdmin('GET', `/v1/users/${service.id}`)).statusCode).toBe(404)
  const body = { id: service.id, status: 'ACTIVE' }
  expect(
    (await asAdmin('PATCH', '/v1/users/status', { body })).statusCode,
  ).toBe(404)
})

test('a DELETE may have the content type of SCIM, with no body', async ({
  portal: { scim, createUser },
}) => {
  const { id } = await createUser({ userName: 'content.type@buyer.example' })
  const headers = { 'content-type': 'application/scim+json' }
  expect(
    await scim.call(`/Users/${id}`, { method: 'DELETE', headers }),
  ).toMatchObject({ status: 204, text: '' })
  const group = (await scim.post('/Groups', newGroup('content-type'))).body
  expect(
    await scim.call(`/Groups/${group.id}`, { method: 'DELETE', headers }),
  ).toMatchObject({ status: 204 })
})

test('an id that is too long has its own error', async ({
  portal: { scim },
}) => {
  const unknown = 'a'.repeat(300)
  expect((await scim.get(`/Users/${unknown}`)).body.detail).toBe(
    `User ${unknown} not found`,
  )
  const tooLong = {
    status: 404,
    body: { status: '404', detail: 'An id has at most 300 characters' },
  }
  for (const method of ['GET', 'DELETE'])
    for (const path of ['Users', 'Groups', 'Schemas'])
      expect(
        await scim.call(`/${path}/${'a'.repeat(301)}`, { method }),
      ).toMatchObject(tooLong)
})
