import { endpoint } from '@portal/contract/lib/endpoint'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addressOf } from './address.ts'
import { call, callAgain } from './call.ts'
import { hasStatus, isOutage, problemsOf, reasonOf } from './call-error.ts'
import { createIntent } from './intent.ts'
import { onSessionEnd } from './session-end.ts'

const thing = endpoint({
  method: 'POST',
  path: '/v1/thing/:id',
  summary: 'A thing',
  tag: 'Tdocs',
  access: () => true,
  about: 'NOTHING',
  params: z.object({ id: z.string() }),
  query: z.object({ search: z.string().optional() }),
  body: z.object({ name: z.string() }),
  response: z.object({ name: z.string() }),
})
const open = { ...thing, access: 'PUBLIC' } as const
const sent = { params: { id: 'a/b' }, query: { search: '' }, body: { name: 'Ortiz' } }

/** The browser's door to the network is replaced, nothing of ours. */
const network = (answer: (request: Request) => Response | Promise<Response>) => {
  const requests: Request[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://portal.example'), init)
    requests.push(request)
    return answer(request)
  })
  return requests
}
const refusal = (status: number, more: object = {}) =>
  Response.json({ statusCode: status, code: 'some_code', error: 'Because', ...more }, { status })
const failureOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('addressOf', () => {
  test('encodes parameters and drops empty query values', () => {
    expect(
      addressOf('/v1/x/:id/y/:other', { id: 'a/b', other: 7 }, { a: '', b: undefined, c: null, d: [], e: 0, f: 'p q' }),
    ).toBe('/api/v1/x/a%2Fb/y/7?e=0&f=p+q')
  })
  test('will not call a path with a hole', () => {
    expect(() => addressOf('/v1/x/:id', {})).toThrow('needs id')
  })
})

describe('call', () => {
  test('sends JSON with the version and the key, and hands back what the answer may hold', async () => {
    const requests = network(() => Response.json({ name: 'Ortiz', secret: 1 }))
    const answer = await call(thing, sent, { ifMatch: '"3"', intent: createIntent(() => 'key-1') })

    expect(answer).toEqual({ name: 'Ortiz' })
    expect(requests[0]?.url).toBe('http://portal.example/api/v1/thing/a%2Fb')
    expect(Object.fromEntries(requests[0]?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'if-match': '"3"',
      'idempotency-key': 'key-1',
    })
    expect(await requests[0]?.json()).toEqual({ name: 'Ortiz' })
  })

  test('a refusal carries status, code, reason and the fields', async () => {
    const details = [{ field: 'name', error: 'Required' }]
    network(() => refusal(400, { details }))
    const error = await failureOf(call(thing, sent))
    expect(error).toMatchObject({ kind: 'refused', status: 400, code: 'some_code', reason: 'Because' })
    expect(problemsOf(error)).toEqual(details)
    expect([hasStatus(error, 400), isOutage(error)]).toEqual([true, false])
  })

  test('an error page of something in between has no reason', async () => {
    network(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    const error = await failureOf(call(thing, sent))
    expect(error).toMatchObject({ kind: 'refused', status: 502, code: 'http_502', reason: null })
    expect(isOutage(error)).toBe(true)
  })

  test('an answer outside the contract is garbled', async () => {
    network(() => Response.json({ nom: 'Ortiz' }))
    expect(await failureOf(call(thing, sent))).toMatchObject({ kind: 'garbled' })
  })

  test('a network failure has its own kind', async () => {
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(call(thing, sent))
    expect(error).toMatchObject({ kind: 'network', status: 0, repeatable: false })
    expect(error).toMatchObject({ reason: null, message: expect.stringContaining('cannot be reached') })
    expect(reasonOf(error)).toBeNull()
  })

  test('a call that its caller gave up is not a failure of the network', async () => {
    network(() => Promise.reject(new DOMException('Aborted', 'AbortError')))
    expect(await failureOf(call(thing, sent, { signal: AbortSignal.abort() }))).toMatchObject({ name: 'AbortError' })
  })

  test.each([
    [401, true],
    [403, true],
    [404, false],
    [409, false],
    [500, false],
  ])('%i ends the session: %s', async (status, ends) => {
    network(() => refusal(status))
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    const told = await failureOf(call(thing, sent))
    await failureOf(call(open, sent))
    const probed = await failureOf(call(thing, sent, { probe: true }))
    stop()
    expect(ended).toHaveBeenCalledTimes(ends ? 1 : 0)
    expect(told).toMatchObject({ endsSession: ends })
    expect(probed).toMatchObject({ endsSession: false })
  })
})

describe('an intent', () => {
  const keys = () => {
    let n = 0
    return () => `key-${++n}`
  }
  const sentKeys = (requests: Request[]) => requests.map((request) => request.headers.get('Idempotency-Key'))

  test('keeps its key while no answer comes, and takes a new one after any answer', async () => {
    let reachable = false
    const requests = network(() => (reachable ? refusal(409) : Promise.reject(new TypeError('offline'))))
    const intent = createIntent(keys())
    await failureOf(call(thing, sent, { intent }))
    await failureOf(call(thing, sent, { intent }))
    reachable = true
    await failureOf(call(thing, sent, { intent }))
    await failureOf(call(thing, sent, { intent }))
    expect(sentKeys(requests)).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
  })

  test('keeps its key when the server broke: it may have been done', async () => {
    const requests = network(() => refusal(503))
    const intent = createIntent(keys())
    await failureOf(call(thing, sent, { intent }))
    await failureOf(call(thing, sent, { intent }))
    expect(sentKeys(requests)).toEqual(['key-1', 'key-1'])
  })

  test('another body is another wish', async () => {
    const requests = network(() => Promise.reject(new TypeError('offline')))
    const intent = createIntent(keys())
    await failureOf(call(thing, sent, { intent }))
    await failureOf(call(thing, { ...sent, body: { name: 'Lee' } }, { intent }))
    expect(sentKeys(requests)).toEqual(['key-1', 'key-2'])
  })

  test('keys are UUIDs', () => {
    expect(createIntent().keyFor('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})

describe('callAgain', () => {
  const list = endpoint({
    method: 'GET',
    path: '/v1/list',
    summary: 'A list',
    tag: 'Tdocs',
    access: () => true,
    about: 'NOTHING',
    response: z.object({ count: z.number() }),
  })

  test('hands over the tag it was given, and gives the very last answer back when nothing changed', async () => {
    const requests = network((request) =>
      request.headers.get('if-none-match') === 'W/"1"'
        ? new Response(null, { status: 304 })
        : Response.json({ count: 1 }, { headers: { etag: 'W/"1"' } }),
    )
    const first = await callAgain(list, {}, undefined)
    expect(first).toEqual({ answer: { count: 1 }, tag: 'W/"1"' })
    expect(requests[0]?.headers.has('if-none-match')).toBe(false)
    expect(await callAgain(list, {}, first)).toBe(first)
  })

  test('signs out as any call does', async () => {
    network(() => refusal(401))
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    expect(await failureOf(callAgain(list, {}, undefined))).toMatchObject({ status: 401, endsSession: true })
    expect(ended).toHaveBeenCalledOnce()
    stop()
  })
})
