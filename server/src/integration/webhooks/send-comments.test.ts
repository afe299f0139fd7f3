import {
  commentTypes,
  NewTdocComment,
} from '@portal/contract/conversation/model'
import {
  readableTypes,
  tdocCommentTypes,
} from '@portal/contract/conversation/policy'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { innerCanary } from '../../../test/canary.ts'
import { findRows, setRows } from '../../../test/rows.ts'
import { say } from '../../../test/talk.ts'
import { test as base, payloadsOf, sendQueued } from '../../../test/webhooks.ts'
import {
  addTdocComment,
  addTdocComments,
} from '../../conversation/add-comment.ts'
import { deleteComment, editComment } from '../../conversation/edit-comment.ts'
import { getComment } from '../../conversation/list.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { setSlrPending } from '../../slv/review/escalate.ts'
import { lockTdocs } from '../../tdoc/lock.ts'
import { createDeliveries } from './create-deliveries.ts'

const sayOnTdoc = (ctx: Ctx, tdocId: string, type: 'INTERNAL' | 'EXTERNAL') =>
  addTdocComment(ctx, NewTdocComment.parse({ tdocId, type, message: type }))

/**
 * An SLV and a Tdoc, an underwriter and a seller who take part, and webhooks of
 * a service of each.
 */
const test = base.extend(
  'parties',
  async ({ made, madeTdoc, ctxOf, subscribe, committed, receiver }) => {
    const underwriter = await made.underwriter(
      'viewSlvDepartment',
      'manageIntegrations',
    )
    const seller = await made.seller(
      undefined,
      'myCompanyView',
      'manageIntegrations',
    )
    const slv = await made.slv({
      underwriterId: underwriter.id,
      sellerId: seller.id,
      companyId: seller.companyId,
    })
    const tdoc = await madeTdoc({ assignedUnderwriterId: underwriter.id })
    const hookOf = async (service: Actor, manager: Actor) => {
      await setRows(
        committed,
        'appUser',
        { id: service.id },
        { isService: true, email: `${service.id}@service.invalid` },
      )
      const change = { ownerId: service.id, url: receiver.url }
      return subscribe(await ctxOf(manager), change)
    }
    const ofBuyer = await made.user({
      role: 'UNDERWRITER',
      companyId: underwriter.companyId,
      holds: ['viewSlvDepartment'],
    })
    const ofSeller = await made.seller(seller.companyId, 'myCompanyView')
    return {
      slv,
      tdoc,
      underwriter: await ctxOf(underwriter),
      seller: await ctxOf(seller),
      sellersService: ofSeller,
      hooks: {
        UNDERWRITER: await hookOf(ofBuyer, underwriter),
        SELLER: await hookOf(ofSeller, seller),
      },
    }
  },
)

test('a service receives the comments of the types that its role reads, as it reads them', async ({
  parties: { slv, tdoc, underwriter, seller, sellersService, hooks },
  ctxOf,
  created,
}) => {
  for (const type of commentTypes) {
    await say(underwriter, slv, { type, message: type })
    await sayOnTdoc(underwriter, tdoc.id, type)
  }
  const answer = await say(seller, slv, { type: 'EXTERNAL', message: 'Sent' })
  for (const role of ['UNDERWRITER', 'SELLER'] as const) {
    const expected = commentTypes.flatMap((type) => [
      ...(readableTypes(role).includes(type) ? [`slv ${type}`] : []),
      ...(tdocCommentTypes(role).includes(type) ? [`tdoc ${type}`] : []),
    ])
    const shown = (await created(hooks[role].id)).map(({ type, data }) =>
      [type.split('.')[0], (data as { message?: string }).message].join(' '),
    )
    expect([role, ...shown]).toEqual([role, ...expected, 'slv Sent'])
  }
  const last = (await created(hooks.SELLER.id)).at(-1)
  expect(last).toEqual({
    type: 'slv.comment_added',
    timestamp: seller.now.toISOString(),
    data: await getComment(await ctxOf(sellersService), slv.id, answer.id),
  })
})

