import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Drill, openDrill } from '../../server/test/nodes/drill.ts'
import { isFailed, startLoad } from '../../server/test/nodes/load.ts'
import { countBlankPages } from '../../server/test/nodes/load-pages.ts'
import {
  copyThisRelease,
  renameWebAssets,
} from '../../server/test/nodes/previous-release.ts'
import type { Row } from './goals.ts'
import { quantile } from './load.ts'

const rate = 100
/** The load before, between and after the changes to the nodes. */
const calmMs = 5000

/**
 * Two nodes and a proxy under 100 requests/s: an upgrade from the previous
 * release, a rolling restart, a killed node.
 */
export async function measureRolling(): Promise<Row[]> {
  await using drill = await openDrill()
  const { one, two, proxy } = drill
  console.log(`The nodes start from ${drill.release}`)

  const upgraded = await underLoad(drill, async () => {
    for (const node of [one, two]) {
      await proxy.drain(node.url)
      await node.stop()
      await node.start()
      await proxy.drain(node.url, false)
      await pause(calmMs)
    }
  })
  const restarted = await underLoad(drill, async () => {
    for (const node of [one, two]) {
      await node.stop()
      await node.start()
      await drill.waitForNodes(2)
      await pause(calmMs)
    }
  })
  let goneAt = 0
  const killed = await underLoad(drill, async () => {
    await one.kill()
    // Wait until the proxy sees that its connections are closed.
    goneAt = performance.now() + 100
    await drill.waitForNodes(1)
    await one.start()
    await drill.waitForNodes(2)
    await pause(calmMs)
  })
  const blank = await countBlank(drill)
  const lost = upgraded.lost + restarted.lost + killed.lost
  const rates = [upgraded, restarted, killed].map(
    ({ details }) => details['requests per second'],
  )
  return [
    { goal: 'rolling.rate', value: Math.min(...rates) },
    {
      goal: 'rolling.upgrade',
      value: upgraded.failed.length,
      details: upgraded.details,
    },
    {
      goal: 'rolling.restart',
      value: restarted.failed.length,
      details: restarted.details,
    },
    {
      goal: 'rolling.kill',
      value: killed.failed.filter(({ beganAt }) => beganAt > goneAt).length,
      details: killed.details,
    },
    { goal: 'rolling.writes', value: lost },
    { goal: 'rolling.pages', value: blank },
  ]
}

/**
 * Blank pages among 200 visits while the two nodes have different builds of the
 * web.
 */
async function countBlank({
  two,
  proxy,
  waitForNodes,
}: Drill): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'portal-build-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const other = await copyThisRelease(join(folder, 'release'))
  await renameWebAssets(other)
  await two.stop()
  await two.start(other)
  await waitForNodes(2)
  // Awaited here: the release's folder is deleted when this returns.
  return await countBlankPages(`${proxy.url}/multi-factor-auth`, 200)
}

/**
 * Failed requests, and acknowledged writes that the database doesn't have
 * exactly once.
 */
async function underLoad(
  { proxy, cookie, slvIds, sql }: Drill,
  work: () => Promise<void>,
) {
  const load = startLoad({
    url: proxy.url,
    cookie,
    slvIds,
    rate,
    maxInFlight: 16,
  })
  await pause(calmMs)
  const began = performance.now()
  await work()
  const outcomes = await load.stop()
  const seconds = (performance.now() - began + calmMs) / 1000
  const failed = outcomes.filter(isFailed)
  const written = await sql<{ key: string }>(
    'select message as key from comment group by message having count(*) = 1',
  )
  const writtenKeys = new Set(written.map(({ key }) => key))
  const succeeded = outcomes.filter((outcome) => !isFailed(outcome))
  const acknowledged = succeeded
    .map(({ key }) => key)
    .filter((key) => key !== undefined)
  const times = succeeded.map(({ ms }) => ms)
  return {
    failed,
    lost: acknowledged.filter((key) => !writtenKeys.has(key)).length,
    details: {
      requests: outcomes.length,
      failed: failed.length,
      ...countBy(failed.map(({ kind, result }) => `failed: ${kind} ${result}`)),
      'requests per second': outcomes.length / seconds,
      'acknowledged writes': acknowledged.length,
      'p50, ms': quantile(times, 0.5),
      'p99, ms': quantile(times, 0.99),
      'slowest, ms': Math.max(...times),
    },
  }
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
