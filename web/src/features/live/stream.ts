import { openStream } from '@portal/contract/live/api'
import { reloadEvent, StreamEvent } from '@portal/contract/live/model'
import type { QueryClient } from '@tanstack/react-query'
import { readStream } from '../../lib/call.ts'
import { createRefresh } from './refresh.ts'

/** The stream opens once the page has loaded nothing for so long, in ms: the first screen loads alone. */
const quietFor = 1000
const reconnectAfter = { least: 1000, most: 30_000 }
/** How often an open page reads again while there is no stream, in ms. */
const pollEvery = 10_000
/** The server sends what changed since the page was loaded, up to a minute ago. */
const oldest = 60_000

/**
 * Keeps what is on the screen current by the server's stream of changes, while the tab is visible, and by polling while
 * there is none. Returns a function that stops it.
 */
export const startLive = (queryClient: QueryClient) => {
  const startedAt = performance.now()
  const refresh = createRefresh(queryClient)
  let lastId: string | undefined
  let isOpen = false
  let connection: AbortController | undefined

  const onEvent = ({ id, event, data }: Partial<Record<string, string>>) => {
    if (id) lastId = id
    if (event === reloadEvent) refresh.all()
    else if (data) refresh.one(StreamEvent.parse(JSON.parse(data)))
  }

  const connect = async (signal: AbortSignal) => {
    let wait = reconnectAfter.least
    const onOpen = () => {
      isOpen = true
      wait = reconnectAfter.least
    }
    while (!signal.aborted) {
      const age = Math.min(oldest, Math.round(performance.now() - startedAt + 2 * quietFor))
      const sent = { query: { age } }
      await readStream(openStream, sent, { lastId, signal, onOpen, onEvent }).catch(() => null)
      isOpen = false
      await pause(wait * (0.5 + Math.random()), signal)
      wait = Math.min(wait * 2, reconnectAfter.most)
    }
  }

  const follow = () => {
    connection?.abort()
    connection = undefined
    if (document.visibilityState === 'hidden') return
    connection = new AbortController()
    void connect(connection.signal)
  }

  let isStarted = false
  const start = () => {
    isStarted = isQuiet(queryClient)
    if (isStarted) follow()
    else starter = setTimeout(start, quietFor / 2)
  }
  let starter = setTimeout(start, quietFor)
  const onVisible = () => isStarted && follow()
  document.addEventListener('visibilitychange', onVisible)
  const poll = setInterval(() => {
    if (isStarted && !isOpen && document.visibilityState === 'visible') refresh.all()
  }, pollEvery)

  return () => {
    clearTimeout(starter)
    clearInterval(poll)
    document.removeEventListener('visibilitychange', onVisible)
    connection?.abort()
    refresh.stop()
  }
}

const isQuiet = (queryClient: QueryClient) => {
  const last = performance.getEntriesByType('resource').at(-1)
  const lastEnd = last instanceof PerformanceResourceTiming ? last.responseEnd : 0
  return document.readyState === 'complete' && queryClient.isFetching() === 0 && performance.now() - lastEnd > quietFor
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
