import { describe, expect } from 'vitest'
import { test as http } from '../../test/http.ts'
import {
  newGroup,
  newUser,
  nextName,
  patchOf,
  scimTokens,
  test,
} from '../../test/scim.ts'
import { webServer } from '../lib/http/web-server.ts'
import { createKeys } from '../lib/integrations/secret-key.ts'
import { createLog } from '../lib/log.ts'
import { userSchema } from './list-schemas.ts'
import { scimRoutes } from './routes.ts'

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
const unknownId = '019a0000-0000-7000-8000-000000000000'

/**
 * Every method and path of the SCIM routes, with an id in place of the
 * parameter.
 */
async function registeredRoutes() {
  const app = await webServer(createLog('silent'), 'http://portal.example')
  const routes: [method: string, path: string][] = []
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat())
      routes.push([one, path.replace(':id', unknownId).replace('*', 'Unknown')])
  })
  const none = () => {
    throw new Error('No request is served')
  }
  const deps = {
    tokens: [],
    groupRoles: [],
    publicUrl: 'http://portal.example',
    brandName: 'Buyer',
  }
  await app.register((scope) =>
    scimRoutes(scope, {
      ...deps,
      context: none,
      keys: createKeys(Buffer.alloc(32)),
      forgetSessions: none,
    }),
  )
  await app.close()
  return routes
}

describe('access', () => {
  test('every route refuses without a token, with a wrong one, and with a session', async ({
    portal,
  }) => {
    const routes = await registeredRoutes()
    expect(routes.length).toBeGreaterThan(30)
    const { origin, made } = portal
    const wrong = [
      undefined,
      'Bearer',
      `Bearer ${scimTokens[0]}x`,
      `Basic ${scimTokens[0]}`,
    ]
    for (const [index, [method, path]] of routes.entries()) {
      if (method === 'TRACE') continue // fetch refuses to send it
      const authorization = wrong[index % wrong.length]
      const response = await fetch(`${origin}/scim/v2${path}`, {
        method,
        ...(authorization && { headers: { authorization } }),
      })
      expect
        .soft(response.status, `${method} ${path} ${authorization}`)
        .toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(
        'Bearer realm="SCIM"',
      )
    }
    const asAdmin = await portal.signedIn(
      await made.underwriter('managePermissions'),
    )
    expect((await asAdmin('GET', '/../scim/v2/Users')).statusCode).toBe(401)
  })

  test('both tokens are accepted, so that one can be replaced', async ({
    portal: { scim },
  }) => {
    for (const token of scimTokens) {
      const { status } = await scim.get('/Users?count=0', {
        authorization: `Bearer ${token}`,
      })
      expect(status).toBe(200)
    }
  })

  test('guesses of a token are throttled, and the right one still works', async ({
    portal: { scim, db },
  }) => {
    const guess = () => scim.get('/Users', { authorization: 'Bearer guess' })
    const statuses: number[] = []
    for (let n = 0; n < 70 && statuses.at(-1) !== 429; n++)
      statuses.push((await guess()).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await guess()).headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await scim.get('/Users?count=0')).status).toBe(200)
    await db.deleteFrom('throttle').execute()
  })

  test('too many requests are refused with Retry-After', async ({
    portal: { scim, db },
  }) => {
    await scim.get('/Users?count=0')
    await db.updateTable('throttle').set({ failures: 2999 }).execute()
    await scim.get('/Users?count=0')
    const { status, headers, body } = await scim.get('/Users?count=0')
    expect([status, body.schemas]).toEqual([429, [errorSchema]])
    expect(headers.get('retry-after')).toBe('60')
    await db.deleteFrom('throttle').execute()
  })

  http('without the setting there is nothing under /scim', async ({ app }) => {
    for (const url of [
      '/scim',
      '/scim/v2/Users',
      '/scim/v2/ServiceProviderConfig',
    ]) {
      const answer = await app.inject({
        url,
        headers: { authorization: `Bearer ${scimTokens[0]}` },
      })
      expect(answer.statusCode).toBe(404)
    }
  })

  test('responses set no cookie and aren’t cached', async ({
    portal: { scim },
  }) => {
    const { headers } = await scim.get('/Users?count=0')
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([
      null,
      'no-store',
    ])
  })
})

