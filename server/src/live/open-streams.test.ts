import { allTo } from '@portal/contract/assignment/model'
import * as api from '@portal/contract/live/api'
import { mayView } from '@portal/contract/slv/policy'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance } from 'fastify'
import { expect, vi } from 'vitest'
import { appOn, test as base, caller } from '../../test/http.ts'
import { createCanaries } from '../../test/proofs/canaries.ts'
import { plantCanaries } from '../../test/proofs/plant-canaries.ts'
import { setRows } from '../../test/rows.ts'
import { openStream } from '../../test/streams.ts'
import { openSession } from '../auth/sessions/session.ts'
import { openDb } from '../lib/database/db.ts'
import { openListener } from '../lib/database/listen.ts'
import { createLog } from '../lib/log.ts'
import { publish } from '../lib/publish.ts'
import { assignSlvs } from '../slv/assign.ts'
import { readSlvFacts } from '../slv/lock.ts'
import { setSlrPending } from '../slv/review/escalate.ts'
import { setPendingDocuments } from '../slv/review/request-documents.ts'
import { readTdocFacts } from '../tdoc/lock.ts'

/** Two nodes on one database, and streams of people at one of them. */
const test = base
  .extend('nodes', async ({ url, now }, { onCleanup }) => {
    const stops: (() => Promise<void>)[] = []
    onCleanup(async () => {
      for (const stop of stops) await stop()
    })
    const startNode = async () => {
      const db = openDb({ url })
      const listener = openListener(url, createLog('silent'))
      const app = await appOn(db, () => now, undefined, undefined, { listener })
      await app.listen({ port: 0, host: '127.0.0.1' })
      await vi.waitFor(
        () => expect(listener.receivedAllSince(performance.now())).toBe(true),
        { timeout: 30_000 },
      )
      stops.push(async () => {
        await app.close()
        await listener.stop()
        await db.destroy()
      })
      return app
    }
    return [await startNode(), await startNode()] as const
  })
  .extend(
    'tokenOf',
    ({ committed, now }) =>
      (actor: Pick<Actor, 'id'>) =>
        openSession(committed, actor.id, now, 'test'),
  )
  .extend(
    'streamOf',
    ({ nodes, tokenOf }) =>
      async (actor: Actor, node: FastifyInstance = nodes[0]) => {
        return openStream(node, await tokenOf(actor))
      },
  )

test('everyone who may see an SLV receives its changes, at every node, and no one else does', async ({
  nodes,
  made,
  ctxOf,
  streamOf,
}) => {
  const [underwriter, lead, stranger] = [
    await made.underwriter('myOwn'),
    await made.underwriter('viewSlvDepartment'),
    await made.underwriter('myOwn'),
  ]
  const slv = await made.slv({ underwriterId: underwriter.id })
  const owner = await made.ownerOf(slv)
  const others = [await made.seller(slv.companyId), await made.seller()]
  const hears = await Promise.all(
    [underwriter, lead, owner].map((actor) => streamOf(actor)),
  )
  const away = await streamOf(lead, nodes[1])
  const hearsNot = await Promise.all(
    [stranger, ...others].map((actor) => streamOf(actor)),
  )
  await setPendingDocuments(await ctxOf(underwriter), slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
  } as never)
  for (const stream of [...hears, away]) {
    await stream.until(() => stream.events.length > 0)
    expect(stream.events).toEqual([
      { kind: 'SLV', id: slv.id, version: slv.version + 1 },
    ])
  }
  for (const stream of hearsNot) expect(stream.text()).not.toContain(slv.id)
})

