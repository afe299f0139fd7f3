import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { nodeHeader } from './proxy.ts'

export type Outcome = {
  kind: 'read' | 'poll' | 'write'
  /** The HTTP status, or the error's code. */
  result: number | string
  node: string | null
  /** Of performance.now(). */
  beganAt: number
  ms: number
  /** Identifies a write: its Idempotency-Key and its text. */
  key?: string
}

type Options = {
  url: string
  cookie: string
  /** Writes go to these in turn, so that few wait for each other. */
  slvIds: readonly string[]
  /** Requests per second. */
  rate: number
  /**
   * The most requests in flight: a slow machine gets a lower rate instead of a
   * growing queue.
   */
  maxInFlight: number
}

export const isFailed = ({ result }: Outcome) =>
  result !== 200 && result !== 304

/**
 * Calls the portal at a fixed rate until stopped: polls, reads, and one write
 * in five, each with an Idempotency-Key.
 */
export function startLoad(options: Options) {
  const { slvIds, rate, maxInFlight } = options
  const { outcomes, get, write } = createCaller(options)
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()

  let idCount = 0
  const nextId = () => slvIds[idCount++ % slvIds.length] ?? ''
  /** Made in turn. */
  const calls = [
    () => get('poll', '/v1/notifications'),
    () => get('read', '/v1/proxy-loans'),
    () => write(nextId(), randomUUID()),
    () => get('poll', '/v1/notifications'),
    () => get('read', `/v1/proxy-loan/${nextId()}/detailed`),
    () => get('poll', `/v1/proxy-loan/${nextId()}/conversation-log/state`),
    () => get('read', '/v1/reporting/slv/summary'),
    () => write(nextId(), randomUUID()),
    () => get('read', `/v1/proxy-loan/${nextId()}/conversation-log`),
    () => get('poll', `/v1/proxy-loan/${nextId()}/conversation-log/state`),
  ]

  const run = async () => {
    let dueAt = performance.now()
    for (let index = 0; !stopping.signal.aborted; index++) {
      // At most a second of missed calls is made up for.
      dueAt = Math.max(dueAt + 1000 / rate, performance.now() - 1000)
      const delay = dueAt - performance.now()
      if (delay > 0) await pause(delay)
      while (inFlight.size >= maxInFlight) await Promise.race(inFlight)
      const call = calls[index % calls.length]?.() ?? Promise.resolve()
      inFlight.add(call)
      void call.finally(() => inFlight.delete(call))
    }
  }
  const running = run()

  /** Stops sending, waits for the responses, and returns all outcomes. */
  const stop = async () => {
    stopping.abort()
    await running
    await Promise.all(inFlight)
    return outcomes
  }
  return { outcomes, write: (key: string) => write(nextId(), key), stop }
}

/** Functions that call the portal, and the outcomes of their calls. */
function createCaller({ url, cookie }: Pick<Options, 'url' | 'cookie'>) {
  const outcomes: Outcome[] = []
  /** The ETag of each polled path. */
  const tags = new Map<string, string>()

  const request = async (path: string, init: RequestInit) => {
    try {
      const response = await fetch(`${url}/api${path}`, init)
      await response.arrayBuffer()
      return {
        result: response.status,
        node: response.headers.get(nodeHeader),
        tag: response.headers.get('etag'),
      }
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error
      return { result: String(cause), node: null, tag: null }
    }
  }

  const send = async (
    kind: Outcome['kind'],
    path: string,
    init: RequestInit,
    key?: string,
  ) => {
    const beganAt = performance.now()
    const { result, node, tag } = await request(path, init)
    if (kind === 'poll' && tag) tags.set(path, tag)
    const ms = performance.now() - beganAt
    outcomes.push({ kind, result, node, beganAt, ms, ...(key && { key }) })
  }

  const get = (kind: Outcome['kind'], path: string) => {
    const tag = tags.get(path)
    const headers = { cookie, ...(tag && { 'if-none-match': tag }) }
    return send(kind, path, { headers })
  }

  /** Adds a comment with the key as its text. */
  const write = (slvId: string, key: string) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const body = JSON.stringify({
      proxyLoanId: slvId,
      type: 'EXTERNAL',
      message: key,
    })
    const path = '/v1/conversation-log/proxy-loan'
    return send('write', path, { method: 'POST', headers, body }, key)
  }
  return { outcomes, get, write }
}
