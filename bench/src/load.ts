import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

export type Headers = Record<string, string>
export type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Headers
  body?: string
}

export const quantile = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ] ?? Number.NaN

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/**
 * The median time of seven runs, after one to warm up; `before` isn't timed.
 */
export async function medianTime(
  work: () => Promise<unknown>,
  before?: () => Promise<unknown>,
) {
  const times: number[] = []
  for (let run = 0; run <= 7; run++) {
    await before?.()
    times.push(await timed(work))
  }
  return quantile(times.slice(1), 0.5)
}

type Flood = {
  url: string
  /**
   * One connection each, which repeats its requests in rotation as fast as they
   * are answered.
   */
  plans: autocannon.Request[][]
  /** Either seconds, or requests of each connection. */
  seconds?: number
  each?: number
  /** What every answer must have; 200 by default. */
  status?: number
}

/**
 * Requests per second that a server answers; throws when an answer has another
 * status.
 */
export async function flood({
  url,
  plans,
  seconds,
  each,
  status = 200,
}: Flood): Promise<number> {
  let next = 0
  let ended = 0
  const began = performance.now()
  const options: autocannon.Options = {
    url,
    connections: plans.length,
    sampleInt: 50,
    timeout: 60,
    ...(each ? { amount: each * plans.length } : { duration: seconds ?? 1 }),
    setupClient: (client) => client.setRequests(plans[next++] ?? []),
  }
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, found) =>
      error ? reject(error) : resolve(found),
    )
    run.on('response', () => {
      ended = performance.now()
    })
  })
  const took = (ended - began) / 1000
  const { statusCodeStats = {}, errors } = result as autocannon.Result & {
    statusCodeStats?: Record<string, { count: number }>
  }
  const good = statusCodeStats[status]?.count ?? 0
  const others = Object.keys(statusCodeStats).filter(
    (code) => code !== String(status),
  )
  if (good === 0 || others.length > 0 || errors > 0)
    throw new Error(
      `Instead of ${status}: ${others.join(', ')}; ${errors} errors, ${good} good answers`,
    )
  return good / took
}

/** `rate` is in requests per second. */
type Pace = {
  rate: number
  seconds: number
  send: (turn: number) => Promise<unknown>
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered.
 * Returns the milliseconds of each.
 */
export async function paced({ rate, seconds, send }: Pace) {
  const calls: Promise<number>[] = []
  const began = performance.now()
  for (let turn = 0; turn < rate * seconds; turn++) {
    const wait = began + (turn * 1000) / rate - performance.now()
    if (wait > 0) await pause(wait)
    calls.push(timed(() => send(turn)))
  }
  return Promise.all(calls)
}

/** Sends a request and reads the whole response; throws unless it succeeded. */
export async function send(
  url: string,
  { method = 'GET', path, headers, body }: Call,
): Promise<Buffer> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok && answer.status !== 304)
    throw new Error(`${method} ${path} was answered ${answer.status}: ${bytes}`)
  return bytes
}

/**
 * Runs two sides alternately, so that noise hits both, after one warm-up round
 * each; the share is the median.
 */
export async function compare(
  portal: () => Promise<number>,
  limit: () => Promise<number>,
  rounds = 3,
) {
  await portal()
  await limit()
  const all: { portal: number; limit: number }[] = []
  for (let round = 0; round < rounds; round++)
    all.push({ portal: await portal(), limit: await limit() })
  const median = (values: number[]) => quantile(values, 0.5)
  return {
    share: median(all.map((round) => round.portal / round.limit)),
    'portal, per second': median(all.map((round) => round.portal)),
    'limit, per second': median(all.map((round) => round.limit)),
  }
}
