import { readFile } from 'node:fs/promises'
import { parser } from '@prometheus-io/lezer-promql'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { test as base } from '../../test/http.ts'
import { addRow } from '../../test/rows.ts'
import { enqueueAll } from '../lib/jobs/jobs.ts'
import { openMetricsPort } from './open-metrics-port.ts'

const missingId = '00000000-0000-4000-8000-00000000000a'
const token = 'a-token-of-the-scraper'
const settings = { metrics: { port: undefined, token } }

const test = base
  .extend('node', ({ startNode }) => startNode(undefined, { settings }))
  .extend('scrape', ({ node }) => async () => {
    const answer = await node.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(200)
    return answer.body
  })

/** The value of a metric with these labels, in any order. */
const sampleOf = (
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined => {
  const line = text.split('\n').find((one) => {
    const [, found = '', inner = ''] = /^(\w+)(?:\{(.*)\})? /.exec(one) ?? []
    return (
      found === name &&
      Object.entries(labels).every(([key, value]) =>
        inner.includes(`${key}="${value}"`),
      )
    )
  })
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test('metrics require the token, and without both settings there are none', async ({
  app,
  node,
}) => {
  const statusOf = async (at: typeof app, authorization?: string) =>
    (
      await at.inject({
        url: '/metrics',
        headers: { ...(authorization && { authorization }) },
      })
    ).statusCode
  expect([await statusOf(app), await statusOf(app, `Bearer ${token}`)]).toEqual(
    [404, 404],
  )
  for (const wrong of [undefined, 'Bearer other', token])
    expect([wrong, await statusOf(node, wrong)]).toEqual([wrong, 401])
  expect(await statusOf(node, `Bearer ${token}`)).toBe(200)
})

test('a separate port serves only metrics, and requires the token if one is set', async ({
  onTestFinished,
}) => {
  const print = async () => 'portal_database_up 1\n'
  const statuses = async (needed: string | undefined) => {
    const { port, stop } = await openMetricsPort({
      port: 0,
      host: '127.0.0.1',
      token: needed,
      print,
    })
    onTestFinished(stop)
    const get = async (path: string, headers = {}) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    return [
      await get('/metrics'),
      await get('/metrics', { authorization: `Bearer ${token}` }),
      await get('/api/health'),
    ]
  }
  expect(await statuses(undefined)).toEqual([200, 200, 404])
  expect(await statuses(token)).toEqual([401, 200, 404])
})

test('requests are counted by route template and status, and polls by result', async ({
  node,
  scrape,
  made,
  signInAt,
}) => {
  const asks = await signInAt(node, await made.seller())
  const before = await scrape()
  const { headers } = await asks('GET', '/v1/notifications')
  await asks('GET', '/v1/notifications', {
    headers: { 'if-none-match': String(headers.etag) },
  })
  await asks('GET', `/v1/proxy-loan/${missingId}`)
  await node.inject('/etc/passwd?token=secret')
  const after = await scrape()
  const added = (name: string, labels: Record<string, string>) =>
    (sampleOf(after, name, labels) ?? 0) - (sampleOf(before, name, labels) ?? 0)
  const count = 'http_request_duration_seconds_count'
  const [polled, read] = [
    '/api/v1/notifications',
    '/api/v1/proxy-loan/:id',
  ].map((route) => ({ method: 'GET', route }))
  expect(added(count, { ...polled, status: '200' })).toBe(1)
  expect(added(count, { ...polled, status: '304' })).toBe(1)
  expect(added(count, { ...read, status: '404' })).toBe(1)
  expect(added(count, { route: 'none', status: '404' })).toBe(1)
  expect(
    added('http_request_duration_seconds_bucket', {
      ...read,
      status: '404',
      le: '+Inf',
    }),
  ).toBe(1)
  expect([
    added('portal_polls_total', { answer: 'changed' }),
    added('portal_polls_total', { answer: 'unchanged' }),
  ]).toEqual([1, 1])
  for (const secret of [missingId, 'passwd', 'secret'])
    expect(after).not.toContain(secret)
})

test('jobs, overdue work and the age of the backup are read from the database', async ({
  committed: db,
  scrape,
  made,
  now,
}) => {
  await enqueueAll(db, 'send-document', [
    { key: 'one', data: { documentId: missingId } },
    { key: 'two', data: { documentId: missingId }, startAfter: 3600 },
  ])
  await sql`
    update pgboss.job
    set start_after = ${now}::timestamptz - interval '90 seconds'
    where singleton_key = 'one'`.execute(db)
  await sql`
    update pgboss.job
    set start_after = ${now}::timestamptz + interval '1 hour'
    where singleton_key = 'two'`.execute(db)
  await made.slv({ status: 'REVIEW', buyerDays: 40, roundDays: 40 })
  await made.slv({ status: 'REVIEW' })
  await made.slv({ status: 'APPROVED', buyerDays: 40, roundDays: 40 })
  const hoursAgo = (hours: number) =>
    new Date(now.getTime() - hours * 3_600_000)
  await addRow(db, 'backupRun', {
    startedAt: hoursAgo(3),
    endedAt: hoursAgo(2),
    coveredTo: hoursAgo(2),
    state: 'DONE',
    target: 'file:///backup',
    bytes: 1,
    files: 0,
  })
  const text = await scrape()
  expect(
    sampleOf(text, 'portal_jobs', { name: 'send-document', state: 'created' }),
  ).toBe(2)
  expect(
    sampleOf(text, 'portal_oldest_waiting_job_seconds', {
      name: 'send-document',
    }),
  ).toBe(90)
  expect(sampleOf(text, 'portal_overdue', { kind: 'slv' })).toBe(1)
  expect(sampleOf(text, 'portal_overdue', { kind: 'tdoc' })).toBe(0)
  expect(sampleOf(text, 'portal_last_backup_age_seconds')).toBe(7200)
  expect(sampleOf(text, 'portal_data_dir_free_bytes')).toBe(50e9)
  expect(sampleOf(text, 'portal_data_dir_size_bytes')).toBe(100e9)
  expect(
    sampleOf(text, 'portal_database_connections', {
      pool: 'app',
      state: 'used',
    }),
  ).toBeGreaterThanOrEqual(0)
  expect(
    sampleOf(text, 'nodejs_eventloop_lag_p99_seconds'),
  ).toBeGreaterThanOrEqual(0)
})

const Alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })),
})
const Dashboard = z.object({
  panels: z.array(
    z.object({ targets: z.array(z.object({ expr: z.string() })) }),
  ),
})
const read = (path: string) =>
  readFile(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

/** The metrics that a PromQL expression names. Throws if it isn't PromQL. */
function metricsIn(expression: string): string[] {
  const names: string[] = []
  parser
    .configure({ strict: true })
    .parse(expression)
    .iterate({
      enter: ({ name, from, to, node }) => {
        if (name === 'Identifier' && node.parent?.name === 'VectorSelector')
          names.push(expression.slice(from, to))
      },
    })
  return names
}

test('the dashboard and alerts use only metrics that the portal has', async ({
  scrape,
}) => {
  const { groups } = Alerts.parse(parse(await read('prometheus/alerts.yaml')))
  const { panels } = Dashboard.parse(
    JSON.parse(await read('grafana/dashboard.json')),
  )
  const expressions = [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const text = await scrape()
  const has = (name: string) => {
    const family = name.replace(/_(bucket|count|sum)$/, '')
    return (
      name === 'up' ||
      [name, family].some((one) => text.includes(`# TYPE ${one} `))
    )
  }
  const named = new Set(expressions.flatMap(metricsIn))
  expect(named.size).toBeGreaterThan(15)
  expect([...named].filter((name) => !has(name))).toEqual([])
  expect(() => metricsIn('sum(rate(')).toThrow()
})
