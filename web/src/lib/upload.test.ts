import { createEndpoints } from '@portal/contract/lib/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createIntent } from './state/intent.ts'
import { upload } from './upload.ts'

const things = createEndpoints({
  tag: 'Tdocs',
  access: () => true,
  about: 'NOTHING',
})
const files = things.post('/v1/thing/:id/files', 'Files', {
  params: z.object({ id: z.string() }),
  response: z.object({ names: z.array(z.string()) }),
})
const file = new File(['0123456789'], 'a.pdf', { lastModified: 1 })

/**
 * The parts of XMLHttpRequest that an upload uses; the test plays the network.
 */
class FakeRequest extends EventTarget {
  static last: FakeRequest | undefined
  readonly upload = new EventTarget()
  readonly status = 0
  open = () => {}
  setRequestHeader = () => {}
  send = () => {
    FakeRequest.last = this
  }
  abort = () => this.dispatchEvent(new Event('loadend'))
  progress = (loaded: number) =>
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
}

const start = () => {
  const abort = new AbortController()
  const more = {
    intent: createIntent(),
    signal: abort.signal,
    onProgress: () => {},
  }
  const outcome = upload(files, { params: { id: 'x' } }, file, more).catch(
    (error: unknown) => error,
  )
  const request = FakeRequest.last
  if (!request) throw new Error('Nothing was sent')
  return { request, outcome, abort }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an upload ends when its caller cancels it, or after 60 s without progress', async () => {
  vi.useFakeTimers()
  const canceled = start()
  canceled.abort.abort()
  expect(await canceled.outcome).toMatchObject({ name: 'AbortError' })

  const stalled = start()
  for (const loaded of [1, 2]) {
    await vi.advanceTimersByTimeAsync(59_000)
    stalled.request.progress(loaded)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await stalled.outcome).toMatchObject({
    kind: 'network',
    repeatable: true,
  })
})
