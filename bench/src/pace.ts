import { openConnection, type Reply } from './lib/http-client.ts'

/** Requests at a fixed rate, whether the ones before are answered or not, as people come: each plan is one person's connection. */
export type PaceOrder = {
  port: number
  seconds: number
  /** Requests a second, all connections together, each in its turn. */
  rate: number
  plans: string[][]
  /** Answers that are good; 200 unless said. */
  statuses?: number[]
  /** Each connection asks once beforehand, a few at a time, uncounted. */
  isWarmedUp?: boolean
}
/** Milliseconds from when a request was due until its answer was there, waiting for its turn included. */
export type PaceResult = {
  rate: number
  answered: number
  /** Answered with another status, hung up on, or not answered until 5 s after the end. */
  failed: number
  p50: number
  p99: number
  most: number
  /** From the first failure to the last, in ms. */
  failedFor: number
  /** The first failure in words. */
  failure?: string
}

/** Stands in a request for the tag of the connection's last answer. */
export const lastTag = '@@tag@@'
const drainMs = 5000
const atOnce = 32

type Caller = {
  ask: (text: string) => Promise<Reply>
  close: () => void
}

/** A connection that is opened anew when the server hung up, and remembers the tag of its last answer. */
async function openCaller(port: number): Promise<Caller> {
  let connection = await openConnection(port)
  let tag = '""'
  let isOver = false
  return {
    ask: async (text) => {
      try {
        const reply = await connection.send(text.replace(lastTag, tag))
        tag = /^etag: (.+)$/im.exec(reply.head)?.[1]?.trim() ?? tag
        return reply
      } catch (error) {
        connection.close()
        if (!isOver) connection = await openConnection(port).catch(() => connection)
        throw error
      }
    },
    close: () => {
      isOver = true
      connection.close()
    },
  }
}

/** Does `work` for each, so many at a time. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<unknown>) {
  const waiting = [...items.entries()]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await work(next[1], next[0])
    }),
  )
}

/** Sends as ordered. */
export async function runPace(order: PaceOrder): Promise<PaceResult> {
  const { plans, rate, seconds, statuses = [200] } = order
  const callers: Caller[] = []
  await eachOf(plans, async () => callers.push(await openCaller(order.port)))
  if (order.isWarmedUp) await eachOf(callers, (caller, index) => caller.ask(plans[index]?.[0] ?? ''))

  const latencies: number[] = []
  const failures: number[] = []
  let failure: string | undefined
  let sent = 0
  const waiting = new Map<number, number>()
  const ends = callers.map(() => Promise.resolve())
  const began = performance.now()
  const call = async (number: number, due: number) => {
    const plan = plans[number % plans.length] ?? []
    const text = plan[Math.floor(number / plans.length) % plan.length] ?? ''
    waiting.set(number, due)
    try {
      const reply = await callers[number % callers.length]?.ask(text)
      if (!reply || !statuses.includes(reply.status)) throw new Error(`It was answered ${reply?.status}`)
      if (waiting.has(number)) latencies.push(performance.now() - due)
    } catch (error) {
      if (!waiting.has(number)) return
      failures.push(performance.now() - began)
      failure ??= error instanceof Error ? error.message : String(error)
    } finally {
      waiting.delete(number)
    }
  }
  const total = Math.round(rate * seconds)
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1000) + 1)
    for (; sent < due; sent++) {
      const [number, at, place] = [sent, began + (sent * 1000) / rate, sent % callers.length]
      // A connection that is busy has the request wait.
      waiting.set(number, at)
      ends[place] = (ends[place] ?? Promise.resolve()).then(() => call(number, at))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
  const over = performance.now()
  for (const due of waiting.values()) latencies.push(over - due)
  const unanswered = waiting.size
  waiting.clear()
  for (const caller of callers) caller.close()

  latencies.sort((one, other) => one - other)
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  const answered = latencies.length - unanswered
  return {
    rate,
    answered,
    failed: failures.length + unanswered,
    p50: at(0.5),
    p99: at(0.99),
    most: latencies.at(-1) ?? 0,
    failedFor: failures.length > 0 ? Math.max(...failures) - Math.min(...failures) : 0,
    ...(failure && { failure }),
  }
}
