import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { sessionCookie } from '../../src/auth/sessions/cookie.ts'
import { pages } from '../../src/lib/http/pages.ts'
import { webServer } from '../../src/lib/http/web-server.ts'
import { createLog } from '../../src/lib/log.ts'
import { temporaryFolder } from '../files.ts'
import { test } from '../http.ts'
import { findRow } from '../rows.ts'

const publicUrl = 'https://portal.example'

/** The web server alone, behind TLS, with the built web in a folder. */
const served = test.extend('served', async ({}, { onCleanup }) => {
  const { folder, remove } = await temporaryFolder()
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta nonce="__CSP_NONCE__"><p>Portal</p>',
  )
  await writeFile(join(folder, 'color-scheme.js'), '1')
  const app = await webServer(createLog('silent'), publicUrl)
  const cookie = sessionCookie(true)
  app.post('/api/v1/thing', async (_, reply) => {
    cookie.set(reply, 'token')
    return {}
  })
  app.get('/api/v1/thing', async () => ({}))
  app.get('/api/v1/broken', async () => {
    throw new Error('select secret from nowhere at /srv/portal')
  })
  await pages(app, folder)
  await app.ready()
  onCleanup(async () => {
    await app.close()
    await remove()
  })
  return (options: InjectOptions) =>
    app.inject({
      headers: { host: 'portal.example', ...options.headers },
      ...options,
    })
})

served(
  'behind TLS every response has the security headers',
  async ({ served }) => {
    for (const url of [
      '/api/v1/thing',
      '/api/v1/broken',
      '/api/nothing',
      '/',
      '/color-scheme.js',
      '/nowhere',
    ]) {
      const { headers } = await served({ method: 'GET', url })
      expect({ url, ...headers }).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      if (url.startsWith('/api/'))
        expect(headers['cache-control']).toBe('no-store')
      expect(headers['access-control-allow-origin'], url).toBeUndefined()
      expect(headers['x-powered-by'] ?? headers.server, url).toBeUndefined()
    }
  },
)

