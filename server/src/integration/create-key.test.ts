import type { KeyScope } from '@portal/contract/integration/model'
import { scopesFor, takesKey } from '@portal/contract/integration/policy'
import { expect } from 'vitest'
import { findRow, findRows } from '../../test/rows.ts'
import { test } from '../../test/service-keys.ts'
import { hashToken, openSession } from '../auth/sessions/session.ts'

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
  expect(refused.headers).toMatchObject({
    'ratelimit-limit': '600',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '60',
  })
})

test('each response to a key says how many calls are left, and a session’s doesn’t', async ({
  made,
  createServiceKey,
  callsWith,
}) => {
  const { key, manages } = await createServiceKey(
    await made.underwriter('manageIntegrations', 'myOwn'),
    ['myOwn'],
  )
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
  const createKey = async (scopes: KeyScope[]): Promise<string> => {
    const answer = await manages('POST', path, { body: { scopes } })
    return answer.json().key
  }
  const readingKey = await createKey(['read'])
  const tdocsKey = await createKey(['tdocs'])
  const operations = app.operations.filter(
    ({ endpoint }) => takesKey(endpoint) && endpoint.takesKey !== 'ANY',
  )

  /** The calls that are refused because of the key. */
  const listRefused = async (token: string) => {
    const refused: string[] = []
    for (const { method, url, endpoint } of operations) {
      const path = url.replaceAll(/:\w+/g, slv.id).replace('/api', '')
      const body = method === 'GET' ? undefined : {}
      const answer = await callsWith(token)(method as 'GET', path, body)
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
  expect(await listRefused(key)).toHaveLength(operations.length)
  const changes = operations.filter(
    ({ endpoint }) => endpoint.method !== 'GET' && !endpoint.isRead,
  )
  expect(await listRefused(readingKey)).toEqual(
    changes.map(({ method, url }) => `${method} ${url}`),
  )

  expect((await callsWith(tdocsKey)('GET', '/v1/tdocs')).statusCode).toBe(200)
  const { statusCode, body } = await callsWith(tdocsKey)(
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
    ({ method, endpoint }) =>
      method === 'GET' && takesKey(endpoint) && !endpoint.takesKey,
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