describe('a new user', () => {
  test('returns 201 with its address, version and id', async ({
    portal: { scim },
  }) => {
    const wanted = newUser({ externalId: 'ext-1', password: 'Never-stored-1' })
    const { status, headers, body, text } = await scim.post('/Users', wanted)
    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe(
      'application/scim+json; charset=utf-8',
    )
    expect(headers.get('location')).toBe(
      `http://portal.example/scim/v2/Users/${body.id}`,
    )
    expect(headers.get('etag')).toBe(body.meta.version)
    expect(body).toMatchObject({
      schemas: [userSchema],
      userName: wanted.userName,
      externalId: 'ext-1',
      active: true,
      displayName: 'Kim Lee',
      emails: [
        { value: wanted.userName.toLowerCase(), type: 'work', primary: true },
      ],
      meta: { resourceType: 'User', location: headers.get('location') },
    })
    expect(text).not.toContain('Never-stored')
    expect((await scim.get(`/Users/${body.id}`)).body).toEqual(body)
  })

  test('is also accepted as application/json, with attribute names in any case', async ({
    portal: { scim },
  }) => {
    const USERNAME = nextName()
    const body = JSON.stringify({
      schemas: [userSchema],
      USERNAME,
      NAME: { GIVENNAME: 'Ana' },
      ACTIVE: false,
    })
    const headers = { 'content-type': 'application/json' }
    const answer = await scim.call('/Users', { method: 'POST', body, headers })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        userName: USERNAME,
        name: { givenName: 'Ana' },
        active: false,
        emails: [{ value: USERNAME.toLowerCase() }],
      },
    })
  })

  test('with a userName that is taken, in any case, is refused with 409 uniqueness', async ({
    portal: { scim, createUser },
  }) => {
    const { userName } = await createUser()
    const emails = [{ value: nextName() }]
    const refused = {
      status: 409,
      body: { schemas: [errorSchema], status: '409', scimType: 'uniqueness' },
    }
    expect(
      await scim.post(
        '/Users',
        newUser({ userName: userName.toUpperCase(), emails }),
      ),
    ).toMatchObject(refused)
    expect(
      await scim.post('/Users', newUser({ emails: [{ value: userName }] })),
    ).toMatchObject(refused)
    const other = await createUser()
    expect(
      await scim.put(`/Users/${other.id}`, newUser({ userName })),
    ).toMatchObject(refused)
  })

  test.for<[what: string, body: unknown]>([
    ['without a userName', { ...newUser(), userName: undefined }],
    ['with an empty userName', newUser({ userName: ' ' })],
    ['without a schema', { ...newUser(), schemas: undefined }],
    [
      'with the schema of something else',
      newUser({ schemas: ['urn:example:User'] }),
    ],
    [
      'with no email address at all',
      newUser({ userName: 'kim.lee', emails: undefined }),
    ],
    ['with an active that is no flag', newUser({ active: 'maybe' })],
    [
      'with hidden characters in the name',
      newUser({ name: { givenName: 'Kim\u202e' } }),
    ],
    ['that is a list', [newUser()]],
  ])(
    '%s is refused with 400 invalidValue',
    async ([, body], { portal: { scim } }) => {
      const answer = await scim.post('/Users', body)
      expect(answer).toMatchObject({
        status: 400,
        body: { schemas: [errorSchema], scimType: 'invalidValue' },
      })
      expect(answer.body.detail.length).toBeGreaterThan(10)
    },
  )

  test('that isn’t JSON returns 400 invalidSyntax, and of another type 415', async ({
    portal: { scim },
  }) => {
    expect(await scim.post('/Users', '{"schemas": [')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidSyntax' },
    })
    const headers = { 'content-type': 'text/xml' }
    expect(
      (await scim.call('/Users', { method: 'POST', body: '<User/>', headers }))
        .status,
    ).toBe(415)
  })
})

