import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as base, expect } from 'vitest'
import { hashToken } from '../../src/auth/sessions/session.ts'
import { type Drill, openDrill } from './drill.ts'
import { isFailed, type Outcome, startLoad } from './load.ts'
import { countBlankPages } from './load-pages.ts'
import { copyThisRelease, renameWebAssets } from './previous-release.ts'

/** Generous, because starts take several times longer while other tests run. */
const timeout = 360_000

/**
 * Two nodes behind a proxy, on one database with a streaming replica; each test
 * leaves both running.
 */
const test = base
  .extend(
    'drill',
    { scope: 'file' },
    async ({}, { onCleanup }): Promise<Drill> => {
      const drill = await openDrill()
      onCleanup(() => drill[Symbol.asyncDispose]())
      return drill
    },
  )
  .extend('load', ({ drill: { proxy, cookie, slvIds } }, { onCleanup }) => {
    const load = startLoad({
      url: proxy.url,
      cookie,
      slvIds,
      rate: 50,
      maxInFlight: 6,
    })
    onCleanup(async () => void (await load.stop()))
    return load
  })

const sentMore = (outcomes: readonly Outcome[], count: number) => {
  const enough = outcomes.length + count
  return expect
    .poll(() => outcomes.length, { timeout: 120_000 })
    .toBeGreaterThan(enough)
}

/** How often each written text is in the database. */
const written = async ({ sql }: Drill) => {
  const rows = await sql<{ key: string; count: number }>(
    `select message as key, count(*)::int as count from comment group by message`,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}
const keysOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ key }) => key ?? [])
const once = (keys: readonly string[]) => new Map(keys.map((key) => [key, 1]))

test('two nodes are upgraded from the previous release under load without losing a request or a write', {
  timeout,
}, async ({ drill, load }) => {
  for (const node of [drill.one, drill.two]) {
    await sentMore(load.outcomes, 50)
    // The previous release closes its connections at the first signal, so it is
    // removed from the proxy first.
    await drill.proxy.drain(node.url)
    expect(await node.stop()).toMatchObject({ code: 0 })
    await node.start()
    await drill.proxy.drain(node.url, false)
  }
  await sentMore(load.outcomes, 50)
  const outcomes = await load.stop()
  expect(outcomes.filter(isFailed)).toEqual([])
  expect(new Set(outcomes.map(({ node }) => node)).size).toBe(2)
  expect(await written(drill)).toEqual(once(keysOf(outcomes)))
})

test('no page is blank while nodes with different builds of the web run behind one proxy', {
  timeout,
}, async ({ drill }) => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'portal-build-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const other = await copyThisRelease(join(folder, 'release'))
  await renameWebAssets(other)
  expect(await drill.two.stop()).toMatchObject({ code: 0 })
  await drill.two.start(other)
  await drill.waitForNodes(2)

  const blank = await countBlankPages(
    `${drill.proxy.url}/multi-factor-auth`,
    40,
  )

  expect(blank).toBe(0)
})

test('a restart under load loses nothing: a node serves until the proxy sees that it is stopping', {
  timeout,
}, async ({ drill, load }) => {
  const { two: node, waitForNodes } = drill
  await sentMore(load.outcomes, 50)
  const stopping = node.stop()
  const ask = async () => {
    const { status, headers } = await fetch(`${node.url}/api/ready`)
    return [status, headers.get('connection')]
  }
  await expect.poll(ask, { interval: 10 }).toEqual([503, 'close'])
  const { code, ms } = await stopping
  expect([code, ms < 10_000]).toEqual([0, true])
  await node.start()
  await waitForNodes(2)
  await sentMore(load.outcomes, 50)
  expect((await load.stop()).filter(isFailed)).toEqual([])
})

test('a killed node loses only its requests in flight, and writes can be retried', {
  timeout,
}, async ({ drill, load }) => {
  const before = await written(drill)
  await sentMore(load.outcomes, 100)
  await drill.one.kill()
  // Wait until the proxy sees that its connections are closed.
  const goneAt = performance.now() + 100
  await drill.waitForNodes(1)
  await sentMore(load.outcomes, 50)
  await drill.one.start()
  await drill.waitForNodes(2)
  await sentMore(load.outcomes, 50)
  const outcomes = [...(await load.stop())]
  const lost = outcomes.filter(isFailed)
  for (const { node, beganAt } of lost)
    expect([node, beganAt < goneAt]).toEqual([drill.one.url, true])

  const acknowledged = keysOf(outcomes.filter((outcome) => !isFailed(outcome)))
  const found = await written(drill)
  expect(acknowledged.filter((key) => found.get(key) !== 1)).toEqual([])
  for (const key of keysOf(lost)) await load.write(key)
  expect(await written(drill)).toEqual(
    new Map([...before, ...once(keysOf(outcomes))]),
  )
})

test('a session that ends at one node ends at the other within a second', async ({
  drill,
}) => {
  const token = 'b'.repeat(43)
  await drill.sql(
    `insert into session (token_hash, user_id, created_at, last_used_at, ends_at)
      select $1, user_id, now(), now(), now() + interval '1 hour' from session limit 1`,
    [hashToken(token)],
  )
  const headers = { cookie: `session=${token}` }
  const ask = async () =>
    (await fetch(`${drill.two.url}/api/v1/auth/profile`, { headers })).status
  expect(await ask()).toBe(200)
  const ended = await fetch(`${drill.one.url}/api/v1/auth/log-out`, {
    method: 'POST',
    headers,
  })
  expect(ended.status).toBe(200)
  const endedAt = performance.now()
  for (
    let beganAt = endedAt;
    (await ask()) === 200;
    beganAt = performance.now()
  ) {
    expect(beganAt - endedAt).toBeLessThan(1000)
    await pause(20)
  }
})

test('the commands of the runbook work on a running portal', async ({
  drill,
}) => {
  expect(await drill.runTool('migrate.ts', '--plan')).toEqual({
    code: 0,
    output: 'Nothing to do\n',
  })
  expect(
    await drill.runTool('admin.ts', 'invite', 'who@buyer.example'),
  ).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      `who@buyer.example will become the administrator if they sign in within 7 days`,
    ),
  })
  expect(
    await drill.runTool('admin.ts', 'invite', 'else@buyer.example'),
  ).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      'The invitation of who@buyer.example is no longer valid',
    ),
  })
  expect(
    await drill.runTool('admin.ts', 'invite', 'else@buyer.example'),
  ).toMatchObject({
    code: 0,
    output: expect.stringContaining('Their earlier invitation was renewed'),
  })
  expect(
    await drill.runTool('admin.ts', 'invite', 'sam@test.example'),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      'Nothing was changed: sam@test.example belongs to ACME',
    ),
  })
  expect(await drill.runTool('admin.ts', 'invite', 'who')).toMatchObject({
    code: 2,
    output: expect.stringContaining('who is not an email address'),
  })
})
