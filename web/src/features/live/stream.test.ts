import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLive } from './stream.ts'

type Stream = { lastId: string | null; send: (text: string) => void }

/**
 * Replaces the network with streams that the test controls; returns the opened
 * ones.
 */
const network = () => {
  const streams: Stream[] = []
  vi.stubGlobal(
    'fetch',
    async (
      _: string,
      { headers, signal }: { headers: Headers; signal: AbortSignal },
    ) => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          const send = (text: string) =>
            controller.enqueue(new TextEncoder().encode(text))
          streams.push({ lastId: headers.get('last-event-id'), send })
          signal.addEventListener('abort', () =>
            controller.error(signal.reason),
          )
        },
      })
      return new Response(body)
    },
  )
  return streams
}

/**
 * Renders a visible, loaded page with a list, and counts how often the list is
 * read.
 */
const openPage = async () => {
  const page = {
    visibilityState: 'visible',
    readyState: 'complete',
    addEventListener: vi.fn(),
  }
  vi.stubGlobal('document', { ...page, removeEventListener: vi.fn() })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('PerformanceResourceTiming', class {})
  const queryClient = new QueryClient()
  let reads = 0
  const leave = new QueryObserver(queryClient, {
    queryKey: ['slv', 'list'],
    queryFn: () => ++reads,
  }).subscribe(() => {})
  const stop = startLive(queryClient)
  stops.push(stop, leave, () => queryClient.clear())
  await vi.advanceTimersByTimeAsync(2_000)
  return () => reads
}

const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'performance',
      'Date',
    ],
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)
const changeOf = (id: string, last: string) =>
  `id: ${last}\ndata: ${JSON.stringify({ kind: 'SLV', id, version: 2 })}\n\n`

test('a stalled stream is replaced by polling until a new one resumes', async () => {
  const streams = network()
  const reads = await openPage()
  expect(streams).toMatchObject([{ lastId: null }])
  expect(reads()).toBe(1)
  streams[0]?.send(changeOf('01990000-0000-7000-8000-000000000001', 'node-7'))
  await seconds(10)
  expect(reads()).toBe(2)

  // Silent for less than two heartbeats: nothing is read.
  await seconds(38)
  expect(reads()).toBe(2)
  // After that the page reads every 10 seconds, and then gives the stream up
  // for a new one.
  await seconds(12)
  expect(reads()).toBe(3)
  await seconds(10)
  expect(reads()).toBe(4)
  expect(streams).toMatchObject([{ lastId: null }, { lastId: 'node-7' }])

  streams[1]?.send(':\n\n')
  await seconds(5)
  const before = reads()
  await seconds(20)
  streams[1]?.send(':\n\n')
  await seconds(20)
  expect(reads()).toBe(before)
})

test('an open stream that sends only heartbeats reads nothing', async () => {
  const streams = network()
  const reads = await openPage()
  for (let beat = 0; beat < 10; beat++) {
    streams[0]?.send(':\n\n')
    await seconds(25)
  }
  expect(reads()).toBe(1)
  expect(streams).toHaveLength(1)
})