describe('reading', () => {
  test('an unknown id, an id that isn’t a UUID, and an unknown path return 404', async ({
    portal: { scim },
  }) => {
    for (const path of [
      `/Users/${unknownId}`,
      '/Users/-abc',
      `/Groups/${unknownId}`,
      '/Groups/abc',
      '/Devices',
    ])
      expect(await scim.get(path)).toMatchObject({
        status: 404,
        body: { schemas: [errorSchema], status: '404' },
      })
    expect(
      (
        await scim.patch(`/Users/${unknownId}`, {
          op: 'replace',
          path: 'active',
          value: false,
        })
      ).status,
    ).toBe(404)
    expect((await scim.put(`/Users/${unknownId}`, newUser())).status).toBe(404)
    expect((await scim.delete(`/Users/${unknownId}`)).status).toBe(404)
  })

  test('returns only the requested attributes, always with id and schemas', async ({
    portal: { scim, createUser },
  }) => {
    const { id, userName, schemas, name, meta } = await createUser({
      externalId: 'x',
    })
    const read = async (query: string) =>
      (await scim.get(`/Users/${id}?${query}`)).body
    expect(await read('attributes=userName')).toEqual({ schemas, id, userName })
    expect(
      await read(`attributes=${userSchema}:USERNAME,name.familyName`),
    ).toEqual({
      schemas,
      id,
      userName,
      name: { familyName: name.familyName },
    })
    expect(await read('attributes=emails.value')).toMatchObject({
      emails: [{ value: userName.toLowerCase() }],
    })
    const less = await read(
      'excludedAttributes=id,emails,name.formatted,meta.location',
    )
    expect(Object.keys(less)).not.toContain('emails')
    expect(less).toMatchObject({
      id,
      name: { givenName: 'Kim', familyName: 'Lee' },
      meta: { version: meta.version },
    })
    expect([less.name.formatted, less.meta.location]).toEqual([
      undefined,
      undefined,
    ])
    const listed = await scim.get(
      `/Users?attributes=userName&filter=${encodeURIComponent(`id eq "${id}"`)}`,
    )
    expect(listed.body.Resources).toEqual([{ schemas, id, userName }])
    expect(
      (
        await scim.call('/Users?attributes=userName', {
          method: 'POST',
          body: newUser(),
        })
      ).body.name,
    ).toBeUndefined()
  })

  test('with the current version in If-None-Match returns 304', async ({
    portal: { scim, createUser },
  }) => {
    const { id, meta } = await createUser()
    expect(
      (await scim.get(`/Users/${id}`, { 'if-none-match': meta.version }))
        .status,
    ).toBe(304)
    expect(
      (await scim.get(`/Users/${id}`, { 'if-none-match': 'W/"other"' })).status,
    ).toBe(200)
  })

  test('never shows reviewers of vendors or the service itself', async ({
    portal: { scim, createUser, made, db },
  }) => {
    const reviewer = await made.user({ role: 'TPR' })
    await createUser()
    const service = await db
      .selectFrom('appUser')
      .select('id')
      .where('isService', '=', true)
      .executeTakeFirstOrThrow()
    for (const { id } of [reviewer, service]) {
      expect((await scim.get(`/Users/${id}`)).status).toBe(404)
      expect(
        (await scim.get(`/Users?filter=${encodeURIComponent(`id eq "${id}"`)}`))
          .body.totalResults,
      ).toBe(0)
      expect((await scim.delete(`/Users/${id}`)).status).toBe(404)
    }
  })
})

