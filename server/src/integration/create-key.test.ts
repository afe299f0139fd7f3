import { KeyScope } from '@portal/contract/integration/model'
import { scopesFor, takesKey } from '@portal/contract/integration/policy'
import type { Actor, Permission } from '@portal/contract/user/model'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { test as base } from '../../test/http.ts'
import { rowOf, rowsOf } from '../../test/rows.ts'
import { tdocMaker } from '../../test/tdoc-makers.ts'
import { hashOf, openSession } from '../auth/sessions/session.ts'
import { endOrphanedKeys } from './end-orphaned-keys.ts'

const hour = 3_600_000

type KeyOptions = { name?: string; scopes?: readonly KeyScope[] }

/**
 * `createServiceKey` creates a service with these permissions through the API,
 * and a key for it.
 */
const test = base
  .extend(
    'createServiceKey',
    ({ signedIn }) =>
      async (
        manager: Actor,
        permissions: Permission[],
        options: KeyOptions = {},
      ) => {
        const { name = 'LOS', scopes = KeyScope.options } = options
        const manages = await signedIn(manager)
        const service = (
          await manages('POST', '/v1/integration/services', {
            body: { name, permissions },
          })
        ).json()
        const path = `/v1/integration/services/${service.id}/keys`
        const created = (
          await manages('POST', path, { body: { scopes } })
        ).json()
        return {
          manages,
          service,
          path,
          key: created.key,
          keyId: created.service.keys[0].id,
        }
      },
  )
  .extend(
    'callsWith',
    ({ app }) =>
      (key: string, node: FastifyInstance = app) => {
        return (
          method: 'GET' | 'POST' | 'PATCH',
          path: string,
          body?: object,
          headers: Record<string, string> = {},
        ) =>
          node.inject({
            method,
            url: `/api${path}`,
            headers: { authorization: `Bearer ${key}`, ...headers },
            ...(body && { payload: body }),
          })
      },
  )

test('a key has the role and permissions of its service, and the history names the service', async ({
  made,
  createServiceKey,
  callsWith,
  committed,
}) => {
  const manager = await made.seller(
    undefined,
    'manageIntegrations',
    'myCompanyView',
  )
  const { service, key, keyId } = await createServiceKey(manager, [
    'myCompanyView',
  ])
  expect(key).toMatch(/^lrp_[\w-]{43}$/)
  const calls = callsWith(key)
  const colleague = await made.seller(manager.companyId)
  const own = await made.slv({ sellerId: colleague.id })
  const foreign = await made.slv()
  expect((await calls('GET', `/v1/proxy-loan/${own.id}`)).json().id).toBe(
    own.id,
  )
  expect((await calls('GET', `/v1/proxy-loan/${foreign.id}`)).statusCode).toBe(
    404,
  )

  const draft = await made.slv({
    status: 'DRAFT',
    sellerId: service.id,
    companyId: manager.companyId,
  })
  const headers = {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  }
  const saved = await calls(
    'PATCH',
    `/v1/proxy-loan/${draft.id}`,
    { city: 'Reno' },
    headers,
  )
  expect(saved.statusCode).toBe(200)
  expect(
    (await calls('POST', `/v1/proxy-loan/${draft.id}/send-request`, {}))
      .statusCode,
  ).toBe(200)
  const history = (
    await calls('POST', `/v1/proxy-loan-history/${draft.id}`, {})
  ).json()
  expect(history.items[0]).toMatchObject({
    action: 'send-request',
    actorName: 'LOS',
  })

  const stored = await rowOf(committed, 'apiKey', { id: keyId })
  expect(stored).toMatchObject({
    tokenHash: hashOf(key),
    shown: key.slice(0, 10),
    serviceId: service.id,
  })
  expect(
    JSON.stringify(
      await rowsOf(committed, 'userHistory', { userId: service.id }),
    ),
  ).not.toContain(key.slice(10))
})

test('a key can make only the calls that the contract allows, even with a cookie', async ({
  app,
  made,
  createServiceKey,
}) => {
  const { key } = await createServiceKey(
    await made.underwriter('manageIntegrations'),
    [],
  )
  for (const { method, url, endpoint } of app.operations) {
    if (takesKey(endpoint)) continue
    const { statusCode, body } = await app.inject({
      method: method as 'GET',
      url: url.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
      headers: { authorization: `Bearer ${key}` },
    })
    expect([
      method,
      url,
      statusCode,
      body.includes('API keys can’t make this call'),
    ]).toEqual([method, url, 403, true])
  }
  const asCookie = await app.inject({
    method: 'GET',
    url: '/api/v1/users',
    cookies: { session: key },
  })
  expect(asCookie.statusCode).toBe(401)
})

