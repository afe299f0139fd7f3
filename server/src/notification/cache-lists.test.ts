import { describeRights } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { appOn, test as base, type Caller, caller } from '../../test/http.ts'
import { setRows } from '../../test/rows.ts'
import { openSession } from '../auth/sessions/session.ts'
import { openDb } from '../lib/database/db.ts'
import { openListener } from '../lib/database/listen.ts'
import { createLog } from '../lib/log.ts'
import { notify } from '../lib/notify.ts'
import { setSlrReview } from '../slv/review/escalate.ts'

const list = '/v1/notifications'
/** How long a change may take to reach another node, even on a busy machine. */
const soon = { timeout: 30_000, interval: 10 }

const nodeOn = async (url: string, now: Date) => {
  const db = openDb({ url })
  const listener = openListener(url, createLog('silent'))
  const app = await appOn(db, () => now, undefined, undefined, { listener })
  await vi.waitFor(
    () => expect(listener.receivedAllSince(performance.now())).toBe(true),
    soon,
  )
  const stop = async () => {
    await app.close()
    await listener.stop()
    await db.destroy()
  }
  const executed = vi.spyOn(db.getExecutor(), 'executeQuery')
  /** How often the node has queried notifications. */
  const queries = () =>
    executed.mock.calls.filter(([query]) =>
      query.sql.includes('from "notification"'),
    ).length
  return { app, listener, queries, stop }
}

/**
 * Two nodes on one database that listen to it separately, and a person who is
 * signed in at both.
 */
const test = base
  .extend('nodes', async ({ url, now }, { onCleanup }) => {
    const nodes = [await nodeOn(url, now), await nodeOn(url, now)] as const
    onCleanup(async () => {
      for (const node of nodes) await node.stop()
    })
    return nodes
  })
  .extend('person', ({ made }) => made.underwriter('myOwn'))
  .extend('at', async ({ nodes, committed, person, now }) => {
    const token = await openSession(committed, person.id, now, 'test')
    return [caller(nodes[0].app, token), caller(nodes[1].app, token)] as const
  })
  .extend('send', async ({ made, ctxOf, person }) => {
    const ctx = await ctxOf(await made.underwriter())
    return () =>
      notify(ctx, {
        action: 'PENDING',
        entityId: null,
        to: [person.id],
        description: '',
      })
  })

const poll = (at: Caller, tag?: unknown) =>
  at(
    'GET',
    list,
    typeof tag === 'string' ? { headers: { 'if-none-match': tag } } : {},
  )

