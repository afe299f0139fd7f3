import { maxAttempts, retrySeconds } from '@portal/contract/integration/model'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { findRow, findRows, jobsOf, setRows } from '../../../test/rows.ts'
import {
  test as base,
  type Receiver,
  type SendOptions,
  sendQueued,
} from '../../../test/webhooks.ts'
import { jobs } from '../../job-catalog.ts'
import { postPublic } from '../../lib/integrations/post-public.ts'
import { startJobs } from '../../lib/jobs/jobs.ts'
import { createLog } from '../../lib/log.ts'
import { setSlrPending } from '../../slv/review/escalate.ts'
import { createDeliveries } from './create-deliveries.ts'
import { rotateSecret } from './create-webhook.ts'
import {
  replayDelivery,
  requeueLostDeliveries,
  testWebhook,
} from './list-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'

/**
 * Signatures are verified against the computer's clock, so these tests start at
 * the current time.
 */
const began = new Date()
const after = (seconds: number) => new Date(began.getTime() + seconds * 1000)

/**
 * `hook` sends to `receiver`; `send` makes its queued attempts, as many seconds
 * after `began`.
 */
const test = base
  .extend('owner', ({ made }) =>
    made.underwriter('manageIntegrations', 'viewSlvDepartment'),
  )
  .extend('ctx', ({ ctxOf, owner }) => ctxOf(owner, began))
  .extend('hook', ({ subscribe, ctx, receiver }) =>
    subscribe(ctx, { url: receiver.url }),
  )
  .extend('send', ({ committed }) => (seconds = 0, more: SendOptions = {}) => {
    return sendQueued(committed, () => after(seconds), more)
  })

const verified = (secret: string, { received }: Receiver, index = -1) => {
  const call = received.at(index)
  return new Webhook(secret).verify(
    call?.body ?? '',
    call?.headers as Record<string, string>,
  )
}

test('a delivery is signed by the Standard Webhooks specification; after a rotation by both secrets for a day', async ({
  ctx,
  hook: { id, secret },
  send,
  receiver,
  committed,
}) => {
  const delivery = await testWebhook(ctx, id)
  await send()
  expect(verified(secret, receiver)).toEqual({
    type: 'webhook.test',
    timestamp: began.toISOString(),
    data: { name: 'Feed' },
  })
  expect(receiver.received[0]?.headers['webhook-id']).toBe(`msg_${delivery.id}`)
  expect(() =>
    verified(`whsec_${Buffer.alloc(32).toString('base64')}`, receiver),
  ).toThrow('No matching signature')
  const stored = await findRow(committed, 'webhook', { id })
  expect(
    stored.secret.includes(
      Buffer.from(secret.slice('whsec_'.length), 'base64'),
    ),
  ).toBe(false)
  expect(
    await findRow(committed, 'webhookDelivery', { id: delivery.id }),
  ).toMatchObject({
    status: 'DELIVERED',
    attempts: 1,
    statusCode: 200,
    error: null,
    nextAttemptAt: null,
  })

  const fresh = (await rotateSecret(ctx, id, { keys, allowsPrivate: true }))
    .secret
  await testWebhook(ctx, id)
  await send()
  expect([verified(secret, receiver), verified(fresh, receiver)]).toHaveLength(
    2,
  )
  await setRows(committed, 'webhook', { id }, { formerUntil: began })
  await testWebhook(ctx, id)
  await send()
  expect(verified(fresh, receiver)).toBeDefined()
  expect(() => verified(secret, receiver)).toThrow('No matching signature')
})

test('a failed delivery is retried for about three days, and a replay keeps its id and payload', async ({
  owner,
  ctxOf,
  ctx,
  hook: { id },
  send,
  receiver,
  committed,
}) => {
  const { id: deliveryId } = await testWebhook(ctx, id)
  const delivery = () =>
    findRow(committed, 'webhookDelivery', { id: deliveryId })
  receiver.answer = { status: 500 }
  let at = 0
  for (const seconds of retrySeconds) {
    await send(at)
    at += seconds
    expect(await delivery()).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: after(at),
      error: 'The receiver returned 500',
    })
  }
  await send(at)
  expect(await delivery()).toMatchObject({
    status: 'FAILED',
    attempts: maxAttempts,
    nextAttemptAt: null,
    statusCode: 500,
  })
  expect(at / 86_400).toBeCloseTo(3.15, 1)
  expect(receiver.received).toHaveLength(maxAttempts)

  receiver.answer = { status: 204 }
  await replayDelivery(await ctxOf(owner, after(at + 1)), {
    webhookId: id,
    deliveryId,
  })
  await send(at + 1)
  expect(await delivery()).toMatchObject({
    status: 'DELIVERED',
    attempts: 1,
    statusCode: 204,
  })
  const [first, last] = [receiver.received[0], receiver.received.at(-1)]
  expect([last?.body, last?.headers['webhook-id']]).toEqual([
    first?.body,
    first?.headers['webhook-id'],
  ])
  expect(last?.headers['webhook-timestamp']).not.toBe(
    first?.headers['webhook-timestamp'],
  )
})

