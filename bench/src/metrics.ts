import { createServer } from 'node:http'
import { getKeys } from '@portal/contract/lib/typed'
import type { Portal } from '../../e2e/src/lib/portal.ts'
import { listen } from '../../server/test/listen.ts'
import type { Row } from './goals.ts'
import { type Lab, underwriter } from './lab.ts'
import { flood, type Headers, quantile } from './load.ts'
import { processorTimeOf } from './processor-time.ts'

const warmUps = 3
const rounds = 9
const connections = 8
const metricsToken = 'a-token-of-the-bench'

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
  const cpuSecondsOf = async (portal: Portal) => {
    const before = await processorTimeOf(portal.pid)
    await send(portal, each)
    return (await processorTimeOf(portal.pid)) - before
  }
  const sides = getKeys(portals)
  /** For each round, the CPU time of a request in µs. */
  const spent: Record<Side, number>[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const micros = { off: 0, metrics: 0, traces: 0 }
    // The order changes, so that growth over time affects all of them.
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const seconds = await cpuSecondsOf(portals[side])
      micros[side] = (seconds / (each * connections)) * 1e6
    }
    spent.push(micros)
  }
  const measured = spent.slice(warmUps)
  const median = (figures: number[]) => quantile(figures, 0.5)
  return (side: Side) => ({
    value: median(measured.map((micros) => micros[side] / micros.off)),
    details: {
      'on, µs': median(measured.map((micros) => micros[side])),
      'off, µs': median(measured.map(({ off }) => off)),
    },
  })
}

/**
 * Measures the cost of metrics and traces: one portal has them, another on the
 * same database doesn't.
 */
export async function measureMetrics(lab: Lab): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const portals = await startPortals(lab, opened)
  await keepScraping(portals.metrics, opened)
  const [headers = {}] = await lab.signIn([underwriter])

  const poll: Send = async (portal, each) => {
    const path = '/api/v1/notifications'
    const response = await fetch(`${portal.url}${path}`, { headers })
    await response.arrayBuffer()
    const tagged: Headers = {
      ...headers,
      'if-none-match': response.headers.get('etag') ?? '',
    }
    await flood({ ...plansOf(portal, path, tagged), each, status: 304 })
  }
  const list: Send = (portal, each) => {
    const path = '/api/v1/proxy-loans?tableMode=MY_OWN&size=10'
    return flood({ ...plansOf(portal, path, headers), each })
  }
  const pollCosts = await compareProcessor(portals, 8_000, poll)
  const listCosts = await compareProcessor(portals, 1_200, list)
  return [
    { goal: 'metrics.poll', ...pollCosts('metrics') },
    { goal: 'metrics.list', ...listCosts('metrics') },
    { goal: 'metrics.tracedPoll', ...pollCosts('traces') },
    { goal: 'metrics.tracedList', ...listCosts('traces') },
  ]
}

/** Starts a portal for each side, and a collector of traces. */
async function startPortals(
  lab: Lab,
  opened: AsyncDisposableStack,
): Promise<Record<Side, Portal>> {
  const collector = createServer((request, response) =>
    request.resume().on('end', () => response.end('{}')),
  )
  const port = await listen(collector)
  opened.defer(() => void collector.close())
  const start = async (settings: Record<string, string>) => {
    const portal = await lab.startSecond(settings)
    opened.defer(portal.stop)
    return portal
  }
  return {
    off: await start({}),
    metrics: await start({ METRICS_TOKEN: metricsToken }),
    traces: await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    }),
  }
}

/** Reads the metrics now and, as Prometheus does, every 15 seconds. */
async function keepScraping(portal: Portal, opened: AsyncDisposableStack) {
  const scrape = async () => {
    const response = await fetch(`${portal.url}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    if (!response.ok) throw new Error(`/metrics returned ${response.status}`)
    await response.arrayBuffer()
  }
  const scrapes = setInterval(() => scrape().catch(() => undefined), 15_000)
  opened.defer(() => clearInterval(scrapes))
  await scrape()
}

const plansOf = ({ url }: Portal, path: string, headers: Headers) => ({
  url,
  plans: Array.from({ length: connections }, () => [
    { method: 'GET' as const, path, headers },
  ]),
})
