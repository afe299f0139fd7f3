import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { logOut } from '@portal/contract/auth/api'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import Fastify from 'fastify'
import { test as base, expect, onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../../test/files.ts'
import { createLog } from '../log.ts'
import { failIfStalled, watchDisconnect } from './disconnect.ts'
import { pages } from './pages.ts'
import { toRoute } from './route-of.ts'
import { webServer } from './web-server.ts'

const screen = (pattern: string, name: string) => ({
  pattern,
  scripts: [`assets/${name}.js`],
  styles: [`assets/${name}.css`],
  fonts: ['assets/letters.woff2'],
})

const screens = JSON.stringify([
  screen('^/condition-manager(?:/[^/]+)?/?$', 'tdocs'),
  screen('^/slv/?$', 'slvs'),
])

const test = base
  .extend('written', screens)
  .extend('app', async ({ written }, { onCleanup }) => {
    const { folder, remove } = await temporaryFolder()
    await writeFile(
      join(folder, 'index.html'),
      '<head><!-- first-load: here --></head>',
    )
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, '.vite', 'first-load.json'), written)
    const app = await webServer(createLog('silent'), 'http://portal')
    await pages(app, folder, {
      isFor: ({ cookies }) => cookies.session !== undefined,
      asked: ['/api/v1/auth/profile'],
      logoUrl: 'https://images.example/logo.png',
    })
    onCleanup(async () => {
      await app.close()
      await remove()
    })
    return app
  })
  .extend(
    'page',
    ({ app }) =>
      async (
        url: string,
        cookies: Record<string, string> = { session: 'token' },
      ) => {
        return (await app.inject({ url, cookies })).body
      },
  )

test.for([
  '/metrics',
  '/scim/v2/Users',
  '/.well-known/security.txt',
  '/index.php',
  '//slv',
])(
  '%s is not a path of the portal: 404, with the page for a person who opened it',
  async (url, { app }) => {
    const asked = await app.inject({ url })
    expect([asked.statusCode, asked.json().code]).toEqual([404, 'not_found'])
    const opened = await app.inject({
      url,
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect([opened.statusCode, opened.body]).toEqual([404, '<head></head>'])
  },
)

test('the page may load images only from the portal and the logo’s origin', async ({
  app,
}) => {
  const { headers } = await app.inject({ url: '/slv' })
  expect(headers['content-security-policy']).toContain(
    "img-src 'self' data: https://images.example;",
  )
  expect(headers['x-frame-options']).toBe('DENY')
})

test.for([
  '/condition-manager',
  '/condition-manager/',
  '/condition-manager/an-id?search=a',
])(
  'the page at %s names what its screen is drawn with, and who is signed in',
  async (url, { page }) => {
    const html = await page(url)
    expect(html).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/tdocs.js">',
    )
    expect(html).toContain(
      '<link rel="preload" as="style" crossorigin href="/assets/tdocs.css">',
    )
    expect(html).toContain(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/letters.woff2">',
    )
    expect(html).toContain(
      '<link rel="preload" as="fetch" crossorigin href="/api/v1/auth/profile">',
    )
    expect(html).not.toContain('slvs')
  },
)

test('a page outside the portal, or without a session, preloads nothing', async ({
  page,
}) => {
  expect(await page('/reporting/single-loan-variance/download')).toBe(
    '<head></head>',
  )
  expect(await page('/condition-manager/an-id/more')).toBe('<head></head>')
  expect(await page('/slv', {})).toBe('<head></head>')
  expect(await page('/slv')).toContain('slvs.js')
})

const older = test.extend('written', '[{ "pattern": "^/slv/?$" }]')
older('an outdated list of files is ignored', async ({ page }) => {
  expect(await page('/slv')).toBe('<head></head>')
})

test('a request is aborted only when its client disconnects', async () => {
  const app = Fastify()
  const signals: AbortSignal[] = []
  const arrived = Promise.withResolvers<void>()
  app.post('/waits', async (_request, reply) => {
    const signal = watchDisconnect(reply)
    signals.push(signal)
    arrived.resolve()
    await once(signal, 'abort')
  })
  app.post('/answers', async (_request, reply) => {
    const signal = watchDisconnect(reply)
    await new Promise(setImmediate)
    return { isAborted: signal.aborted }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }
  expect(
    await (await fetch(`http://127.0.0.1:${port}/answers`, json)).json(),
  ).toEqual({ isAborted: false })

  const client = connect(port, '127.0.0.1')
  client.write(
    'POST /waits HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  await arrived.promise
  client.destroy()
  await expect
    .poll(() => signals[0]?.reason)
    .toMatchObject({ code: 'bad_request' })
  await app.close()
})

test('a stream without a reader is destroyed, together with its source', async () => {
  const ended = Promise.withResolvers<string>()
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(1024 * 1024)
    } finally {
      ended.resolve('ended')
    }
  }
  const stream = failIfStalled(endless(), 20)
  stream.read(1)
  await once(stream, 'close')
  expect(await ended.promise).toBe('ended')
})

test('a stream that is read arrives complete', async () => {
  const three = async function* () {
    for (const word of ['a', 'b', 'c']) yield Buffer.from(word)
  }
  const chunks = await failIfStalled(three(), 60_000).toArray()
  expect(Buffer.concat(chunks).toString()).toBe('abc')
})

const head = 'host: portal\r\ncontent-type: application/json\r\n'

test('closes although clients keep connections open', async () => {
  const app = await webServer(createLog('silent'), 'http://portal')
  const asked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  app.get('/soon', async () => ({}))
  app.post('/slow', async () => ({}))
  app.get('/late', async () => {
    asked.resolve()
    await mayAnswer.promise
    return {}
  })
  app.addHook('preClose', async () => mayAnswer.resolve())
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

  const open = async (written: string) => {
    const socket: Socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    const closed = new Promise<string>((resolve) => {
      let received = ''
      socket.on('data', (data) => {
        received += data
      })
      socket.once('close', () => resolve(received.split('\r\n')[0] ?? ''))
    })
    await new Promise((connected) => socket.once('connect', connected))
    socket.write(written)
    return { socket, closed }
  }
  const used = await open(`GET /soon HTTP/1.1\r\n${head}\r\n`)
  await new Promise((answered) => used.socket.once('data', answered))
  const unused = await open('')
  const sending = await open(
    `POST /slow HTTP/1.1\r\n${head}content-length: 1000\r\n\r\n{`,
  )
  const late = await open(`GET /late HTTP/1.1\r\n${head}\r\n`)
  await asked.promise

  await app.close()
  const statusLines = await Promise.all(
    [used, unused, sending, late].map(({ closed }) => closed),
  )
  expect(statusLines).toEqual(['HTTP/1.1 200 OK', '', '', 'HTTP/1.1 200 OK'])
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
  const known = toRoute({ ...logOut, body: z.object({ asked: z.string() }) })
  app.route({
    ...known,
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
  const app = await webServer(
    createLog('silent'),
    'http://portal',
    'loopback',
    {
      headMs: 200,
    },
  )
  onTestFinished(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const heads = Array.from({ length: 150 }, async () => {
    const socket = connect(Number(port), '127.0.0.1').on(
      'error',
      () => undefined,
    )
    socket.write('GET / HTTP/1.1\r\nhost: portal\r\nx-slow: ')
    return text(socket)
  })
  for (const answer of await Promise.all(heads))
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
}, 5_000)
