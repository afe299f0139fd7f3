import { openStream } from '@portal/contract/live/api'
import {
  heartbeatSeconds,
  reloadEvent,
  StreamEvent,
} from '@portal/contract/live/model'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readStream } from '../../lib/call.ts'
import { createRefresh } from './refresh.ts'

/**
 * The stream opens once the page has loaded nothing for this long, in ms, so
 * that it doesn't delay the first screen.
 */
const quietFor = 1000
const reconnectAfter = { least: 1000, most: 30_000 }
/** How often an open page polls while there is no stream, in ms. */
const pollEvery = 10_000
/** A stream without a heartbeat for this long, in ms, is lost. */
const silentAfter = heartbeatSeconds * 2000
/** The server can send changes from up to a minute before the stream opened. */
const oldest = 60_000
/**
 * The name of the lock of the tab with the stream, and of the channel on which
 * it passes events to the others.
 */
const shared = 'portal-live'

/**
 * What the tab with the stream passes on: the fields of an event or a
 * heartbeat, or that the stream is lost.
 */
const Message = z
  .object({
    id: z.string(),
    event: z.string(),
    data: z.string(),
    isLost: z.boolean(),
  })
  .partial()
type Message = z.infer<typeof Message>

/**
 * Keeps the screen current while the tab is visible, through the server's
 * stream of changes (shared by all tabs of a browser) or, without a stream, by
 * polling. Returns a function that stops it. `startedAt` is when the page was
 * loaded, in ms of `performance.now`.
 */
export const startLive = (
  queryClient: QueryClient,
  startedAt = performance.now(),
) => {
  const refresh = createRefresh(queryClient)
  const channel = new BroadcastChannel(shared)
  let lastId: string | undefined
  let heardAt = startedAt
  let isStarted = false
  let connection: AbortController | undefined

  const receive = ({ id, event, data, isLost }: Message) => {
    heardAt = isLost ? Number.NEGATIVE_INFINITY : performance.now()
    if (id) lastId = id
    if (event === reloadEvent) refresh.all()
    else if (data) refresh.one(StreamEvent.parse(JSON.parse(data)))
  }
  const notifyTabs = (message: Message) => {
    channel.postMessage(message)
    receive(message)
  }
  channel.onmessage = ({ data }) => receive(Message.parse(data))

  const connect = async (signal: AbortSignal) => {
    let wait = reconnectAfter.least
    const onOpen = () => {
      wait = reconnectAfter.least
    }
    while (!signal.aborted) {
      const age = Math.min(
        oldest,
        Math.round(performance.now() - startedAt + 2 * quietFor),
      )
      const sent = { query: { age } }
      const onEvent = (fields: Partial<Record<string, string>>) =>
        notifyTabs(Message.parse(fields))
      await readStream(openStream, sent, {
        lastId,
        signal,
        onOpen,
        onEvent,
      }).catch(() => null)
      if (signal.aborted) return
      notifyTabs({ isLost: true })
      await pause(wait * (0.5 + Math.random()), signal)
      wait = Math.min(wait * 2, reconnectAfter.most)
    }
  }

  const follow = () => {
    connection?.abort()
    connection = undefined
    if (!isStarted || document.visibilityState === 'hidden') return
    connection = new AbortController()
    const { signal } = connection
    // Without TLS there are no locks, and each visible tab has its stream.
    if (!('locks' in navigator)) void connect(signal)
    else
      navigator.locks
        .request(shared, { signal }, () => connect(signal))
        .catch(() => null)
  }

  const start = () => {
    isStarted = isQuiet(queryClient)
    if (isStarted) follow()
    else starter = setTimeout(start, quietFor / 2)
  }
  let starter = setTimeout(start, quietFor)
  document.addEventListener('visibilitychange', follow)
  const poll = setInterval(() => {
    const isSilent = performance.now() - heardAt > silentAfter
    if (isSilent && document.visibilityState === 'visible') refresh.all()
  }, pollEvery)

  return () => {
    clearTimeout(starter)
    clearInterval(poll)
    document.removeEventListener('visibilitychange', follow)
    connection?.abort()
    channel.close()
    refresh.stop()
  }
}

const isQuiet = (queryClient: QueryClient) => {
  const last = performance.getEntriesByType('resource').at(-1)
  const lastEnd =
    last instanceof PerformanceResourceTiming ? last.responseEnd : 0
  return (
    document.readyState === 'complete' &&
    queryClient.isFetching() === 0 &&
    performance.now() - lastEnd > quietFor
  )
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