served(
  'behind TLS the session cookie cannot be read by scripts or set by other hosts',
  async ({ served }) => {
    const { headers } = await served({ method: 'POST', url: '/api/v1/thing' })
    expect(headers['set-cookie']).toBe(
      '__Host-session=token; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  },
)

served(
  'behind TLS a page runs only its own scripts and cannot be framed',
  async ({ served }) => {
    const first = await served({ method: 'GET', url: '/slv' })
    const second = await served({ method: 'GET', url: '/slv' })
    const policy = String(first.headers['content-security-policy'])
    const directives = new Map<string, string>()
    for (const directive of policy.split('; ')) {
      const [name = '', ...sources] = directive.split(' ')
      directives.set(name, sources.join(' '))
    }
    expect(directives.get('default-src')).toBe("'self'")
    expect(directives.get('script-src')).toBe("'self'")
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(directives.get(name)).toBe("'none'")
    expect(policy).not.toContain('unsafe')
    // The nonce of styles is new each time, so no one can write it into a page
    // beforehand.
    expect(second.headers['content-security-policy']).not.toBe(policy)
    expect(first.headers['cache-control']).toBe('no-store')
    const script = await served({ method: 'GET', url: '/color-scheme.js' })
    expect(script.headers['content-security-policy']).toMatch(
      /^default-src 'none'/,
    )
  },
)

served.for([
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'a=b'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/xml', '<a/>'],
  ['application/json-patch+json', '[]'],
] as const)(
  'behind TLS a body of %s is refused',
  async ([type, payload], { served }) => {
    const answer = await served({
      method: 'POST',
      url: '/api/v1/thing',
      payload,
      headers: { 'content-type': type },
    })
    expect(answer.statusCode).toBe(415)
  },
)

served('behind TLS unsupported methods return 405', async ({ served }) => {
  for (const method of ['PUT', 'TRACE', 'OPTIONS', 'DELETE'] as const) {
    // The type of `inject` has no TRACE.
    const call = { method: method as 'PUT', url: '/api/v1/thing' }
    expect((await served(call)).statusCode, method).toBe(405)
  }
})

served(
  'behind TLS an internal error returns a sentence and an id, and no details',
  async ({ served }) => {
    const answer = await served({ method: 'GET', url: '/api/v1/broken' })
    const { requestId, ...rest } = ErrorAnswer.parse(answer.json())
    const error = `Something went wrong on our end (${requestId})`
    expect(rest).toEqual({ statusCode: 500, code: 'internal', error })
    expect(answer.body).not.toMatch(/select|srv|Error|at /)
  },
)

served(
  'behind TLS oversized or malformed requests are refused with the same error format',
  async ({ served }) => {
    const json = { 'content-type': 'application/json' }
    const refused: [InjectOptions, number][] = [
      [{ payload: `"${'x'.repeat(1_100_000)}"`, headers: json }, 413],
      [{ payload: '{"a":', headers: json }, 400],
      [{ payload: '{"__proto__":{"a":1}}', headers: json }, 400],
      [
        { payload: '{"constructor":{"prototype":{"a":1}}}', headers: json },
        400,
      ],
      [{ url: `/api/v1/${'x'.repeat(5000)}` }, 404],
    ]
    for (const [options, status] of refused) {
      const answer = await served({
        method: 'POST',
        url: '/api/v1/thing',
        ...options,
      })
      expect(answer.statusCode).toBe(status)
      expect(Object.keys(ErrorAnswer.strict().parse(answer.json()))).toContain(
        'requestId',
      )
    }
  },
)

test('input must be storable text everywhere, else 400', async ({
  made,
  signedIn,
}) => {
  const owner = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
  const call = await signedIn(owner)
  const path = `/v1/proxy-loan/${slv.id}`
  const withNull = 'a\0b'
  const halfCharacters = ['a\uD800b', '\uDFFF']
  for (const text of [withNull, ...halfCharacters]) {
    const variance = { reason: 'DTI', justification: text }
    const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: text }
    // An address can't contain half a character.
    const search = encodeURIComponent(text.isWellFormed() ? text : withNull)
    const responses = [
      await call('PATCH', path, { body: { city: text } }),
      await call('POST', `${path}/slv-request`, { body: variance }),
      await call('POST', '/v1/conversation-log/proxy-loan', { body: comment }),
      await call('PATCH', '/v1/users', { body: { firstName: text } }),
      await call('GET', `/v1/proxy-loans?search=${search}`),
      await call('GET', `/v1/proxy-loans?sellers=${search}`),
      await call('GET', `/v1/proxy-loans/get-seller-filter?search=${search}`),
    ]
    for (const response of responses) {
      expect(response.statusCode, response.body).toBe(400)
      const { details = [] } = ErrorAnswer.strict().parse(response.json())
      expect(details).not.toEqual([])
    }
  }
})

test('input has only known fields, each once, and only those of its sender are saved', async ({
  made,
  signedIn,
  committed,
}) => {
  const owner = await made.seller()
  const other = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
  const path = `/v1/proxy-loan/${slv.id}`
  const call = await signedIn(owner)
  const before = await findRow(committed, 'slv', { id: slv.id })
  const unknown = {
    id: other.id,
    version: 99,
    status: 'APPROVED',
    sellerId: other.id,
    companyId: other.companyId,
  }
  const refused = await call('PATCH', path, {
    body: { city: 'Reno', ...unknown },
  })
  expect(refused.statusCode).toBe(400)
  const details = refused.json<ErrorAnswer>().details ?? []
  expect(details.map(({ field }) => field).sort()).toEqual(
    Object.keys(unknown).sort(),
  )

  const forStaff = {
    temporaryStatus: 'APPROVED',
    decisionCommentsInternal: 'mine',
  }
  const body = { city: 'Reno', ...forStaff }
  const saved = await call('PATCH', path, { body })
  expect(saved.statusCode).toBe(200)
  const after = await findRow(committed, 'slv', { id: slv.id })
  const toText = (row: typeof after, key: string) =>
    JSON.stringify(row[key as keyof typeof row])
  const changed = Object.keys(after).filter(
    (key) => toText(after, key) !== toText(before, key),
  )
  // A trigger notes the transaction.
  expect(changed.sort()).toEqual(['changedIn', 'city', 'version'])

  for (const query of [
    'size=1&size=100',
    'sortBy=date&sortBy=status',
    'search=a&search=b',
    'page=1&page=2',
  ]) {
    const { statusCode } = await call('GET', `/v1/proxy-loans?${query}`)
    expect(statusCode, query).toBe(400)
  }
})