test('a seller receives no event for changes that they can’t see', async ({
  made,
  ctxOf,
  streamOf,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const manager = await made.underwriter('manageSlr')
  const lead = await made.underwriter('viewSlvDepartment', 'assignLoansSlr')
  const slv = await made.slv({ underwriterId: underwriter.id })
  const [seller, staff] = [
    await streamOf(await made.ownerOf(slv)),
    await streamOf(lead),
  ]
  await setSlrPending(await ctxOf(underwriter), slv.id, {
    statusComment: 'Please look',
  } as never)
  await staff.until(() => staff.events.length === 1)
  await assignSlvs(await ctxOf(lead), 'assign-slr', allTo(manager.id, [slv.id]))
  await staff.until(() => staff.events.length === 2)
  expect(seller.text()).not.toContain(slv.id)
})

test('someone who loses access to an SLV receives one event for it, and none after that', async ({
  made,
  ctxOf,
  streamOf,
}) => {
  const lead = await made.underwriter('viewSlvDepartment', 'assignLoans')
  const [before, after] = [
    await made.underwriter('myOwn'),
    await made.underwriter('myOwn'),
  ]
  const slv = await made.slv({ underwriterId: before.id })
  const colleague = await made.seller(slv.companyId)
  const owner = await made.ownerOf(slv)
  const [had, has, old] = [
    await streamOf(before),
    await streamOf(after),
    await streamOf(owner),
  ]
  await assignSlvs(
    await ctxOf(lead),
    'assign-requests',
    allTo(after.id, [slv.id]),
  )
  for (const stream of [had, has, old])
    await stream.until(() => stream.events.length === 1)
  await assignSlvs(
    await ctxOf(lead),
    'assign-seller',
    allTo(colleague.id, [slv.id]),
  )
  await has.until(() => has.events.length === 2)
  await old.until(() => old.events.length === 2)
  await setPendingDocuments(await ctxOf(after), slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
  } as never)
  await has.until(() => has.events.length === 3)
  expect(had.events).toHaveLength(1)
  expect(old.events).toHaveLength(2)
})

test('a stream resumes after its last event, and sends reload if later ones are gone', async ({
  nodes,
  made,
  ctxOf,
  tokenOf,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({ underwriterId: underwriter.id })
  const token = await tokenOf(underwriter)
  const first = await openStream(nodes[0], token)
  await first.until(() => first.lastId() !== '')
  first.close()
  await setPendingDocuments(await ctxOf(underwriter), slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
  } as never)
  const second = await openStream(nodes[0], token, {
    'last-event-id': first.lastId(),
  })
  await second.until(() => second.events.length === 1)
  const third = await openStream(nodes[0], token, {
    'last-event-id': second.lastId(),
  })
  await third.until(() => third.lastId() !== '')
  expect(third.events).toEqual([])
  // The other node numbers its own events.
  const elsewhere = await openStream(nodes[1], token, {
    'last-event-id': second.lastId(),
  })
  await elsewhere.until(() => elsewhere.text().includes('event: reload'))
  // A page that was loaded a while ago misses nothing.
  const late = await openStream(nodes[0], token, {}, 60_000)
  await late.until(() => late.events.length === 1)
  for (const stream of [second, third, elsewhere, late]) stream.close()
})

test('a fourth stream of a session is refused, and a closed one makes room', async ({
  nodes,
  made,
  tokenOf,
}) => {
  const token = await tokenOf(await made.underwriter('myOwn'))
  const three = await Promise.all(
    [1, 2, 3].map(() => openStream(nodes[0], token)),
  )
  const fourth = await openStream(nodes[0], token)
  expect(fourth.answer.statusCode).toBe(429)
  three[0]?.close()
  await vi.waitFor(async () => {
    const next = await openStream(nodes[0], token)
    expect(next.answer.statusCode).toBe(200)
    next.close()
  })
  for (const stream of three) stream.close()
})