test('a cookie sent with a key is ignored', async ({
  app,
  made,
  committed,
  now,
  createServiceKey,
}) => {
  const manager = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
    'myOwn',
  )
  const slv = await made.slv()
  const { key } = await createServiceKey(manager, ['myOwn'])
  const session = await openSession(committed, manager.id, now, 'test')
  const url = `/api/v1/proxy-loan/${slv.id}`
  const read = (authorization: string) =>
    app.inject({
      method: 'GET',
      url,
      cookies: { session },
      headers: { authorization },
    })
  expect((await read('')).statusCode).toBe(200)
  expect((await read(`Bearer ${key}`)).statusCode).toBe(404)
  expect((await read('Bearer lrp_unknown')).statusCode).toBe(401)
})

test('a rotated key works for a day alongside the new one, and an expired one never works', async ({
  made,
  createServiceKey,
  callsWith,
  startNode,
  now,
}) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  const { manages, path, key, keyId } = await createServiceKey(manager, [
    'myOwn',
  ])
  const rotated = (
    await manages('POST', `${path}/${keyId}/rotate`, {
      body: { expiresInDays: 2 },
    })
  ).json()
  const statusAt = async (hours: number, one: string) => {
    const node = await startNode(() => new Date(now.getTime() + hours * hour))
    return (await callsWith(one, node)('GET', '/v1/proxy-loans')).statusCode
  }
  expect([
    await statusAt(23.9, key),
    await statusAt(23.9, rotated.key),
  ]).toEqual([200, 200])
  expect([
    await statusAt(24.1, key),
    await statusAt(24.1, rotated.key),
  ]).toEqual([401, 200])
  expect(await statusAt(48.1, rotated.key)).toBe(401)
})

test('revoking a key or a permission takes effect on this node immediately, and on others within a second', async ({
  made,
  createServiceKey,
  callsWith,
  startNode,
  now,
}) => {
  let elsewhereAt = now.getTime()
  const elsewhere = await startNode(() => new Date(elsewhereAt))
  const manager = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
  )
  const { manages, service, path, key, keyId } = await createServiceKey(
    manager,
    ['viewSlvDepartment'],
  )
  const slv = await made.slv()
  const read = async (node?: FastifyInstance) =>
    (await callsWith(key, node)('GET', `/v1/proxy-loan/${slv.id}`)).statusCode
  expect([await read(), await read(elsewhere)]).toEqual([200, 200])

  const change = { body: { permissions: [] } }
  expect(
    (
      await manages('PATCH', `/v1/integration/services/${service.id}`, change)
    ).json().permissions,
  ).toEqual([])
  elsewhereAt += 1000
  expect([await read(), await read(elsewhere)]).toEqual([403, 403])

  expect((await manages('DELETE', `${path}/${keyId}`)).json().keys).toEqual([])
  elsewhereAt += 1000
  expect([await read(), await read(elsewhere)]).toEqual([401, 401])
  expect((await manages('DELETE', `${path}/${keyId}`)).statusCode).toBe(404)
})

