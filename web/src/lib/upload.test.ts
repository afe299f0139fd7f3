import { endpoint } from '@portal/contract/lib/endpoint'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createIntent } from './intent.ts'
import { onSessionEnd } from './session-end.ts'
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

/** The browser's own request, as far as it is used; what the network does to it is the test's to say. */
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
  went = (loaded: number) => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
  answers = (status: number, answer: unknown) => {
    this.status = status
    this.responseText = JSON.stringify(answer)
    this.dispatchEvent(new Event('load'))
  }
}

const started = (intent = createIntent(() => 'key-1')) => {
  const abort = new AbortController()
  const onProgress = vi.fn()
  const sent = upload(files, { params: { id: 'x' } }, file, { intent, signal: abort.signal, onProgress })
  const outcome = sent.then(
    (answer) => answer,
    (error: unknown) => error,
  )
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

describe('upload', () => {
  test('sends the file under its key, tells how far it is, and hands back the parsed answer', async () => {
    const { request, outcome, onProgress } = started()
    expect(request.address).toBe('POST /api/v1/thing/x/files')
    expect(request.headers.get('Idempotency-Key')).toBe('key-1')
    expect(request.body?.get('file')).toMatchObject({ name: 'a.pdf', size: 10 })
    request.went(4)
    request.went(180)
    request.answers(200, { names: ['a.pdf'], secret: 1 })
    expect(await outcome).toEqual({ names: ['a.pdf'] })
    expect(onProgress.mock.calls).toEqual([[4], [10]])
  })

  test('a refusal carries its sentence, and 401 ends the session', async () => {
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    for (const status of [409, 401]) {
      const { request, outcome } = started()
      request.answers(status, { statusCode: status, code: 'conflict', error: 'Because' })
      expect(await outcome).toMatchObject({ kind: 'refused', status, reason: 'Because' })
    }
    stop()
    expect(ended).toHaveBeenCalledTimes(1)
  })

  test('a cut line keeps the key for the next try; an answer ends it', async () => {
    let n = 0
    const intent = createIntent(() => `key-${++n}`)
    const first = started(intent)
    first.request.dispatchEvent(new Event('error'))
    expect(await first.outcome).toMatchObject({ kind: 'network' })
    const second = started(intent)
    second.request.answers(200, { names: [] })
    await second.outcome
    const third = started(intent)
    expect(FakeRequest.all.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', 'key-1', 'key-2'])
    third.request.abort()
    await third.outcome
  })

  test('the one who asked may give it up; a line on which nothing moves is given up', async () => {
    vi.useFakeTimers()
    const given = started()
    given.abort.abort()
    expect(await given.outcome).toMatchObject({ name: 'AbortError' })

    const silent = started()
    await vi.advanceTimersByTimeAsync(59_000)
    silent.request.went(1)
    await vi.advanceTimersByTimeAsync(59_000)
    silent.request.went(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent.outcome).toMatchObject({ kind: 'network', repeatable: true })
  })
})
