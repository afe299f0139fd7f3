import { createServer } from 'node:http'
import { keysOf } from '@portal/contract/lib/typed'
import type { Portal } from '../../e2e/src/lib/portal.ts'
import { listen } from '../../server/test/listen.ts'
import type { Row } from './goals.ts'
import { type Lab, processorTimeOf, underwriter } from './lab.ts'
import { flood, type Headers, quantile } from './load.ts'

const warmUps = 3
const rounds = 9
const connections = 8

type Side = 'off' | 'metrics' | 'traces'
type Send = (portal: Portal, each: number) => Promise<unknown>

/**
 * The CPU time of a request in µs, measured on several portals in turn, and its
 * ratio to the portal without metrics. It is steadier than throughput while
 * other programs use the machine.
 */
async function compareProcessor(
  portals: Record<Side, Portal>,
  requests: number,
  send: Send,
) {
  const each = Math.ceil(requests / connections)
  const spend = async (portal: Portal) => {
    const before = await processorTimeOf(portal.pid)
    await send(portal, each)
    return (
      (((await processorTimeOf(portal.pid)) - before) / (each * connections)) *
      1e6
    )
  }
  const sides = keysOf(portals)
  const all: Record<Side, number>[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const spent = { off: 0, metrics: 0, traces: 0 }
    // The order changes, so that growth over time affects all of them.
    for (const side of round % 2 ? sides : sides.toReversed())
      spent[side] = await spend(portals[side])
    all.push(spent)
  }
  const median = (of: (spent: Record<Side, number>) => number) =>
    quantile(all.slice(warmUps).map(of), 0.5)
  return (side: Side) => ({
    value: median((spent) => spent[side] / spent.off),
    details: {
      'on, µs': median((spent) => spent[side]),
      'off, µs': median(({ off }) => off),
    },
  })
}

/**
 * Measures the cost of metrics and traces: one portal has them, another on the
 * same database doesn't.
 */
export async function measureMetrics(lab: Lab): Promise<Row[]> {
  const collector = createServer((request, answer) =>
    request.resume().on('end', () => answer.end('{}')),
  )
  const port = await listen(collector)
  const token = 'a-token-of-the-bench'
  await using opened = new AsyncDisposableStack()
  opened.defer(() => void collector.close())
  const start = async (settings: Record<string, string>) => {
    const portal = await lab.startSecond(settings)
    opened.defer(portal.stop)
    return portal
  }
  const off = await start({})
  const metrics = await start({ METRICS_TOKEN: token })
  const traces = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.01',
  })
  const [headers = {}] = await lab.signIn([underwriter])

  const polls = async (portal: Portal, each: number) => {
    const path = '/api/v1/notifications'
    const answer = await fetch(`${portal.url}${path}`, { headers })
    await answer.arrayBuffer()
    const tagged: Headers = {
      ...headers,
      'if-none-match': answer.headers.get('etag') ?? '',
    }
    await flood({ ...plansOf(portal, path, tagged), each, status: 304 })
  }
  const lists = (portal: Portal, each: number) =>
    flood({
      ...plansOf(
        portal,
        '/api/v1/proxy-loans?tableMode=MY_OWN&size=10',
        headers,
      ),
      each,
    })
  const scrape = async () => {
    const answer = await fetch(`${metrics.url}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`/metrics returned ${answer.status}`)
    await answer.arrayBuffer()
  }
  const scrapes = setInterval(() => scrape().catch(() => undefined), 15_000)
  opened.defer(() => clearInterval(scrapes))
  await scrape()
  const portals = { off, metrics, traces }
  const [ofPoll, ofList] = [
    await compareProcessor(portals, 8_000, polls),
    await compareProcessor(portals, 1_200, lists),
  ]
  return [
    { goal: 'metrics.poll', ...ofPoll('metrics') },
    { goal: 'metrics.list', ...ofList('metrics') },
    { goal: 'metrics.tracedPoll', ...ofPoll('traces') },
    { goal: 'metrics.tracedList', ...ofList('traces') },
  ]
}

const plansOf = ({ url }: Portal, path: string, headers: Headers) => ({
  url,
  plans: Array.from({ length: connections }, () => [
    { method: 'GET' as const, path, headers },
  ]),
})