test('a deactivated service loses its keys, and can’t get new ones', async ({
  made,
  createServiceKey,
  callsWith,
}) => {
  const manager = await made.seller(undefined, 'manageIntegrations')
  const { manages, service, path, key } = await createServiceKey(manager, [])
  const own = await made.slv({
    status: 'DRAFT',
    sellerId: service.id,
    companyId: manager.companyId,
  })
  const set = (isActive: boolean) =>
    manages('PATCH', `/v1/integration/services/${service.id}`, {
      body: { isActive },
    })
  expect((await set(false)).json().error).toBe(
    'Reassign this service’s 1 open SLV(s) first',
  )
  expect(
    (await callsWith(key)('POST', `/v1/proxy-loan/${own.id}/discard-draft`, {}))
      .statusCode,
  ).toBe(200)
  expect((await set(false)).json()).toMatchObject({ isActive: false, keys: [] })
  expect((await callsWith(key)('GET', '/v1/proxy-loans')).statusCode).toBe(401)
  expect((await manages('POST', path, { body: {} })).statusCode).toBe(409)
  expect((await set(true)).json()).toMatchObject({ isActive: true, keys: [] })
})

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
  expect((await create(['manageIntegrations'])).json().error).toContain(
    'A service can’t have',
  )
  expect((await create(['myCompanyView'])).statusCode).toBe(409)
  expect((await other('POST', path, { body: {} })).json().error).toBe(
    'This service has a permission that you don’t have',
  )
  expect(
    (await other('POST', `${path}/${keyId}/rotate`, { body: {} })).statusCode,
  ).toBe(409)
  const [shown] = (await other('GET', '/v1/integration/services')).json().items
  expect(shown).toMatchObject({ id: service.id, mayCreateKeys: false })
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
  expect(
    (await asAdmin('GET', `/v1/users/${staff.service.id}`)).statusCode,
  ).toBe(404)
  const assign = {
    body: { assignments: [{ id: slv.id, userId: staff.service.id }] },
  }
  expect(
    (await asAdmin('PATCH', '/v1/proxy-loan/assign-requests', assign))
      .statusCode,
  ).toBe(400)
  const tdoc = await tdocMaker(committed, new Date())()
  const underwriters = {
    body: { underwriterId: staff.service.id, tdocIds: [tdoc.id] },
  }
  expect(
    (
      await asAdmin(
        'PATCH',
        '/v1/tdocs/underwriter/set-multiple-underwriters',
        underwriters,
      )
    ).statusCode,
  ).toBe(400)
  const reviewers = {
    body: { reviewerId: staff.service.id, tdocIds: [tdoc.id] },
  }
  expect(
    (
      await asAdmin(
        'PATCH',
        '/v1/tdocs/underwriter/set-multiple-reviewers',
        reviewers,
      )
    ).statusCode,
  ).toBe(400)
  const notice = {
    body: { userId: staff.service.id, action: 'PENDING', entityId: slv.id },
  }
  expect((await asAdmin('POST', '/v1/notifications', notice)).statusCode).toBe(
    400,
  )
  await asAdmin('POST', '/v1/notifications/announcements', {
    body: { title: 'Hello', description: 'All' },
  })
  for (const { service } of [staff, sold])
    expect(
      await rowsOf(committed, 'notification', { userId: service.id }),
    ).toEqual([])
})

test('a key is limited to 600 calls a minute', async ({
  made,
  createServiceKey,
  callsWith,
}) => {
  const { key } = await createServiceKey(
    await made.underwriter('manageIntegrations', 'myOwn'),
    ['myOwn'],
  )
  const calls = callsWith(key)
  const statuses = []
  for (let n = 0; n < 601; n++)
    statuses.push((await calls('GET', '/v1/proxy-loan/none')).statusCode)
  expect(new Set(statuses.slice(0, 600))).toEqual(new Set([404]))
  const refused = await calls('GET', '/v1/proxy-loan/none')
  expect([
    statuses[600],
    refused.statusCode,
    refused.headers['retry-after'],
  ]).toEqual([429, 429, '60'])
})

test('a key without scopes can’t make any call, and a read-only key changes nothing', async ({
  made,
  createServiceKey,
  callsWith,
  app,
}) => {
  const manager = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
    'myOwn',
  )
  const slv = await made.slv({ status: 'REVIEW' })
  const { key, manages, path } = await createServiceKey(
    manager,
    ['viewSlvDepartment', 'myOwn'],
    { scopes: [] },
  )
  const withScopes = async (scopes: KeyScope[]) =>
    (await manages('POST', path, { body: { scopes } })).json().key
  const [reading, tdocs] = [
    await withScopes(['read']),
    await withScopes(['tdocs']),
  ]
  const refusals = async (token: string) => {
    const refused: string[] = []
    for (const { method, url, endpoint } of app.operations.filter((operation) =>
      takesKey(operation.endpoint),
    )) {
      const path = url.replaceAll(/:\w+/g, slv.id).replace('/api', '')
      const answer = await callsWith(token)(
        method as 'GET',
        path,
        method === 'GET' ? undefined : {},
      )
      if (answer.body.includes('API key')) refused.push(`${method} ${url}`)
      else
        expect(
          scopesFor(endpoint).some(
            (scope) => token === key || scope === 'read' || scope === 'tdocs',
          ),
        ).toBe(true)
    }
    return refused
  }
  const all = app.operations.filter(({ endpoint }) => takesKey(endpoint))
  expect(await refusals(key)).toHaveLength(all.length)
  const changing = all.filter(
    ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.isRead,
  )
  expect(await refusals(reading)).toEqual(
    changing.map(({ method, url }) => `${method} ${url}`),
  )

  expect((await callsWith(tdocs)('GET', '/v1/tdocs')).statusCode).toBe(200)
  const { statusCode, body } = await callsWith(tdocs)(
    'GET',
    `/v1/proxy-loan/${slv.id}`,
  )
  expect([statusCode, JSON.parse(body).error]).toEqual([
    403,
    'This API key needs the scope read or slvs',
  ])
})