test('a poll returns 304 without a query while nothing changed', async ({
  nodes,
  at,
  send,
}) => {
  await send()
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

test('a change at one node reaches the other', async ({ nodes, at, send }) => {
  const before = [await poll(at[0]), await poll(at[1])]
  expect(before[0]?.headers.etag).toBe(before[1]?.headers.etag)
  await send()
  for (const node of at)
    await vi.waitFor(
      async () =>
        expect((await poll(node, before[0]?.headers.etag)).statusCode).toBe(
          200,
        ),
      soon,
    )
  const { items } = (await poll(at[1])).json()
  await at[0]('PATCH', `${list}/${items[0].id}`, {
    body: { status: 'CHECKED' },
  })
  expect((await poll(at[0])).json().unviewed).toBe(0)
  await vi.waitFor(
    async () => expect((await poll(at[1])).json().unviewed).toBe(0),
    soon,
  )
  expect(nodes[1].queries()).toBeGreaterThan(0)
})

test.for([
  ['an SLV that another reviewer took', 'UNDERWRITER'],
  ['a seller of another BDD', 'BDD'],
] as const)(
  'notifications of %s disappear at both nodes',
  async ([, role], { nodes, made, committed, ctxOf, now }) => {
    const person = await made.user({ role, holds: ['manageSlr'] })
    const slv = await made.slv({ status: 'SLR_PENDING' })
    const setBdd = (bddId: string | null) =>
      setRows(committed, 'company', { id: slv.companyId }, { bddId })
    if (role === 'BDD') await setBdd(person.id)
    const notice = {
      action: 'PROXY_LOAN_COMMENT',
      entityId: slv.id,
      to: [person.id],
      description: '790CANARY',
    } as const
    await notify(await ctxOf(await made.underwriter()), notice)
    const token = await openSession(committed, person.id, now, 'test')
    const at = nodes.map(({ app }) => caller(app, token))
    const before = await Promise.all(at.map((node) => poll(node)))
    expect(before.map((answer) => answer.json().unviewed)).toEqual([1, 1])
    if (role === 'BDD') await setBdd(null)
    else {
      const reviewer = await made.underwriter('manageSlr')
      await setSlrReview(await ctxOf(reviewer), slv.id)
    }
    for (const node of at)
      await vi.waitFor(async () => {
        const after = await poll(node, before[0]?.headers.etag)
        expect(after.statusCode).toBe(200)
        expect(after.json()).toMatchObject({ items: [], unviewed: 0 })
      }, soon)
  },
)

test('no one gets another person’s cached list', async ({
  at,
  send,
  signedIn,
  signInAt,
  made,
  nodes,
}) => {
  await send()
  const mine = await poll(at[0])
  const stranger = await made.seller()
  const theirs = await poll(
    await signInAt(nodes[0].app, stranger),
    mine.headers.etag,
  )
  expect(theirs.statusCode).toBe(200)
  expect(theirs.json()).toEqual({
    items: [],
    unviewed: 0,
    rights: describeRights(stranger),
  })
  expect((await poll(caller(nodes[0].app), mine.headers.etag)).statusCode).toBe(
    401,
  )
  expect((await poll(await signedIn(stranger))).json().items).toEqual([])
})

test('a node that lost its connection queries the database until it is back', async ({
  nodes,
  at,
  send,
  committed,
}) => {
  const before = await poll(at[0])
  const since = performance.now()
  expect(nodes[0].listener.receivedAllSince(since)).toBe(true)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal listener' and datname = current_database()`.execute(
    committed,
  )
  await vi.waitFor(
    () => expect(nodes[0].listener.receivedAllSince(since)).toBe(false),
    soon,
  )
  await send()
  // The node didn't hear of it, but its cache is too old within a second.
  await vi.waitFor(
    async () =>
      expect((await poll(at[0], before.headers.etag)).statusCode).toBe(200),
    soon,
  )
  await vi.waitFor(
    () =>
      expect(nodes[0].listener.receivedAllSince(performance.now())).toBe(true),
    soon,
  )
  const back = await poll(at[0])
  const asked = nodes[0].queries()
  expect((await poll(at[0], back.headers.etag)).statusCode).toBe(304)
  await send()
  await vi.waitFor(
    async () =>
      expect((await poll(at[0], back.headers.etag)).json().unviewed).toBe(2),
    soon,
  )
  expect(nodes[0].queries()).toBeGreaterThan(asked)
})

test('without database notifications, polls read the database and still return 304', async ({
  made,
  signedIn,
}) => {
  const me = await signedIn(await made.seller())
  const first = await poll(me)
  const again = await poll(me, first.headers.etag)
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test('polling does not keep an idle session alive; other calls do', async ({
  made,
  startNode,
  signInAt,
  now,
}) => {
  let at = now
  const seller = await made.seller()
  const me = await signInAt(await startNode(() => at), seller)
  const later = (minutes: number) => {
    at = new Date(at.getTime() + minutes * 60_000)
  }
  const conversation = `/v1/proxy-loan/${(await made.slv({ sellerId: seller.id })).id}/conversation-log`
  for (const path of [list, conversation, `${conversation}/state`, list]) {
    later(7)
    expect((await me('GET', path)).statusCode).toBe(200)
  }
  expect((await me('GET', `${list}/settings`)).statusCode).toBe(200)
  later(29)
  expect((await poll(me)).statusCode).toBe(200)
  later(2)
  expect((await poll(me)).statusCode).toBe(401)
})
