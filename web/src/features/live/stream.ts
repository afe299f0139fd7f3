import { openStream } from '@portal/contract/live/api'
import {
  heartbeatSeconds,
  reloadEvent,
  StreamEvent,
} from '@portal/contract/live/model'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readStream } from '../../lib/call.ts'
import { Refresh } from './refresh.ts'

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
  const live = new LiveUpdates(queryClient, startedAt)
  const start = () => {
    if (isQuiet(queryClient)) live.start()
    else starter = setTimeout(start, quietFor / 2)
  }
  let starter = setTimeout(start, quietFor)
  const follow = () => live.follow()
  document.addEventListener('visibilitychange', follow)
  const poll = setInterval(() => live.poll(), pollEvery)

  return () => {
    clearTimeout(starter)
    clearInterval(poll)
    document.removeEventListener('visibilitychange', follow)
    live.stop()
  }
}

class LiveUpdates {
  readonly #refresh: Refresh
  readonly #channel = new BroadcastChannel(shared)
  readonly #startedAt: number
  #isStarted = false
  #lastId: string | undefined
  #heardAt: number
  #connection: AbortController | undefined

  constructor(queryClient: QueryClient, startedAt: number) {
    this.#refresh = new Refresh(queryClient)
    this.#startedAt = startedAt
    this.#heardAt = startedAt
    this.#channel.onmessage = ({ data }) => this.#receive(Message.parse(data))
  }

  start() {
    this.#isStarted = true
    this.follow()
  }

  /** Opens the stream while the tab is visible, and closes it otherwise. */
  follow() {
    this.#connection?.abort()
    this.#connection = undefined
    if (!this.#isStarted || document.visibilityState === 'hidden') return
    this.#connection = new AbortController()
    const { signal } = this.#connection
    // Without TLS there are no locks, and each visible tab has its stream.
    if (!('locks' in navigator)) void this.#connect(signal)
    else
      navigator.locks
        .request(shared, { signal }, () => this.#connect(signal))
        .catch(() => null)
  }

  /** Refetches everything while there is no stream. */
  poll() {
    const isSilent = performance.now() - this.#heardAt > silentAfter
    if (isSilent && document.visibilityState === 'visible') this.#refresh.all()
  }

  stop() {
    this.#connection?.abort()
    this.#channel.close()
    this.#refresh.stop()
  }

  #receive({ id, event, data, isLost }: Message) {
    this.#heardAt = isLost ? Number.NEGATIVE_INFINITY : performance.now()
    if (id) this.#lastId = id
    if (event === reloadEvent) this.#refresh.all()
    else if (data) this.#refresh.one(StreamEvent.parse(JSON.parse(data)))
  }

  #notifyTabs(message: Message) {
    this.#channel.postMessage(message)
    this.#receive(message)
  }

  async #connect(signal: AbortSignal) {
    let wait = reconnectAfter.least
    while (!signal.aborted) {
      const pageAge = Math.round(performance.now() - this.#startedAt)
      const age = Math.min(oldest, pageAge + 2 * quietFor)
      await readStream(
        openStream,
        { query: { age } },
        {
          lastId: this.#lastId,
          signal,
          onOpen: () => {
            wait = reconnectAfter.least
          },
          onEvent: (fields) => this.#notifyTabs(Message.parse(fields)),
        },
      ).catch(() => null)
      if (signal.aborted) return
      this.#notifyTabs({ isLost: true })
      await pause(wait * (0.5 + Math.random()), signal)
      wait = Math.min(wait * 2, reconnectAfter.most)
    }
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
