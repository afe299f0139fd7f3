import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { logOut } from '@portal/contract/auth/api'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { toRoute } from './route-of.ts'
import { webServer } from './web-server.ts'

const head = 'host: portal\r\ncontent-type: application/json\r\n'

test('closes although clients keep connections open', async () => {
  const app = await webServer(createLog('silent'), 'http://portal')
  const lateCall = Promise.withResolvers<void>()
  const closing = Promise.withResolvers<void>()
  app.get('/soon', async () => ({}))
  app.post('/slow', async () => ({}))
  app.get('/late', async () => {
    lateCall.resolve()
    await closing.promise
    return {}
  })
  app.addHook('preClose', async () => closing.resolve())
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

  /** Sends the beginning of a request on a new connection. */
  const open = async (request: string) => {
    const socket: Socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    const closed = once(socket, 'close')
    const readStatusLine = async () => {
      await closed
      return received.split('\r\n')[0]
    }
    await once(socket, 'connect')
    socket.write(request)
    return { socket, readStatusLine }
  }
  const answered = await open(`GET /soon HTTP/1.1\r\n${head}\r\n`)
  await once(answered.socket, 'data')
  const unused = await open('')
  const stillSending = await open(
    `POST /slow HTTP/1.1\r\n${head}content-length: 1000\r\n\r\n{`,
  )
  const waiting = await open(`GET /late HTTP/1.1\r\n${head}\r\n`)
  await lateCall.promise

  await app.close()
  expect(await answered.readStatusLine()).toBe('HTTP/1.1 200 OK')
  expect(await unused.readStatusLine()).toBe('')
  expect(await stillSending.readStatusLine()).toBe('')
  expect(await waiting.readStatusLine()).toBe('HTTP/1.1 200 OK')
})

const secure = 'https://portal.example'
const local = 'http://localhost:3000'
test.for<[publicUrl: string, headers: Record<string, string>, status: number]>([
  [secure, { origin: secure }, 200],
  [secure, { origin: 'http://portal.example' }, 403],
  [secure, { origin: 'https://portal.example:8443' }, 403],
  ['http://portal.example', { origin: 'http://portal.example' }, 200],
  [local, { origin: 'http://portal.example' }, 403],
  [local, { origin: 'http://127.0.0.1:3000' }, 200],
  ['http://127.0.0.1:3000', { origin: 'http://[::1]:3000' }, 200],
  [local, { origin: 'http://127.0.0.1:3001' }, 403],
  [local, { origin: 'http://localhost.example:3000' }, 403],
  [secure, { origin: local }, 403],
  [local, { origin: 'http://evil.example' }, 403],
  // A sandboxed frame, and an invalid origin.
  [secure, { origin: 'null' }, 403],
  [secure, { origin: 'portal.example' }, 403],
  // Another site, a sibling host, our own page, an address that was typed, and
  // a program.
  [secure, { 'sec-fetch-site': 'cross-site' }, 403],
  [secure, { 'sec-fetch-site': 'same-site' }, 403],
  [secure, { 'sec-fetch-site': 'same-origin', origin: secure }, 200],
  [secure, { 'sec-fetch-site': 'none' }, 200],
  [secure, {}, 200],
])(
  'a change at %s sent with %j gets %i',
  async ([publicUrl, headers, status]) => {
    const app = await webServer(createLog('silent'), publicUrl)
    let isChanged = false
    app.post('/change', async () => {
      isChanged = true
      return {}
    })
    const sent = { host: 'portal.example', ...headers }
    const answer = await app.inject({
      method: 'POST',
      url: '/change',
      headers: sent,
    })
    expect([answer.statusCode, isChanged]).toEqual([status, status === 200])
  },
)

const inTab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
test.for<[url: string, headers: Record<string, string>, status: number]>([
  [
    '/api/read',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    },
    403,
  ],
  [
    '/api/read',
    {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    },
    403,
  ],
  [
    '/api/read',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    },
    403,
  ],
  // A link in an email, our own page, an address that was typed, and a program.
  ['/api/read', { 'sec-fetch-site': 'cross-site', ...inTab }, 200],
  [
    '/api/read',
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    200,
  ],
  ['/api/read', { 'sec-fetch-site': 'none', ...inTab }, 200],
  ['/api/read', {}, 200],
  ['/page', { 'sec-fetch-site': 'cross-site', ...inTab }, 200],
])(
  'a read of %s sent with %j gets %i, and other sites can’t embed it',
  async ([url, headers, status]) => {
    const app = await webServer(createLog('silent'), secure)
    let isRead = false
    app.get(url, async () => {
      isRead = true
      return {}
    })
    const answer = await app.inject({
      url,
      headers: { host: 'portal.example', ...headers },
    })
    expect([answer.statusCode, isRead]).toEqual([status, status === 200])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  },
)

test.for([
  [
    'headers of 20 KB',
    `GET / HTTP/1.1\r\n${head}x-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  [
    'a header without a colon',
    'GET / HTTP/1.1\r\nhost portal\r\n\r\n',
    400,
    'bad_request',
  ],
] as const)(
  'refuses %s in the shape of every error',
  async ([, request, statusCode, code]) => {
    const app = await webServer(createLog('silent'), 'http://portal')
    onTestFinished(() => app.close())
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const answer = await text(connect(Number(port), '127.0.0.1').end(request))
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${statusCode} `)
    expect(ErrorAnswer.parse(JSON.parse(body))).toMatchObject({
      statusCode,
      code,
      requestId: expect.any(String),
    })
  },
)

test.for([
  [undefined, '192.0.2.9', '192.0.2.9'],
  ['192.0.2.9', '192.0.2.9', '198.51.100.1'],
  ['192.0.2.0/24', '192.0.2.9', '198.51.100.1'],
  ['192.0.2.8', '192.0.2.9', '192.0.2.9'],
] as const)(
  'with %s as trusted proxies, a request from %s counts as from %s',
  async ([trusted, remoteAddress, ip]) => {
    const app = await webServer(createLog('silent'), 'http://portal', trusted)
    app.get('/whose', async ({ ip }) => ip)
    const answer = await app.inject({
      url: '/whose',
      remoteAddress,
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    expect(answer.body).toBe(ip)
  },
)

test('unknown body fields are refused by name, and their values are not repeated', async () => {
  const app = await webServer(createLog('silent'), 'http://portal')
  const body = z.object({ asked: z.string() })
  app.route({
    ...toRoute({ ...logOut, body }),
    url: '/change',
    handler: async () => ({ signedOut: true, redirectTo: null }),
  })
  const payload = { asked: 'a', more: 'a secret' }

  const answer = await app.inject({ method: 'POST', url: '/change', payload })

  expect(answer.statusCode).toBe(400)
  expect(answer.json().details).toEqual([
    { field: 'more', error: 'Unknown field. Known fields: asked.' },
  ])
  expect(answer.body).not.toContain('a secret')
})

test('closes the connections of heads that take too long', async () => {
  const limits = { headMs: 200 }
  const log = createLog('silent')
  const app = await webServer(log, 'http://portal', 'loopback', limits)
  onTestFinished(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const heads = Array.from({ length: 150 }, async () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nhost: portal\r\nx-slow: ')
    return text(socket)
  })
  for (const answer of await Promise.all(heads))
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
}, 5_000)
