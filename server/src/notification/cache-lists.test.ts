import { rightsOf } from '@portal/contract/user/policy'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { appOn, test as base, type Caller, caller, noFiles, nowhere } from '../../test/http.ts'
import { ctxFor } from '../../test/makers.ts'
import { openSession } from '../auth/sessions/session.ts'
import { type Db, openDb } from '../lib/database/db.ts'
import { listenTo } from '../lib/jobs/listen.ts'
import { makeLog } from '../lib/log.ts'
import { notify } from '../lib/notify.ts'

const list = '/v1/notifications'
/** How long it may take until another node has heard, also on a busy machine. */
const soon = { timeout: 30_000, interval: 10 }

const nodeOn = async (url: string, now: Date) => {
  const db = openDb({ url })
  const news = listenTo(url, makeLog('silent'))
  const app = await appOn(db, () => now, nowhere, noFiles, { news })
  await vi.waitFor(() => expect(news.heardSince(performance.now())).toBe(true), soon)
  const stop = async () => {
    await app.close()
    await news.stop()
    await db.destroy()
  }
  return { app, news, queries: counted(db), stop }
}

/** Two nodes on one database, each listening by itself, a person signed in at both, and what each asked the database. */
const test = base
  .extend('nodes', async ({ url, now }, { onCleanup }) => {
    const nodes = [await nodeOn(url, now), await nodeOn(url, now)] as const
    onCleanup(async () => {
      for (const node of nodes) await node.stop()
    })
    return nodes
  })
  .extend('person', ({ made }) => made.underwriter('myOwn'))
  .extend('at', async ({ nodes, committed, person, now }): Promise<readonly [Caller, Caller]> => {
    const token = await openSession(committed, person.id, now, 'test')
    return [caller(nodes[0].app, token), caller(nodes[1].app, token)]
  })
  .extend('tell', async ({ made, committed, person, now }) => {
    const ctx = await ctxFor(committed, await made.underwriter(), now)
    return () => notify(ctx, { action: 'PENDING', entityId: null, to: [person.id], description: '' })
  })

/** How often a node asked for notifications so far. */
const counted = (db: Db) => {
  const spy = vi.spyOn(db.getExecutor(), 'executeQuery')
  return () => spy.mock.calls.filter(([query]) => query.sql.includes('from "notification"')).length
}

const poll = (at: Caller, tag?: unknown) =>
  at('GET', list, typeof tag === 'string' ? { headers: { 'if-none-match': tag } } : {})

test('a poll returns 304 without a query while nothing changed', async ({ nodes, at, tell }) => {
  await tell()
  const first = await poll(at[0])
  expect(first.statusCode).toBe(200)
  expect(first.json().unviewed).toBe(1)
  const asked = nodes[0].queries()
  expect(asked).toBeGreaterThan(0)
  for (let time = 0; time < 5; time++) {
    const again = await poll(at[0], first.headers.etag)
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers.etag).toBe(first.headers.etag)
  }
  expect(nodes[0].queries()).toBe(asked)
  expect((await poll(at[0], 'W/"another"')).json()).toEqual(first.json())
})

test('a change at one node reaches the other', async ({ nodes, at, tell }) => {
  const before = [await poll(at[0]), await poll(at[1])]
  expect(before[0]?.headers.etag).toBe(before[1]?.headers.etag)
  await tell()
  for (const node of at)
    await vi.waitFor(async () => expect((await poll(node, before[0]?.headers.etag)).statusCode).toBe(200), soon)
  const { items } = (await poll(at[1])).json()
  await at[0]('PATCH', `${list}/${items[0].id}`, { body: { status: 'CHECKED' } })
  expect((await poll(at[0])).json().unviewed).toBe(0)
  await vi.waitFor(async () => expect((await poll(at[1])).json().unviewed).toBe(0), soon)
  expect(nodes[1].queries()).toBeGreaterThan(0)
})