test('a stream ends with its session, and when its rights change, before another event', async ({
  nodes,
  committed,
  made,
  ctxOf,
  tokenOf,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const [reader, leaver] = [
    await made.underwriter('viewSlvDepartment'),
    await made.underwriter('viewSlvDepartment'),
  ]
  const slv = await made.slv({ underwriterId: underwriter.id })
  const token = await tokenOf(leaver)
  const [kept, left] = [
    await openStream(nodes[0], await tokenOf(reader)),
    await openStream(nodes[0], token),
  ]
  await caller(nodes[1], token)('POST', '/v1/auth/log-out')
  await committed
    .deleteFrom('userPermission')
    .where('userId', '=', reader.id)
    .execute()
  await left.until(left.isOver)
  await kept.until(kept.isOver)
  await setPendingDocuments(await ctxOf(underwriter), slv.id, {
    pendingDocuments: [{ name: 'W-2', note: '' }],
  } as never)
  for (const stream of [kept, left]) expect(stream.text()).not.toContain(slv.id)
})

test('a stream keeps no idle session alive, and ends when the server stops', async ({
  nodes,
  committed,
  now,
  made,
  tokenOf,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const token = await tokenOf(underwriter)
  const usedAt = new Date(now.getTime() - 5 * 60_000)
  await setRows(
    committed,
    'session',
    { userId: underwriter.id },
    { lastUsedAt: usedAt },
  )
  const stream = await openStream(nodes[0], token)
  expect(stream.answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  const { lastUsedAt } = await committed
    .selectFrom('session')
    .select('lastUsedAt')
    .executeTakeFirstOrThrow()
  expect(lastUsedAt).toEqual(usedAt)
  await nodes[0].close()
  await stream.until(stream.isOver)
})

test('staff see who else has an SLV open, and receive changes to it; sellers do neither', async ({
  nodes,
  made,
  streamOf,
  tokenOf,
}) => {
  const [ana, ben] = [
    await made.underwriter('viewSlvDepartment'),
    await made.underwriter('viewSlvDepartment'),
  ]
  const slv = await made.slv()
  const owner = await made.ownerOf(slv)
  const say = async (actor: Actor, node: FastifyInstance, body: object) =>
    caller(node, await tokenOf(actor))(
      'PUT',
      `/v1/proxy-loan/${slv.id}/presence`,
      { body },
    )
  const [anas, sellers] = [await streamOf(ana), await streamOf(owner)]
  expect((await say(ana, nodes[0], { isEditing: false })).json()).toEqual({
    people: [],
  })
  const answer = await say(ben, nodes[1], { isEditing: true })
  await anas.until(() =>
    anas.events.some(({ kind, id }) => kind === 'PRESENCE' && id === slv.id),
  )
  const seen = await say(ana, nodes[0], { isEditing: false })
  expect(seen.json()).toEqual({
    people: [{ id: ben.id, name: ben.name, isEditing: true }],
  })
  expect(answer.statusCode).toBe(200)
  const before = anas.events.length
  await say(ben, nodes[1], { isEditing: false, isHere: false })
  await anas.until(() => anas.events.length > before)
  expect((await say(ana, nodes[0], { isEditing: false })).json()).toEqual({
    people: [],
  })
  expect((await say(owner, nodes[0], { isEditing: false })).statusCode).toBe(
    403,
  )
  expect(sellers.text()).not.toContain(slv.id)
})

test('a stream has the ids of what its reader may see, and no text of anything', async ({
  nodes: [node],
  committed: db,
  now,
  tokenOf,
}) => {
  const canaries = createCanaries()
  const { people, slvs, tdocs } = await plantCanaries({ db, now, canaries })
  const readers = Object.values(people).flatMap((one) =>
    'role' in one && api.openStream.access(one) ? [one] : [],
  )
  const opened = await Promise.all(
    readers.map(async (actor) => {
      const token = await tokenOf(actor)
      return { actor, token, stream: await openStream(node, token) }
    }),
  )
  const ids = [...slvs, ...tdocs].map(({ id }) => id)
  for (const { id } of tdocs)
    publish(db, { kind: 'TDOC', id, isInternal: false })
  for (const { id } of slvs) publish(db, { kind: 'SLV', id, isInternal: false })
  for (const { token } of opened)
    await caller(node, token)('PUT', `/v1/proxy-loan/${slvs[1]?.id}/presence`, {
      body: { isEditing: true },
    })
  const [slvFacts, tdocFacts] = [
    await readSlvFacts(db, ids),
    await readTdocFacts(db, ids),
  ]
  for (const { actor, stream } of opened) {
    const seen = [
      ...[...slvFacts].flatMap(([id, facts]) =>
        mayView(actor, facts) ? [id] : [],
      ),
      ...[...tdocFacts].flatMap(([id, facts]) =>
        mayViewTdoc(actor, facts) ? [id] : [],
      ),
    ]
    const named = () => new Set(stream.events.map(({ id }) => id))
    await stream.until(() => named().size === seen.length)
    expect([...named()].sort(), actor.name).toEqual(seen.sort())
    for (const event of stream.events)
      expect(Object.keys(event)).toEqual(['kind', 'id', 'version'])
    expect(ids.filter((id) => stream.text().includes(id)).sort()).toEqual(seen)
    expect(stream.text()).not.toMatch(canaries.pattern)
  }
})
