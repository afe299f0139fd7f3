import type { KeyScope } from '@portal/contract/integration/model'
import { scopesFor, takesKey } from '@portal/contract/integration/policy'
import { describe, expect } from 'vitest'
import { findRow, findRows } from '../../test/rows.ts'
import { test as base } from '../../test/service-keys.ts'
import type { Operation } from '../auth/guard.ts'
import { hashToken, openSession } from '../auth/sessions/session.ts'

/** With a key of a service that may see the SLVs assigned to it. */
const test = base.extend('ownKey', async ({ made, createServiceKey }) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  return createServiceKey(manager, ['myOwn'])
})

const missingId = '00000000-0000-4000-8000-000000000000'

const fillIds = (url: string, id = missingId) => url.replaceAll(/:\w+/g, id)

const nameOf = ({ method, url }: Operation) => `${method} ${url}`

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
  const ownAnswer = await calls('GET', `/v1/proxy-loan/${own.id}`)
  expect(ownAnswer.json().id).toBe(own.id)
  const foreignAnswer = await calls('GET', `/v1/proxy-loan/${foreign.id}`)
  expect(foreignAnswer.statusCode).toBe(404)

  const draft = await made.slv({
    status: 'DRAFT',
    sellerId: service.id,
    companyId: manager.companyId,
  })
  const draftPath = `/v1/proxy-loan/${draft.id}`
  const crossSite = {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
  }
  const saved = await calls('PATCH', draftPath, { city: 'Reno' }, crossSite)
  expect(saved.statusCode).toBe(200)
  const sent = await calls('POST', `${draftPath}/send-request`, {})
  expect(sent.statusCode).toBe(200)
  const history = await calls('POST', `/v1/proxy-loan-history/${draft.id}`, {})
  expect(history.json().items[0]).toMatchObject({
    action: 'send-request',
    actorName: 'LOS',
  })

  const stored = await findRow(committed, 'apiKey', { id: keyId })
  expect(stored).toMatchObject({
    tokenHash: hashToken(key),
    shown: key.slice(0, 10),
    serviceId: service.id,
  })
  const userHistory = await findRows(committed, 'userHistory', {
    userId: service.id,
  })
  expect(JSON.stringify(userHistory)).not.toContain(key.slice(10))
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
      url: fillIds(url),
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

test('a key is limited to 600 calls a minute', async ({
  ownKey,
  callsWith,
}) => {
  const call = () => callsWith(ownKey.key)('GET', '/v1/proxy-loan/none')
  const statuses = new Set<number>()
  for (let n = 0; n < 600; n++) statuses.add((await call()).statusCode)
  expect([...statuses]).toEqual([404])
  expect((await call()).statusCode).toBe(429)

  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.headers).toMatchObject({
    'ratelimit-limit': '600',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '60',
  })
})

test('each response to a key says how many calls are left, and a session’s doesn’t', async ({
  ownKey: { key, manages },
  callsWith,
}) => {
  const left = []
  for (let n = 0; n < 2; n++) {
    const { headers } = await callsWith(key)('GET', '/v1/me')
    left.push([headers['ratelimit-limit'], headers['ratelimit-remaining']])
  }
  expect(left).toEqual([
    ['600', '599'],
    ['600', '598'],
  ])
  const { headers } = await manages('GET', '/v1/me')
  expect(headers).not.toHaveProperty('ratelimit-limit')
})

test('a key without scopes and permissions can read who it is and when it expires', async ({
  made,
  createServiceKey,
  callsWith,
  now,
}) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  const day = 86_400_000
  const { key, service, manages } = await createServiceKey(manager, [], {
    scopes: [],
  })
  const asKey = await callsWith(key)('GET', '/v1/me')
  expect(asKey.json()).toEqual({
    id: service.id,
    name: 'LOS',
    kind: 'SERVICE',
    role: 'UNDERWRITER',
    companyName: expect.stringMatching(/./),
    permissions: [],
    scopes: [],
    expiresAt: new Date(now.getTime() + 365 * day).toISOString(),
  })
  const asPerson = await manages('GET', '/v1/me')
  expect(asPerson.json()).toMatchObject({
    id: manager.id,
    kind: 'PERSON',
    permissions: ['myOwn', 'manageIntegrations'],
    scopes: null,
    expiresAt: new Date(now.getTime() + day / 2).toISOString(),
  })
})

test('a refused key gets the reason in WWW-Authenticate', async ({
  app,
  made,
  createServiceKey,
  callsWith,
}) => {
  const { key } = await createServiceKey(
    await made.underwriter('manageIntegrations', 'myOwn'),
    ['myOwn'],
    { scopes: ['tdocs'] },
  )
  const challengeOf = async (used: string, path: string) => {
    const { statusCode, headers } = await callsWith(used)('GET', path)
    return [statusCode, headers['www-authenticate']]
  }
  expect(await challengeOf('lrp_unknown', '/v1/me')).toEqual([
    401,
    'Bearer realm="portal", error="invalid_token"',
  ])
  expect(await challengeOf(key, '/v1/proxy-loans')).toEqual([
    403,
    'Bearer realm="portal", error="insufficient_scope", scope="read slvs"',
  ])
  expect(await challengeOf(key, '/v1/me')).toEqual([200, undefined])
  const without = await app.inject({ url: '/api/v1/me' })
  expect([without.statusCode, without.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="portal"',
  ])
})