test('notifications about a reassigned SLV disappear at both nodes', async ({ at, made, committed, person, now }) => {
  const slv = await made.slv({ underwriterId: person.id })
  const teller = await made.underwriter('myOwn')
  const about = { entityId: slv.id, to: [person.id], description: '790CANARY' }
  await notify(await ctxFor(committed, teller, now), { action: 'PENDING', ...about })
  const before = [await poll(at[0]), await poll(at[1])]
  expect(before.map((answer) => answer.json().unviewed)).toEqual([1, 1])
  await committed.updateTable('slv').set({ underwriterId: teller.id }).where('id', '=', slv.id).execute()
  for (const node of at)
    await vi.waitFor(async () => {
      const after = await poll(node, before[0]?.headers.etag)
      expect(after.statusCode).toBe(200)
      expect(after.json()).toMatchObject({ items: [], unviewed: 0 })
    }, soon)
})

test('a BDD no longer sees notifications about another BDD’s seller', async ({ nodes, made, committed, now }) => {
  const slv = await made.slv()
  const bdd = await made.user({ role: 'BDD' })
  const give = (bddId: string | null) =>
    committed.updateTable('company').set({ bddId }).where('id', '=', slv.companyId).execute()
  await give(bdd.id)
  const ctx = await ctxFor(committed, await made.underwriter(), now)
  await notify(ctx, { action: 'PROXY_LOAN_COMMENT', entityId: slv.id, to: [bdd.id], description: '790CANARY' })
  const me = caller(nodes[0].app, await openSession(committed, bdd.id, now, 'test'))
  const before = await poll(me)
  expect(before.json().unviewed).toBe(1)
  await give(null)
  await vi.waitFor(async () => expect((await poll(me, before.headers.etag)).statusCode).toBe(200), soon)
  expect((await poll(me)).json().items).toEqual([])
})

test('nobody gets another person’s cached list', async ({ at, tell, signedIn, made, nodes, committed, now }) => {
  await tell()
  const mine = await poll(at[0])
  const stranger = await made.seller()
  const other = caller(nodes[0].app, await openSession(committed, stranger.id, now, 'test'))
  const theirs = await poll(other, mine.headers.etag)
  expect(theirs.statusCode).toBe(200)
  expect(theirs.json()).toEqual({ items: [], unviewed: 0, rights: rightsOf(stranger) })
  expect((await poll(caller(nodes[0].app), mine.headers.etag)).statusCode).toBe(401)
  expect((await poll(await signedIn(stranger))).json().items).toEqual([])
})

test('a node that lost its connection queries the database until it is back', async ({ nodes, at, tell, url }) => {
  const before = await poll(at[0])
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const cut = () =>
    admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal news' and datname = current_database()",
    )
  const since = performance.now()
  expect(nodes[0].news.heardSince(since)).toBe(true)
  await cut()
  await vi.waitFor(() => expect(nodes[0].news.heardSince(since)).toBe(false), soon)
  await tell()
  // Nobody told this node; what it remembers is too old within a second.
  await vi.waitFor(async () => expect((await poll(at[0], before.headers.etag)).statusCode).toBe(200), soon)
  await vi.waitFor(() => expect(nodes[0].news.heardSince(performance.now())).toBe(true), soon)
  const back = await poll(at[0])
  const asked = nodes[0].queries()
  expect((await poll(at[0], back.headers.etag)).statusCode).toBe(304)
  await tell()
  await vi.waitFor(async () => expect((await poll(at[0], back.headers.etag)).json().unviewed).toBe(2), soon)
  expect(nodes[0].queries()).toBeGreaterThan(asked)
  await admin.end()
})

test('without database notifications, polls read the database and still return 304', async ({ made, signedIn }) => {
  const me = await signedIn(await made.seller())
  const first = await poll(me)
  const again = await poll(me, first.headers.etag)
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('polling does not keep an idle session alive; other calls do', async ({ committed, made, now }) => {
  const person = await made.seller()
  const token = await openSession(committed, person.id, now, 'test')
  let at = now
  const app = await appOn(committed, () => at)
  const me = caller(app, token)
  const later = (minutes: number) => {
    at = new Date(at.getTime() + minutes * 60_000)
  }
  for (let minute = 0; minute < 28; minute += 7) {
    later(7)
    expect((await poll(me)).statusCode).toBe(200)
  }
  expect((await me('GET', `${list}/settings`)).statusCode).toBe(200)
  later(29)
  expect((await poll(me)).statusCode).toBe(200)
  later(2)
  expect((await poll(me)).statusCode).toBe(401)
  await app.close()
})
