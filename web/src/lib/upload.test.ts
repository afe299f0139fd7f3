import { endpoint } from '@portal/contract/lib/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createIntent } from './state/intent.ts'
import { upload } from './upload.ts'

const files = endpoint({
  method: 'POST',
  path: '/v1/thing/:id/files',
  summary: 'Files',
  tag: 'Tdocs',
  access: () => true,
  about: 'NOTHING',
  params: z.object({ id: z.string() }),
  response: z.object({ names: z.array(z.string()) }),
})
const file = new File(['0123456789'], 'a.pdf', { lastModified: 1 })

/** The parts of XMLHttpRequest that an upload uses; the test plays the network. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = []
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  status = 0
  responseText = ''
  body: FormData | null = null
  address = ''
  open = (method: string, address: string) => {
    this.address = `${method} ${address}`
  }
  setRequestHeader = (name: string, value: string) => this.headers.set(name, value)
  send = (body: FormData) => {
    this.body = body
    FakeRequest.all.push(this)
  }
  abort = () => this.dispatchEvent(new Event('abort'))
  progress = (loaded: number) => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  respond = (status: number, answer: unknown) => {
    this.status = status
    this.responseText = JSON.stringify(answer)
    this.dispatchEvent(new Event('load'))
  }
}

const start = (intent = createIntent(() => 'key-1')) => {
  const abort = new AbortController()
  const onProgress = vi.fn()
  const sent = upload(files, { params: { id: 'x' } }, file, { intent, signal: abort.signal, onProgress })
  const outcome = sent.catch((error: unknown) => error)
  const request = FakeRequest.all.at(-1)
  if (!request) throw new Error('Nothing was sent')
  return { request, outcome, abort, onProgress }
}

beforeEach(() => {
  FakeRequest.all = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an upload sends the file with its key, reports progress, and returns the parsed response', async () => {
  const { request, outcome, onProgress } = start()
  expect(request.address).toBe('POST /api/v1/thing/x/files')
  expect(request.headers.get('Idempotency-Key')).toBe('key-1')
  expect(request.body?.get('file')).toMatchObject({ name: 'a.pdf', size: 10 })
  request.progress(4)
  request.progress(180)
  request.respond(200, { names: ['a.pdf'], secret: 1 })
  expect(await outcome).toEqual({ names: ['a.pdf'] })
  expect(onProgress.mock.calls).toEqual([[4], [10]])
})

test.each([
  [409, false],
  [401, true],
])('a refusal with %i carries its reason', async (status, endsSession) => {
  const { request, outcome } = start()
  request.respond(status, { statusCode: status, code: 'conflict', error: 'Because' })
  expect(await outcome).toMatchObject({ kind: 'refused', status, reason: 'Because', endsSession })
})

test('a broken connection keeps the key for the next try; a response ends it', async () => {
  let lastKey = 0
  const intent = createIntent(() => `key-${++lastKey}`)
  const first = start(intent)
  first.request.dispatchEvent(new Event('error'))
  expect(await first.outcome).toMatchObject({ kind: 'network' })
  const second = start(intent)
  second.request.respond(200, { names: [] })
  await second.outcome
  start(intent).abort.abort()
  expect(FakeRequest.all.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', 'key-1', 'key-2'])
})

test('an upload ends when its caller cancels it, or after 60 s without progress', async () => {
  vi.useFakeTimers()
  const canceled = start()
  canceled.abort.abort()
  expect(await canceled.outcome).toMatchObject({ name: 'AbortError' })

  const stalled = start()
  await vi.advanceTimersByTimeAsync(59_000)
  stalled.request.progress(1)
  await vi.advanceTimersByTimeAsync(59_000)
  stalled.request.progress(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await stalled.outcome).toMatchObject({ kind: 'network', repeatable: true })
})
