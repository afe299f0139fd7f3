import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createPortal, dataOf, verifyEvent } from './create-portal.ts'

type Attempt = {
  method: string | undefined
  headers: IncomingHttpHeaders
  body: string
  at: number
}

/** How the server answers an attempt; it breaks the connection without. */
type Answer = { status: number; retryAfter?: number } | undefined

const done = { status: 200 }

/**
 * A client of an HTTP server that gives these answers in turn, and then the
 * last one. `attempts` are what the server received.
 */
async function connect(answers: Answer[], retries?: number) {
  const attempts: Attempt[] = []
  const server = createServer(async (request, response) => {
    const { method, headers } = request
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const answer = answers[Math.min(attempts.length, answers.length - 1)]
    attempts.push({ method, headers, body, at: performance.now() })
    if (!answer) {
      response.destroy()
      return
    }
    const { status, retryAfter } = answer
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    })
    response.end(JSON.stringify({ statusCode: status, name: 'LOS' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const portal = createPortal({
    url,
    key: 'lrp_test',
    ...(retries !== undefined && { retries }),
  })
  return { portal, attempts }
}

const comment = {
  proxyLoanId: '00000000-0000-4000-8000-000000000000',
  type: 'EXTERNAL',
  message: 'The appraisal is attached',
} as const

const now: Answer = { status: 503, retryAfter: 0 }

test('a call that the portal can’t serve now is made again, with its body', async () => {
  const { portal, attempts } = await connect([now, now, done])
  const answer = await portal.POST('/v1/conversation-log/proxy-loan', {
    body: comment,
  })
  expect(answer.response.status).toBe(200)
  expect(attempts.map(({ body }) => JSON.parse(body))).toEqual([
    comment,
    comment,
    comment,
  ])
  expect(attempts[0]?.headers.authorization).toBe('Bearer lrp_test')
})

test('a repeated POST has the same Idempotency-Key, and another POST another', async () => {
  const { portal, attempts } = await connect([now, done])
  const send = () =>
    portal.POST('/v1/conversation-log/proxy-loan', { body: comment })
  await send()
  await send()
  const [first, again, other] = attempts.map(
    ({ headers }) => headers['idempotency-key'],
  )
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('a caller can choose the Idempotency-Key, to repeat a call after a restart', async () => {
  const { portal, attempts } = await connect([done])
  await portal.POST('/v1/conversation-log/proxy-loan', {
    body: comment,
    headers: { 'Idempotency-Key': 'import-17' },
  })
  expect(attempts[0]?.headers['idempotency-key']).toBe('import-17')
})

test('after 429 the client waits for as long as the portal says', async () => {
  const { portal, attempts } = await connect([
    { status: 429, retryAfter: 1 },
    done,
  ])
  expect(dataOf(await portal.GET('/v1/me'))).toMatchObject({ name: 'LOS' })
  const [first, second] = attempts
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
})

test.for([400, 401, 403, 404, 409, 412, 500])(
  'a call refused with %i is made once, and its error is thrown',
  async (status) => {
    const { portal, attempts } = await connect([{ status }, done])
    const answer = await portal.GET('/v1/me')
    expect(() => dataOf(answer)).toThrow(`"statusCode":${status}`)
    expect(attempts).toHaveLength(1)
  },
)

test('the client gives up after its retries, with the last answer', async () => {
  const { portal, attempts } = await connect([now], 2)
  const { response } = await portal.GET('/v1/me')
  expect(response.status).toBe(503)
  expect(attempts).toHaveLength(3)
})

test('after a broken connection a call is made again unless it could do something twice', async () => {
  const reading = await connect([undefined, done])
  await reading.portal.GET('/v1/me')
  expect(reading.attempts).toHaveLength(2)

  const adding = await connect([undefined, done])
  await adding.portal.POST('/v1/conversation-log/proxy-loan', { body: comment })
  const keys = adding.attempts.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)

  const changing = await connect([undefined, done])
  const change = changing.portal.PATCH('/v1/proxy-loan/{id}', {
    params: { path: { id: comment.proxyLoanId } },
    body: { creditScore: 700 },
  })
  await expect(change).rejects.toThrow('fetch failed')
  expect(changing.attempts).toHaveLength(1)
})

test('a call that creates a signing secret is not made again after a broken connection', async () => {
  const { portal, attempts } = await connect([undefined, done])
  const create = portal.POST('/v1/integration/webhooks', {
    body: {
      name: 'LOS',
      url: 'https://los.example/events',
      events: ['slv.decided'],
    },
  })
  await expect(create).rejects.toThrow('fetch failed')
  expect(attempts).toHaveLength(1)

  const rotating = await connect([undefined, done])
  const rotate = rotating.portal.POST(
    '/v1/integration/webhooks/{webhookId}/rotate-secret',
    { params: { path: { webhookId: comment.proxyLoanId } } },
  )
  await expect(rotate).rejects.toThrow('fetch failed')
  expect(rotating.attempts).toHaveLength(1)

  const listing = await connect([undefined, done])
  await listing.portal.GET('/v1/integration/webhooks')
  expect(listing.attempts).toHaveLength(2)
})

test('an event is believed only with the portal’s signature', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  const body = JSON.stringify({ type: 'webhook.test', data: { name: 'LOS' } })
  const sign = (signing: string) => {
    const at = new Date()
    return {
      'webhook-id': 'event-1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(signing).sign('event-1', at, body),
    }
  }
  expect(verifyEvent(secret, body, sign(secret))).toMatchObject({
    type: 'webhook.test',
  })
  const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
  expect(() => verifyEvent(secret, body, sign(other))).toThrow(
    'No matching signature found',
  )
  expect(() => verifyEvent(secret, `${body} `, sign(secret))).toThrow(
    'No matching signature found',
  )
})

type Check = (
  secret: string,
  body: string,
  headers: Record<string, string | undefined>,
) => boolean

/** The check of a signature in docs/integration.md, as it is written there. */
async function readGuideCheck(): Promise<Check> {
  const guide = new URL('../../docs/integration.md', import.meta.url)
  const text = await readFile(guide, 'utf8')
  const [, code] = /^```js\n(import \{ createHmac.*?)^```$/ms.exec(text) ?? []
  if (!code) throw new Error('docs/integration.md has no check of a signature')
  const { isFromPortal } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  return isFromPortal
}

test('the guide’s check without a library believes only the portal’s signatures', async () => {
  const isFromPortal = await readGuideCheck()
  const [secret, former, foreign] = [1, 2, 3].map(
    (byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`,
  ) as [string, string, string]
  const body = '{"type":"webhook.test"}'
  const sign = (secrets: string[], at = new Date()) => ({
    'webhook-id': 'event-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets
      .map((each) => new Webhook(each).sign('event-1', at, body))
      .join(' '),
  })
  expect(isFromPortal(secret, body, sign([secret]))).toBe(true)
  expect(isFromPortal(secret, body, sign([former, secret]))).toBe(true)
  expect(isFromPortal(former, body, sign([former, secret]))).toBe(true)
  expect(isFromPortal(foreign, body, sign([former, secret]))).toBe(false)
  expect(isFromPortal(secret, `${body} `, sign([secret]))).toBe(false)
  const sixMinutesAgo = new Date(Date.now() - 360_000)
  expect(isFromPortal(secret, body, sign([secret], sixMinutesAgo))).toBe(false)
  expect(isFromPortal(secret, body, {})).toBe(false)
})