test('slow, dead and redirecting receivers and private addresses fail with a readable error', async ({
  ctx,
  hook: { id },
  send,
  receiver,
  otherReceiver,
  committed,
}) => {
  const errorOf = async (url: string, more?: SendOptions) => {
    await setRows(committed, 'webhook', { id }, { url })
    const delivery = await testWebhook(ctx, id)
    await send(0, more)
    return (await findRow(committed, 'webhookDelivery', { id: delivery.id }))
      .error
  }
  receiver.answer = 'NEVER'
  expect(await errorOf(receiver.url, { timeoutMs: 100 })).toBe(
    'No response within 0.1 seconds',
  )
  receiver.answer = { status: 302, headers: { location: otherReceiver.url } }
  expect(await errorOf(receiver.url)).toBe(
    'The receiver returned a redirect, and webhooks don’t follow redirects',
  )
  expect(otherReceiver.received).toEqual([])
  expect(await errorOf('http://127.0.0.1:9/')).toBe(
    'The address can’t be reached',
  )
  receiver.received.splice(0)
  const closed = { webhookAllowPrivate: false }
  expect(await errorOf(receiver.url, closed)).toBe(
    'The address must start with https://',
  )
  const unreachable = 'The address can’t be reached'
  expect(await errorOf('https://localhost/', closed)).toBe(unreachable)
  expect(await errorOf('https://no-such-host.invalid/', closed)).toBe(
    unreachable,
  )
  for (const host of [
    '[::1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::8.8.8.8]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
  ])
    expect([host, await errorOf(`https://${host}/`, closed)]).toEqual([
      host,
      'The address is in a private network',
    ])
  expect(receiver.received).toEqual([])
  const local = receiver.url.replace('127.0.0.1', 'localhost')
  expect(
    await postPublic(
      local,
      { headers: {}, body: '{}' },
      { allowsPrivate: true },
    ),
  ).toEqual({ status: 302 })
})

test('a webhook whose receiver is gone, or fails for five days, is disabled, and its owner is notified', async ({
  owner,
  ctxOf,
  ctx,
  hook: { id },
  send,
  receiver,
  committed,
}) => {
  const failAt = async (seconds: number, status: number) => {
    receiver.answer = { status }
    await testWebhook(await ctxOf(owner, after(seconds)), id)
    await send(seconds)
    const { status: shown, failingSince } = await findRow(
      committed,
      'webhook',
      {
        id,
      },
    )
    return [shown, failingSince]
  }
  const day = 86_400
  expect(await failAt(0, 500)).toEqual(['ACTIVE', began])
  expect(await failAt(day, 200)).toEqual(['ACTIVE', null])
  expect(await failAt(2 * day, 500)).toEqual(['ACTIVE', after(2 * day)])
  expect(await failAt(6.9 * day, 500)).toEqual(['ACTIVE', after(2 * day)])
  expect(await failAt(7 * day, 500)).toEqual(['DISABLED', after(2 * day)])
  await expect(testWebhook(ctx, id)).rejects.toMatchObject({ statusCode: 409 })
  await setRows(
    committed,
    'webhook',
    { id },
    { status: 'ACTIVE', failingSince: null },
  )
  expect((await failAt(8 * day, 410))[0]).toBe('DISABLED')
  const notices = await findRows(committed, 'notification', {
    userId: owner.id,
  })
  expect(
    notices.map(({ action, description }) => [
      action,
      description.split('.')[0],
    ]),
  ).toEqual([
    ['WEBHOOK_DISABLED', 'Feed: All deliveries failed for 5 days'],
    ['WEBHOOK_DISABLED', 'Feed: The receiver returned 410 Gone'],
  ])
})

test('a delivery is canceled when its owner can no longer see its subject', async ({
  owner,
  made,
  ctxOf,
  hook: { id },
  send,
  receiver,
  takePermission,
  committed,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({ underwriterId: underwriter.id })
  await setSlrPending(await ctxOf(underwriter), slv.id, {
    statusComment: 'Look',
  } as never)
  await createDeliveries({ db: committed, now: began })
  await takePermission(owner, 'viewSlvDepartment')
  await send()
  expect(
    await findRows(committed, 'webhookDelivery', { webhookId: id }),
  ).toMatchObject([{ status: 'CANCELED', attempts: 0 }])
  expect(receiver.received).toEqual([])
})

test('an attempt whose job was lost is queued again', async ({
  ctx,
  hook,
  send,
  receiver,
  committed,
}) => {
  await testWebhook(ctx, hook.id)
  await sql`delete from pgboss.job where name = 'send-delivery'`.execute(
    committed,
  )
  await requeueLostDeliveries({ db: committed, now: after(899) })
  expect(await jobsOf(committed, 'send-delivery')).toEqual([])
  await requeueLostDeliveries({ db: committed, now: after(901) })
  await send(901)
  expect(receiver.received).toHaveLength(1)
})

test('a slow receiver does not block the others', async ({
  owner,
  ctxOf,
  subscribe,
  receiver,
  otherReceiver,
  committed,
  url,
}) => {
  const ctx = await ctxOf(owner, new Date())
  const slow = await subscribe(ctx, { url: receiver.url })
  const quick = await subscribe(ctx, { url: otherReceiver.url })
  receiver.answer = 'NEVER'
  for (let n = 0; n < 20; n++) await testWebhook(ctx, slow.id)
  await testWebhook(ctx, quick.id)
  const deps = {
    db: committed,
    clock: () => new Date(),
    keys,
    webhookAllowPrivate: true,
    timeoutMs: 60_000,
  }
  const running = await startJobs(
    url,
    jobs,
    { 'send-delivery': (data) => sendDelivery(deps, data) },
    createLog('silent'),
  )
  try {
    await expect
      .poll(() => otherReceiver.received.length, { timeout: 20_000 })
      .toBe(1)
    expect(receiver.received.length).toBeLessThanOrEqual(2)
  } finally {
    await receiver.stop()
    await running.stop()
  }
})
