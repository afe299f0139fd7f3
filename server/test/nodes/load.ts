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
export function startLoad({ url, cookie, slvIds, rate, maxInFlight }: Options) {
  const outcomes: Outcome[] = []
  const underWay = new Set<Promise<void>>()
  const ending = new AbortController()
  const tags = new Map<string, string>()

  const send = async (
    kind: Outcome['kind'],
    path: string,
    init: RequestInit,
    key?: string,
  ) => {
    const beganAt = performance.now()
    const [result, node] = await fetch(`${url}/api${path}`, init).then(
      async (answer) => {
        await answer.arrayBuffer()
        const tag = answer.headers.get('etag')
        if (kind === 'poll' && tag) tags.set(path, tag)
        return [answer.status, answer.headers.get(nodeHeader)] as const
      },
      (error: Error) => [String(error.cause ?? error), null] as const,
    )
    outcomes.push({
      kind,
      result,
      node,
      beganAt,
      ms: performance.now() - beganAt,
      ...(key && { key }),
    })
  }

  let turn = 0
  const nextId = () => slvIds[turn++ % slvIds.length]
  const get = (kind: Outcome['kind'], path: string) => {
    const tag = tags.get(path)
    return send(kind, path, {
      headers: { cookie, ...(tag && { 'if-none-match': tag }) },
    })
  }
  const write = (key: string) => {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const body = JSON.stringify({
      proxyLoanId: nextId(),
      type: 'EXTERNAL',
      message: key,
    })
    return send(
      'write',
      '/v1/conversation-log/proxy-loan',
      { method: 'POST', headers, body },
      key,
    )
  }
  /** Ten calls, made in turn. */
  const turns = [
    () => get('poll', '/v1/notifications'),
    () => get('read', '/v1/proxy-loans'),
    () => write(randomUUID()),
    () => get('poll', '/v1/notifications'),
    () => get('read', `/v1/proxy-loan/${nextId()}/detailed`),
    () => get('poll', `/v1/proxy-loan/${nextId()}/conversation-log/state`),
    () => get('read', '/v1/reporting/slv/summary'),
    () => write(randomUUID()),
    () => get('read', `/v1/proxy-loan/${nextId()}/conversation-log`),
    () => get('poll', `/v1/proxy-loan/${nextId()}/conversation-log/state`),
  ]

  const run = async () => {
    let next = performance.now()
    for (let n = 0; !ending.signal.aborted; n++) {
      next = Math.max(next + 1000 / rate, performance.now() - 1000)
      if (next > performance.now()) await pause(next - performance.now())
      while (underWay.size >= maxInFlight) await Promise.race(underWay)
      const call = turns[n % turns.length]?.() ?? Promise.resolve()
      underWay.add(call)
      void call.finally(() => underWay.delete(call))
    }
  }
  const running = run()

  /** Stops sending, waits for the responses, and returns all outcomes. */
  const stop = async () => {
    ending.abort()
    await running
    await Promise.all(underWay)
    return outcomes
  }
  return { outcomes, write, stop }
}