test('no internal word reaches a seller’s receiver, and a comment that is turned external does once', async ({
  parties: { slv, underwriter, hooks },
  created,
  committed,
  receiver,
}) => {
  const { id } = await say(underwriter, slv, { message: innerCanary })
  await say(underwriter, slv, { message: `${innerCanary} again` })
  await setSlrPending(underwriter, slv.id, {
    statusComment: innerCanary,
  } as never)
  expect(await created(hooks.SELLER.id)).toEqual([])
  await editComment(underwriter, id, { message: 'For the seller' })
  await editComment(underwriter, id, { type: 'EXTERNAL' })
  expect(await created(hooks.SELLER.id)).toMatchObject([
    {
      type: 'slv.comment_added',
      data: { id, type: 'EXTERNAL', message: 'For the seller' },
    },
  ])
  // The buyer got it when it was written.
  const comments = (await payloadsOf(committed, hooks.UNDERWRITER.id)).filter(
    ({ type }) => type === 'slv.comment_added',
  )
  expect(comments).toHaveLength(2)
  expect(JSON.stringify(comments)).toContain(innerCanary)

  await committed
    .deleteFrom('webhook')
    .where('id', '=', hooks.UNDERWRITER.id)
    .execute()
  await sendQueued(committed, () => underwriter.now)
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual(
    [id],
  )
  expect(receiver.received[0]?.body).not.toContain(innerCanary)
})

test('a comment that its reader can no longer read isn’t created and isn’t sent', async ({
  parties: { slv, underwriter, hooks },
  created,
  committed,
  receiver,
}) => {
  const write = () => say(underwriter, slv, { type: 'EXTERNAL' })
  const [hidden, deleted, late] = [await write(), await write(), await write()]
  await editComment(underwriter, late.id, { type: 'INTERNAL' })
  expect(await created(hooks.SELLER.id)).toMatchObject([
    { data: { id: hidden.id } },
    { data: { id: deleted.id } },
  ])
  await editComment(underwriter, hidden.id, { type: 'INTERNAL' })
  await deleteComment(underwriter, deleted.id)
  await sendQueued(committed, () => underwriter.now)
  const statuses = (
    await findRows(committed, 'webhookDelivery', { webhookId: hooks.SELLER.id })
  ).map(({ status }) => status)
  expect(statuses).toEqual(['CANCELED', 'CANCELED'])
  // The buyer still reads the internal ones.
  expect(
    receiver.received.map(({ body }) => JSON.parse(body).data.id).toSorted(),
  ).toEqual([hidden.id, late.id].toSorted())
})

test('events arrive in the order of the outbox, each once, also with two runs at the same time', async ({
  parties: { slv, underwriter, hooks },
  committed,
  now,
}) => {
  await say(underwriter, slv, { message: 'First' })
  await setSlrPending(underwriter, slv.id, { statusComment: 'Look' } as never)
  await say(underwriter, slv, { message: 'Last' })
  await Promise.all([
    createDeliveries({ db: committed, now }),
    createDeliveries({ db: committed, now }),
  ])
  const types = (await payloadsOf(committed, hooks.UNDERWRITER.id)).map(
    ({ type }) => type,
  )
  expect(types).toEqual([
    'slv.comment_added',
    'slv.status_changed',
    'slv.comment_added',
  ])
})

test('a comment is queued with its transaction, and only if a webhook wants it', async ({
  parties: { slv, tdoc, underwriter, seller, hooks },
  committed,
  queued,
}) => {
  const outbox = () => findRows(committed, 'webhookOutbox')
  const failing = transact({ ...underwriter, db: committed }, async (inner) => {
    await say(inner, slv)
    throw new Error('Undone')
  })
  await expect(failing).rejects.toThrow('Undone')
  expect(await outbox()).toEqual([])

  const { id } = await say(underwriter, slv)
  expect(await outbox()).toMatchObject([
    { commentId: id, commentType: 'INTERNAL', formerType: null },
  ])
  await expect.poll(() => queued('create-deliveries')).toEqual([{}])

  await committed.deleteFrom('webhookOutbox').execute()
  await sql`update webhook set events = array['slv.decided']`.execute(committed)
  await say(seller, slv, { type: 'EXTERNAL' })
  expect(await outbox()).toEqual([])

  const events = ['slv.comment_added' as const]
  await setRows(committed, 'webhook', { id: hooks.SELLER.id }, { events })
  await say(seller, slv, { type: 'EXTERNAL' })
  await sayOnTdoc(underwriter, tdoc.id, 'EXTERNAL')
  expect(await outbox()).toHaveLength(1)
})

test('comments written together arrive in batches, each once', async ({
  parties: { tdoc, underwriter, hooks },
  created,
  committed,
}) => {
  const count = 250
  await transact(underwriter, async (inner) => {
    const [locked] = await lockTdocs(inner, [tdoc.id])
    if (!locked) throw new Error('The Tdoc is gone')
    const comments = Array.from({ length: count }, (_, index) => ({
      tdoc: locked,
      message: `No ${index}`,
    }))
    await addTdocComments(inner, comments)
  })
  const messages = (await created(hooks.UNDERWRITER.id)).map(
    ({ data }) => (data as { message?: string }).message,
  )
  expect(messages).toEqual(
    Array.from({ length: count }, (_, index) => `No ${index}`),
  )
  expect(await findRows(committed, 'webhookOutbox')).toEqual([])
})