describe('replacing a user', () => {
  test('sets what is sent, clears what isn’t, and keeps active and read-only attributes', async ({
    portal,
  }) => {
    const { scim, createUser } = portal
    const before = await createUser({ externalId: 'old', active: false })
    const body = {
      schemas: [userSchema],
      userName: before.userName,
      id: unknownId,
      groups: [{ value: unknownId }],
      name: { familyName: 'Ray' },
    }
    const {
      status,
      body: after,
      headers,
    } = await scim.put(`/Users/${before.id}`, body)
    expect(status).toBe(200)
    expect(after).toMatchObject({
      id: before.id,
      name: { familyName: 'Ray' },
      active: false,
    })
    expect([after.externalId, after.name.givenName, after.groups]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(headers.get('etag')).not.toBe(before.meta.version)
    expect(
      (await scim.put(`/Users/${before.id}`, body)).body,
      'the same again changes nothing',
    ).toEqual(after)
  })

  test('with an old version in If-Match returns 412 and changes nothing', async ({
    portal: { scim, createUser },
  }) => {
    const { id, userName, meta } = await createUser()
    const body = newUser({ userName, name: { familyName: 'Ray' } })
    const first = await scim.put(`/Users/${id}`, body, {
      'if-match': meta.version,
    })
    expect(first.status).toBe(200)
    const stale = { 'if-match': meta.version }
    expect(
      await scim.put(`/Users/${id}`, newUser({ userName }), stale),
    ).toMatchObject({
      status: 412,
      body: { status: '412' },
    })
    const patch = patchOf({ op: 'replace', path: 'active', value: false })
    expect(
      (
        await scim.call(`/Users/${id}`, {
          method: 'PATCH',
          body: patch,
          headers: stale,
        })
      ).status,
    ).toBe(412)
    expect(
      (await scim.call(`/Users/${id}`, { method: 'DELETE', headers: stale }))
        .status,
    ).toBe(412)
    expect((await scim.get(`/Users/${id}`)).body).toEqual(first.body)
    expect(
      (await scim.put(`/Users/${id}`, body, { 'if-match': '*' })).status,
    ).toBe(200)
  })

  test('the version also changes with a change in the portal', async ({
    portal: { scim, made, signedIn },
  }) => {
    const person = await made.underwriter()
    const { meta } = (await scim.get(`/Users/${person.id}`)).body
    const asPerson = await signedIn(person)
    expect(
      (await asPerson('PATCH', '/v1/users', { body: { firstName: 'Renamed' } }))
        .statusCode,
    ).toBe(200)
    const { body } = await scim.get(`/Users/${person.id}`)
    expect(body.name.givenName).toBe('Renamed')
    expect(body.meta.version).not.toBe(meta.version)
  })
})

test('Okta’s test list: a user is created, found, renamed, deactivated and reactivated', async ({
  portal: { scim },
}) => {
  const { status, body: empty } = await scim.get('/Users?count=1&startIndex=1')
  expect([status, empty.schemas, empty.startIndex]).toEqual([
    200,
    ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    1,
  ])
  const wanted = newUser()
  const find = async (name: string) =>
    (
      await scim.get(
        `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}&startIndex=1&count=100`,
      )
    ).body
  expect(await find(wanted.userName)).toMatchObject({
    totalResults: 0,
    Resources: [],
  })
  const { body: user } = await scim.post('/Users', wanted)
  expect((await scim.post('/Users', wanted)).status).toBe(409)
  for (const name of [
    wanted.userName,
    wanted.userName.toUpperCase(),
    wanted.userName.toLowerCase(),
  ])
    expect(await find(name)).toMatchObject({
      totalResults: 1,
      Resources: [{ id: user.id }],
    })
  expect(
    (
      await scim.post('/Users', {
        schemas: [userSchema],
        userName: '',
        name: {},
        emails: [],
      })
    ).status,
  ).toBe(400)
  const renamed = { ...user, name: { givenName: 'Kim', familyName: 'Ray' } }
  expect((await scim.put(`/Users/${user.id}`, renamed)).body).toMatchObject({
    displayName: 'Kim Ray',
  })
  const inactive = await scim.patch(`/Users/${user.id}`, {
    op: 'replace',
    value: { active: false },
  })
  expect(inactive).toMatchObject({ status: 200, body: { active: false } })
  expect(
    (await scim.put(`/Users/${user.id}`, { ...renamed, active: true })).body,
  ).toMatchObject({ active: true })
  const group = await scim.post('/Groups', newGroup('Okta group', user.id))
  expect(group).toMatchObject({
    status: 201,
    body: { members: [{ value: user.id, display: 'Kim Ray' }] },
  })
})