describe('the scopes of a key', () => {
  const scopeTest = test
    .extend('slv', ({ made }) => made.slv({ status: 'REVIEW' }))
    /** Creates keys of one service with all it could see. */
    .extend('createKey', async ({ made, createServiceKey }) => {
      const manager = await made.underwriter(
        'manageIntegrations',
        'viewSlvDepartment',
        'myOwn',
      )
      const { manages, path } = await createServiceKey(manager, [
        'viewSlvDepartment',
        'myOwn',
      ])
      return async (...scopes: KeyScope[]): Promise<string> => {
        const answer = await manages('POST', path, { body: { scopes } })
        return answer.json().key
      }
    })
    /** The calls that need a scope. */
    .extend('operations', ({ app }) =>
      app.operations.filter(
        ({ endpoint }) => takesKey(endpoint) && endpoint.takesKey !== 'ANY',
      ),
    )
    /** Makes these calls, and lists those that are refused because of the key. */
    .extend('listRefused', ({ operations, callsWith, slv }) => {
      return async (key: string) => {
        const refused: Operation[] = []
        for (const operation of operations) {
          const { method, url } = operation
          const path = fillIds(url, slv.id).replace('/api', '')
          const body = method === 'GET' ? undefined : {}
          const answer = await callsWith(key)(method as 'GET', path, body)
          if (answer.body.includes('API key')) refused.push(operation)
        }
        return refused
      }
    })

  scopeTest(
    'without any, it can’t make any call',
    async ({ createKey, operations, listRefused }) => {
      expect(await listRefused(await createKey())).toEqual(operations)
    },
  )

  scopeTest(
    'to read, it changes nothing',
    async ({ createKey, operations, listRefused }) => {
      const refused = await listRefused(await createKey('read'))
      const changes = operations.filter(
        ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.isRead,
      )
      expect(refused.map(nameOf)).toEqual(changes.map(nameOf))
      for (const { endpoint } of operations)
        if (!changes.some((change) => change.endpoint === endpoint))
          expect(scopesFor(endpoint)).toContain('read')
    },
  )

  scopeTest(
    'for Tdocs, it reads no SLV',
    async ({ createKey, callsWith, slv }) => {
      const calls = callsWith(await createKey('tdocs'))
      expect((await calls('GET', '/v1/tdocs')).statusCode).toBe(200)
      const { statusCode, body } = await calls(
        'GET',
        `/v1/proxy-loan/${slv.id}`,
      )
      expect([statusCode, JSON.parse(body).error]).toEqual([
        403,
        'This API key needs the scope read or slvs',
      ])
    },
  )
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
    ({ method, endpoint }) =>
      method === 'GET' && takesKey(endpoint) && !endpoint.takesKey,
  )
  expect(reads.length).toBeGreaterThan(20)
  for (const { url } of reads) {
    const path = fillIds(url).replace('/api', '')
    const { statusCode, body } = await callsWith(key)('GET', path)
    expect([url, statusCode, JSON.parse(body).error]).toEqual([
      url,
      403,
      'This service has no permissions',
    ])
  }
})

test('a key with the scope manages webhooks, but not services and keys, and can’t read anything else', async ({
  made,
  createServiceKey,
  callsWith,
}) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  const { key, service, path } = await createServiceKey(
    manager,
    ['manageIntegrations'],
    { scopes: ['webhooks', 'read'] },
  )
  const calls = callsWith(key)
  const webhooks = '/v1/integration/webhooks'
  const created = await calls('POST', webhooks, {
    name: 'Feed',
    url: 'https://receiver.example/hook',
    events: ['slv.decided'],
  })
  expect(created.statusCode).toBe(200)
  const { webhook, secret } = created.json()
  expect(secret).toMatch(/^whsec_/)
  expect(webhook).toMatchObject({ owner: { id: service.id }, mayEdit: true })
  const changed = await calls('PATCH', `${webhooks}/${webhook.id}`, {
    status: 'PAUSED',
  })
  expect(changed.json().status).toBe('PAUSED')
  const { items } = (await calls('GET', webhooks)).json()
  expect(items).toHaveLength(1)

  const refused = async (method: 'GET' | 'POST', url: string) => {
    const answer = await calls(method, url, method === 'POST' ? {} : undefined)
    return [answer.statusCode, answer.json().error]
  }
  expect(await refused('POST', path)).toEqual([
    403,
    'API keys can’t make this call',
  ])
  expect(await refused('GET', '/v1/integration/services')).toEqual([
    403,
    'API keys can’t make this call',
  ])
  expect(await refused('GET', '/v1/tdocs')).toEqual([
    403,
    'This service has no permissions',
  ])

  const other = await createServiceKey(manager, ['myOwn'], { name: 'TMS' })
  const withoutRight = await callsWith(other.key)('GET', webhooks)
  expect(withoutRight.statusCode).toBe(403)
})
