import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from './goals.ts'
import type { Lab } from './lab.ts'
import { paced, quantile } from './load.ts'

const streamCount = 5000
/**
 * Changes of SLVs per second: 300 people at the desk who each write something
 * every half minute.
 */
const rate = 10
const seconds = 30

/**
 * Measures what open streams cost the portal: memory when they are open, CPU
 * time while SLVs change.
 */
export async function measureStreams(lab: Lab): Promise<Row[]> {
  const people = await lab.sql<{ email: string }>(
    'select email from app_user order by id limit 2500',
  )
  const emails = Array.from(
    { length: streamCount },
    (_, n) => people[n % people.length]?.email ?? '',
  )
  const slvs = await lab.sql<{ id: string }>(
    `select id from slv where status <> 'DRAFT' order by id limit 300`,
  )
  const sessions = await lab.signIn(emails)
  const memoryBefore = await lab.memory()
  const sockets: Socket[] = []
  const sentAt = new Map<string, number>()
  const delays: number[] = []
  const onData = (text: string) => {
    for (const [, id = ''] of text.matchAll(/"id":"([^"]+)"/g))
      delays.push(performance.now() - (sentAt.get(id) ?? 0))
  }
  const notifyChange = async (turn: number) => {
    const id = slvs[turn % slvs.length]?.id ?? ''
    // As `publish` sends it (server/src/lib/publish.ts).
    const changes = [{ kind: 'SLV', id, isInner: false }]
    sentAt.set(id, performance.now())
    await lab.sql("select pg_notify('change', $1)", [JSON.stringify(changes)])
  }
  try {
    for (const { cookie } of sessions)
      await openStream(lab.url(), cookie, sockets, onData)
    await pause(5000)
    const memory = (await lab.memory()) - memoryBefore
    const idle = await loadWhile(lab, () => pause(10_000))
    const used = await loadWhile(lab, async () => {
      await paced({ rate, seconds, send: notifyChange })
      await pause(1000)
    })
    const details = {
      'without changes, % of a core': idle * 100,
      'events per second': delays.length / seconds,
    }
    return [
      { goal: 'streams.processor', value: used * 100, details },
      { goal: 'streams.memory', value: memory },
      {
        goal: 'streams.delay',
        value: quantile(delays, 0.95),
        details: { 'median, ms': quantile(delays, 0.5) },
      },
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** Opens a stream of changes, which is added to `sockets` to be closed. */
async function openStream(
  url: string,
  cookie: string,
  sockets: Socket[],
  onData: (text: string) => void,
) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  sockets.push(socket)
  await once(socket, 'connect')
  const opened = once(socket, 'data')
  socket.write(
    `GET /api/v1/stream HTTP/1.1\r\nhost: portal\r\ncookie: ${cookie}\r\n\r\n`,
  )
  const [head] = await opened
  if (!/^HTTP\/1.1 200/.test(String(head)))
    throw new Error(`A stream was refused: ${head}`)
  socket.on('data', onData)
}

/** The share of a core that the portal uses during `work`. */
async function loadWhile(lab: Lab, work: () => Promise<unknown>) {
  const since = performance.now()
  const usedBefore = await lab.processorTime()
  await work()
  const used = (await lab.processorTime()) - usedBefore
  return used / ((performance.now() - since) / 1000)
}
