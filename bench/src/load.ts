import { serveParent } from './lib/child.ts'
import { counter, openConnection } from './lib/http-client.ts'
import { type PaceOrder, runPace } from './pace.ts'

/** Sends requests over so many connections as there are plans, each its plan over and over, for so many seconds. */
export type LoadOrder = {
  port: number
  seconds: number
  /** Per connection: the requests to send in turn. */
  plans: string[][]
  /** What every answer must be; 200 unless said. */
  status?: number
  /** A connection ends only after a whole number of so many requests. */
  cycle: number
}
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number; bytes: number }

let counted = 0
/** Six digits, from 100,000 on. */
const nextNumber = () => String(100_000 + (counted++ % 900_000))

async function work(order: LoadOrder): Promise<LoadResult> {
  const connections = await Promise.all(order.plans.map(() => openConnection(order.port)))
  const latencies: number[] = []
  let bytes = 0
  const began = performance.now()
  const until = began + order.seconds * 1000

  const run = async (connection: (typeof connections)[number], plan: string[]) => {
    for (let turn = 0; turn === 0 || performance.now() < until || turn % order.cycle !== 0; turn++) {
      const text = plan[turn % plan.length] ?? ''
      const sent = performance.now()
      const reply = await connection.send(text.includes(counter) ? text.replaceAll(counter, nextNumber()) : text)
      latencies.push(performance.now() - sent)
      if (reply.status !== (order.status ?? 200))
        throw new Error(`${text.split('\r\n', 1)[0]} was answered ${reply.status}: ${reply.body}`)
      bytes = reply.body.length
    }
  }
  try {
    await Promise.all(connections.map((connection, index) => run(connection, order.plans[index] ?? [])))
  } finally {
    for (const connection of connections) connection.close()
  }
  const seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return { requests: latencies.length, perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), bytes }
}

serveParent(
  async (order: LoadOrder | PaceOrder) => ('rate' in order ? runPace(order) : work(order)),
  async () => undefined,
)
