import { createEndpoints } from '@portal/contract/lib/endpoint'
import { checkFields } from '@portal/contract/lib/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { buildAddress } from './address.ts'
import { call, callAgain, onSessionEnd } from './call.ts'
import { getProblems, getReason, hasStatus, isOutage } from './call-error.ts'
import { createIntent } from './state/intent.ts'

const things = createEndpoints({
  tag: 'Tdocs',
  access: () => true,
  about: 'NOTHING',
})
const thing = things.post('/v1/thing/:id', 'A thing', {
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
})
const open = { ...thing, access: 'PUBLIC' } as const
const list = things.get('/v1/list', 'Things', {
  response: z.object({ count: z.number() }),
})
const sent = {
  params: { id: 'a/b' },
  query: { search: '' },
  body: { name: 'Ortiz' },
}

/** Replaces the network by `answer`; returns the requests. */
const network = (
  answer: (request: Request) => Response | Promise<Response>,
) => {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://portal.example'), init)
    requests.push(request)
    return answer(request)
  })
  return requests
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const refusal = (status: number, more: object = {}) =>
  Response.json(
    { statusCode: status, code: 'some_code', error: 'Because', ...more },
    { status },
  )
const errorOf = (promise: Promise<unknown>) =>
  promise.then(() => null).catch((error: unknown) => error)

afterEach(() => vi.unstubAllGlobals())

test('an address encodes parameters, drops empty query values and has no missing parameter', () => {
  const query = { a: '', b: undefined, c: null, d: [], e: 0, f: 'p q' }
  expect(
    buildAddress('/v1/x/:id/y/:other', { id: 'a/b', other: 7 }, query),
  ).toBe('/api/v1/x/a%2Fb/y/7?e=0&f=p+q')
  expect(() => buildAddress('/v1/x/:id', {})).toThrow('needs id')
})

test('a call sends JSON with the version and the key, and returns only what the response schema names', async () => {
  const requests = network(() => Response.json({ name: 'Ortiz', secret: 1 }))
  const answer = await call(thing, sent, {
    ifMatch: '"3"',
    intent: createIntent(() => 'key-1'),
  })
  expect(answer).toEqual({ name: 'Ortiz' })
  const [request] = requests
  expect(request?.url).toBe('http://portal.example/api/v1/thing/a%2Fb')
  const headers = {
    'content-type': 'application/json',
    'if-match': '"3"',
    'idempotency-key': 'key-1',
  }
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject(headers)
  expect(await request?.json()).toEqual({ name: 'Ortiz' })
})

const details = [{ field: 'name', error: 'Required' }]
const proxyPage = () => new Response('<h1>', { status: 502 })

test.each([
  [
    'a refusal',
    () => refusal(400, { details }),
    { kind: 'refused', status: 400, reason: 'Because', details },
    false,
  ],
  [
    'a proxy’s page',
    proxyPage,
    { kind: 'refused', code: 'http_502', reason: null },
    true,
  ],
  [
    'an unknown response',
    () => Response.json({ nom: 'Ortiz' }),
    { kind: 'garbled' },
    true,
  ],
  [
    'no connection',
    offline,
    { kind: 'network', status: 0, repeatable: false, reason: null },
    true,
  ],
])(
  '%s becomes an error that says what happened',
  async (_name, answer, facts, isOut) => {
    network(answer)
    const error = await errorOf(call(thing, sent))
    expect(error).toMatchObject(facts)
    expect(isOutage(error)).toBe(isOut)
    expect(getProblems(error)).toEqual('details' in facts ? details : [])
    expect(hasStatus(error, 400)).toBe('details' in facts)
  },
)

test('a refusal that points to highlighted fields says what is wrong where none is highlighted', async () => {
  const texts = ['Required', 'Too long', 'Required', 'Not a date.', 'Unknown']
  const problems = texts.map((text) => ({ field: 'name', error: text }))
  network(() => refusal(400, { error: checkFields, details: problems }))
  const error = await errorOf(call(thing, sent))
  expect(error).toMatchObject({ message: checkFields })
  expect(getReason(error)).toBe('Required. Too long. Not a date.')
})

test('a call that its caller canceled is not a network failure', async () => {
  network(() => Promise.reject(new DOMException('Aborted', 'AbortError')))
  expect(
    await errorOf(call(thing, sent, { signal: AbortSignal.abort() })),
  ).toMatchObject({ name: 'AbortError' })
})

test.each([401, 403, 404, 500])(
  '%i ends the session, if at all',
  async (status) => {
    const endsSession = status < 404
    network(() => refusal(status))
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    expect(await errorOf(call(thing, sent))).toMatchObject({ endsSession })
    expect(await errorOf(callAgain(list, {}, undefined))).toMatchObject({
      endsSession,
    })
    await errorOf(call(open, sent))
    expect(await errorOf(call(thing, sent, { probe: true }))).toMatchObject({
      endsSession: false,
    })
    stop()
    expect(ended).toHaveBeenCalledTimes(endsSession ? 2 : 0)
  },
)

describe('the Idempotency-Key', () => {
  const other = { ...sent, body: { name: 'Lee' } }
  test.each([
    [
      'stays while no response comes',
      [offline, offline, () => refusal(409)],
      [sent, sent, sent],
      '1 1 1',
    ],
    [
      'is new after a response',
      [() => refusal(409), offline],
      [sent, sent],
      '1 2',
    ],
    [
      'stays after a server error, because the write may be done',
      [() => refusal(503), offline],
      [sent, sent],
      '1 1',
    ],
    ['is new for another body', [offline, offline], [sent, other], '1 2'],
  ])('%s', async (_name, answers, bodies, keys) => {
    let calls = 0
    let lastKey = 0
    const requests = network(() => answers[calls++]?.() ?? offline())
    const intent = createIntent(() => String(++lastKey))
    for (const body of bodies) await errorOf(call(thing, body, { intent }))
    expect(
      requests.map(({ headers }) => headers.get('Idempotency-Key')).join(' '),
    ).toBe(keys)
  })

  test('is a UUID', () =>
    expect(z.uuidv4().safeParse(createIntent().keyFor('x')).success).toBe(true))
})

test('a repeated call sends the tag, and 304 returns the same object', async () => {
  const unchanged = new Response(null, { status: 304 })
  const requests = network(({ headers }) =>
    headers.has('if-none-match')
      ? unchanged
      : Response.json({ count: 1 }, { headers: { etag: 'W/"1"' } }),
  )
  const first = await callAgain(list, {}, undefined)
  expect(first).toEqual({ answer: { count: 1 }, tag: 'W/"1"' })
  expect(await callAgain(list, {}, first)).toBe(first)
  expect(requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([
    null,
    'W/"1"',
  ])
})
