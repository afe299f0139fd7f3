import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { test as base } from '../../test/http.ts'
import { listen } from '../../test/listen.ts'
import { startTracing } from './telemetry.ts'

type Value = { stringValue?: string; intValue?: number }
type Attribute = { key: string; value: Value }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
  status: { code?: number; message?: string }
}
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const test = base
  .extend('receiver', async ({}, { onCleanup }) => {
    const bodies: string[] = []
    const server = createServer(async (request, answer) => {
      bodies.push(`${request.url} ${await text(request)}`)
      answer.end('{}')
    })
    onCleanup(async () => void server.close())
    return { bodies, url: `http://127.0.0.1:${await listen(server)}` }
  })
  .extend('tracing', ({ receiver }, { onCleanup }) => {
    const tracing = startTracing({ endpoint: receiver.url, version: '1.2.3' })
    onCleanup(tracing.stop)
    return tracing
  })

const secret = 'Featherstonehaugh'
const [traceId, parentId] = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '00f067aa0ba902b7',
]
const traceparent = `00-${traceId}-${parentId}-01`

const attributeOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.intValue
}

test('a trace continues that of a trusted proxy, with SQL spans and without values', async ({
  receiver,
  tracing,
  startNode,
  signInAt,
  made,
}) => {
  const node = await startNode(undefined, { tracing })
  const owner = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
  const asks = await signInAt(node, owner)
  const headers = { traceparent, 'x-request-id': 'proxy-request-1' }
  const saved = await asks('PATCH', `/v1/proxy-loan/${slv.id}`, {
    headers,
    body: { borrowerLastName: secret },
  })
  expect([saved.statusCode, saved.headers['x-request-id']]).toEqual([
    200,
    'proxy-request-1',
  ])
  await asks('GET', `/v1/loans/check-loan/${secret}`)
  await asks('PATCH', `/v1/proxy-loan/${slv.id}`, {
    headers: { traceparent },
    body: { borrowerLastName: 7 },
  })
  const stranger = await node.inject({
    url: '/api/v1/auth/branding',
    remoteAddress: '192.0.2.9',
    headers,
  })
  expect(stranger.headers['x-request-id']).not.toBe('proxy-request-1')
  await node.inject('/api/health')
  await tracing.stop()

  const [body = ''] = receiver.bodies
  expect(body).toMatch(/^\/v1\/traces /)
  for (const value of [secret, slv.id, owner.id])
    expect(body).not.toContain(value)
  const { resourceSpans }: Sent = JSON.parse(body.slice(body.indexOf(' ')))
  const spans = resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans),
  )
  const ours = spans.filter(
    (span) => span.parentSpanId === parentId && span.traceId === traceId,
  )
  expect(
    ours.map((span) => [
      span.name,
      attributeOf(span, 'http.response.status_code'),
    ]),
  ).toEqual([
    ['PATCH /api/v1/proxy-loan/:id', 200],
    ['PATCH /api/v1/proxy-loan/:id', 400],
  ])
  const [save] = ours
  expect(attributeOf(save ?? { attributes: [] }, 'portal.request_id')).toBe(
    'proxy-request-1',
  )
  const statements = spans
    .filter((span) => span.parentSpanId === save?.spanId)
    .map((span) => attributeOf(span, 'db.query.text'))
  expect(statements).toEqual(
    expect.arrayContaining([expect.stringMatching(/^update "slv" set .*\$\d/)]),
  )
  // Only the call that LoanDock didn't respond to is an error, without its
  // message.
  expect(
    spans.flatMap(({ name, status }) =>
      status.code === 0 ? [] : [[name, status]],
    ),
  ).toEqual([['GET /api/v1/loans/check-loan/:n', { code: 2 }]])
  expect(spans.filter(({ name }) => name.includes('health'))).toEqual([])
  const theirs = spans.find(({ name }) => name === 'GET /api/v1/auth/branding')
  expect(theirs?.traceId).not.toBe(traceId)
})