test('a service of the buyer without permissions reads nothing', async ({
  made,
  createServiceKey,
  callsWith,
  app,
}) => {
  const { key } = await createServiceKey(
    await made.underwriter('manageIntegrations'),
    [],
  )
  const reads = app.operations.filter(
    ({ method, endpoint }) => method === 'GET' && takesKey(endpoint),
  )
  expect(reads.length).toBeGreaterThan(20)
  for (const { url } of reads) {
    const path = url
      .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      .replace('/api', '')
    const { statusCode, body } = await callsWith(key)('GET', path)
    expect([url, statusCode, JSON.parse(body).error]).toEqual([
      url,
      403,
      'This service has no permissions',
    ])
  }
})

test('a key of someone who left is listed, its managers are notified, and it ends after 14 days', async ({
  made,
  createServiceKey,
  callsWith,
  signedIn,
  startNode,
  committed,
  now,
}) => {
  const leaver = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
  )
  const colleague = await made.user({
    role: 'UNDERWRITER',
    companyId: leaver.companyId,
    holds: ['manageIntegrations', 'viewSlvDepartment'],
  })
  const stranger = await made.seller(undefined, 'manageIntegrations')
  const { key, service } = await createServiceKey(leaver, ['viewSlvDepartment'])
  const run = () => endOrphanedKeys({ db: committed, now })
  expect(await run()).toBe(0)

  // Losing a right that the key has counts as leaving.
  await committed
    .deleteFrom('userPermission')
    .where('userId', '=', leaver.id)
    .execute()
  const list = async () =>
    (
      await (
        await signedIn(colleague)
      )('GET', '/v1/integration/services')
    ).json().items[0]
  expect((await list()).keys[0]).toMatchObject({ isOrphaned: true })
  expect([await run(), await run()]).toEqual([1, 0])
  const day = 24 * hour
  expect((await list()).keys[0]).toMatchObject({
    isOrphaned: true,
    expiresAt: new Date(now.getTime() + 14 * day).toISOString(),
  })
  const notices = await rowsOf(committed, 'notification', {
    action: 'API_KEY_ENDS',
  })
  expect(notices).toMatchObject([
    { userId: colleague.id, entityId: service.id },
  ])
  expect(notices.map(({ userId }) => userId)).not.toContain(stranger.id)

  const statusAfter = async (days: number) => {
    const node = await startNode(() => new Date(now.getTime() + days * day))
    return (await callsWith(key, node)('GET', '/v1/proxy-loans')).statusCode
  }
  expect([await statusAfter(13.9), await statusAfter(14.1)]).toEqual([200, 401])
})

test('a replaced key can’t be rotated again, and each rotation counts as a key', async ({
  made,
  createServiceKey,
}) => {
  const manager = await made.seller(undefined, 'manageIntegrations')
  const { manages, path, keyId } = await createServiceKey(manager, [], {
    scopes: ['slvs'],
  })
  const rotate = (id: string) =>
    manages('POST', `${path}/${id}/rotate`, { body: {} })
  const newestOf = (answer: {
    json: () => { service: { keys: { id: string; scopes: string[] }[] } }
  }) => answer.json().service.keys[0]
  const first = newestOf(await rotate(keyId))
  expect(first?.scopes).toEqual(['slvs'])
  const again = await rotate(keyId)
  expect([again.statusCode, again.json().error]).toEqual([
    409,
    'This API key was already replaced. Rotate the new one.',
  ])
  let newest = first?.id ?? ''
  for (let count = 2; count < 10; count++)
    newest = newestOf(await rotate(newest))?.id ?? ''
  const refused = await rotate(newest)
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'A service can have up to 10 keys. Revoke one that isn’t used.',
  ])
})
