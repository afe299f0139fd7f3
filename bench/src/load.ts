import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'

/** Connections of a load without pauses. */
export const connections = 16

export type Headers = Record<string, string>
export type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Headers
  body?: string
}

/** `share` is from 0 to 1; NaN without values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const index = Math.floor(sorted.length * share)
  return sorted[Math.min(index, sorted.length - 1)] ?? Number.NaN
}

/** How long the work takes, in ms. */
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

export type Flood = {
  url: string
  /**
   * The requests of each connection, which repeats them in rotation as fast as
   * they are answered.
   */
  plans: autocannon.Request[][]
  /** Either for some seconds, or until each connection has sent `each`. */
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
  seconds = 1,
  each,
  status = 200,
}: Flood): Promise<number> {
  let nextPlan = 0
  const end = each ? { amount: each * plans.length } : { duration: seconds }
  const { result, elapsedSeconds } = await runAutocannon({
    url,
    connections: plans.length,
    sampleInt: 50,
    timeout: 60,
    ...end,
    setupClient: (client) => client.setRequests(plans[nextPlan++] ?? []),
  })
  return countAnswers(result, status) / elapsedSeconds
}

/** The time ends with the last answer. */
async function runAutocannon(options: autocannon.Options) {
  const startedAt = performance.now()
  let lastAnswerAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, finished) =>
      error ? reject(error) : resolve(finished),
    )
    run.on('response', () => {
      lastAnswerAt = performance.now()
    })
  })
  return { result, elapsedSeconds: (lastAnswerAt - startedAt) / 1000 }
}

/** The answers with this status; throws when there are others, or none. */
function countAnswers(
  { statusCodeStats = {}, errors }: autocannon.Result,
  status: number,
): number {
  const expected = statusCodeStats[`${status}`]?.count ?? 0
  const otherStatuses = Object.keys(statusCodeStats).filter(
    (code) => code !== String(status),
  )
  if (expected === 0 || otherStatuses.length > 0 || errors > 0)
    throw new Error(
      `${expected} answers with ${status}; others: ${otherStatuses.join(', ') || 'none'}; ${errors} errors`,
    )
  return expected
}

type Pace = {
  /** Requests per second. */
  rate: number
  seconds: number
  /** `turn` counts the requests from 0. */
  send: (turn: number) => Promise<unknown>
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered.
 * Returns the milliseconds of each.
 */
export async function paced({ rate, seconds, send }: Pace) {
  const times: Promise<number>[] = []
  const startedAt = performance.now()
  for (let turn = 0; turn < rate * seconds; turn++) {
    const dueAt = startedAt + (turn * 1000) / rate
    const waitMs = dueAt - performance.now()
    if (waitMs > 0) await pause(waitMs)
    times.push(timed(() => send(turn)))
  }
  return Promise.all(times)
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
 * Runs two sides alternately, so that noise affects both, after one warm-up
 * round each; the share is the median of the rounds.
 */
export async function compare(
  portal: () => Promise<number>,
  bare: () => Promise<number>,
  rounds = 3,
) {
  await portal()
  await bare()
  const portalRates: number[] = []
  const bareRates: number[] = []
  const shares: number[] = []
  for (let round = 0; round < rounds; round++) {
    const portalRate = await portal()
    const bareRate = await bare()
    portalRates.push(portalRate)
    bareRates.push(bareRate)
    shares.push(portalRate / bareRate)
  }
  return {
    value: quantile(shares, 0.5),
    details: {
      'portal, per second': quantile(portalRates, 0.5),
      'bare, per second': quantile(bareRates, 0.5),
    },
  }
}
