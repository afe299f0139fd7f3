import { type Delivery, testEvent } from '@portal/contract/integration/model'
import type { Selectable } from 'kysely'
import { type Ctx, transact } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import type { DB } from '../../lib/database/db-types.ts'
import { readRows } from '../../lib/database/list-query.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'
import { getWebhook } from './list-webhooks.ts'

const columns = [
  'id',
  'event',
  'createdAt',
  'status',
  'attempts',
  'lastAttemptAt',
  'nextAttemptAt',
  'statusCode',
  'error',
] as const

const deliveryRows = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhookDelivery')
    .where('webhookDelivery.webhookId', '=', webhookId)

type DeliveryRow = Pick<
  Selectable<DB['webhookDelivery']>,
  (typeof columns)[number]
>

const present = ({
  createdAt,
  lastAttemptAt,
  nextAttemptAt,
  ...row
}: DeliveryRow): Delivery => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
})

/**
 * Newest first, without payloads: other managers may have fewer rights than the
 * owner.
 */
export async function listDeliveries(
  ctx: Ctx,
  webhookId: string,
  paging: { page: number; size: number },
) {
  await getWebhook(ctx, webhookId)
  const all = deliveryRows(ctx.db, webhookId)
  const { rows, ...rest } = await readRows(
    all.select(columns).orderBy('id', 'desc'),
    all,
    paging,
  )
  return { ...rest, items: rows.map(present) }
}

/** Throws 404 for a webhook of another company. */
export async function getDelivery(
  ctx: Ctx,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  await getWebhook(ctx, webhookId)
  const row = await deliveryRows(ctx.db, webhookId)
    .select(columns)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) throw notFound('Delivery')
  return present(row)
}

type Queued = { id: string; webhookId: string; nextAttemptAt: Date }

/**
 * Queues the next attempts of deliveries. Each webhook is a group, so that a
 * slow receiver doesn't block others.
 */
export const enqueueAttempts = (
  db: Db,
  deliveries: readonly Queued[],
  now: Date,
): Promise<void> =>
  enqueueAll(
    db,
    'send-delivery',
    deliveries.map(({ id, webhookId, nextAttemptAt }) => {
      const at = nextAttemptAt.toISOString()
      const startAfter = Math.max(
        0,
        Math.round((nextAttemptAt.getTime() - now.getTime()) / 1000),
      )
      return {
        data: { deliveryId: id, at },
        key: `${id} ${at}`,
        group: webhookId,
        startAfter,
      }
    }),
  )

/** Queues all pending deliveries of a resumed webhook. */
export async function enqueuePending(
  { db, now }: Ctx,
  webhookId: string,
): Promise<void> {
  const pending = await db
    .updateTable('webhookDelivery')
    .set({ nextAttemptAt: now })
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'PENDING')
    .returning('id')
    .execute()
  await enqueueAttempts(
    db,
    pending.map(({ id }) => ({ id, webhookId, nextAttemptAt: now })),
    now,
  )
}

const lostMs = 15 * 60_000

/**
 * Queues attempts that are long overdue: their job was lost, for example in a
 * crash during its last retry.
 */
export async function requeueLostDeliveries({
  db,
  now,
}: {
  db: Db
  now: Date
}): Promise<void> {
  const lost = await db
    .selectFrom('webhookDelivery')
    .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
    .select([
      'webhookDelivery.id',
      'webhookDelivery.webhookId',
      'webhookDelivery.nextAttemptAt',
    ])
    .where('webhookDelivery.status', '=', 'PENDING')
    .where(
      'webhookDelivery.nextAttemptAt',
      '<',
      new Date(now.getTime() - lostMs),
    )
    .where('webhook.status', '=', 'ACTIVE')
    .orderBy('webhookDelivery.nextAttemptAt')
    .limit(1000)
    .execute()
  const due = lost.map((row) => ({
    ...row,
    nextAttemptAt: row.nextAttemptAt ?? now,
  }))
  await enqueueAttempts(db, due, now)
}

/** Queues the event webhook.test. Throws 409 for a paused webhook. */
export const testWebhook = (ctx: Ctx, webhookId: string): Promise<Delivery> =>
  transact(ctx, async (inner) => {
    const { db, now } = inner
    const webhook = await getWebhook(inner, webhookId)
    checkActive(webhook)
    const payload = JSON.stringify({
      type: testEvent,
      timestamp: now.toISOString(),
      data: { name: webhook.name },
    })
    const row = await db
      .insertInto('webhookDelivery')
      .values({
        webhookId,
        event: testEvent,
        payload,
        createdAt: now,
        nextAttemptAt: now,
      })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await enqueueAttempts(
      db,
      [{ id: row.id, webhookId, nextAttemptAt: now }],
      now,
    )
    return present(row)
  })

/** Queues a delivery again with the same id and payload. */
export const replayDelivery = (
  ctx: Ctx,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<Delivery> =>
  transact(ctx, async (inner) => {
    const { db, now } = inner
    checkActive(await getWebhook(inner, webhookId))
    const row = await db
      .updateTable('webhookDelivery')
      .set({ status: 'PENDING', attempts: 0, nextAttemptAt: now })
      .where('webhookId', '=', webhookId)
      .where('id', '=', deliveryId)
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw notFound('Delivery')
    await enqueueAttempts(
      db,
      [{ id: deliveryId, webhookId, nextAttemptAt: now }],
      now,
    )
    return present(row)
  })

function checkActive({ status }: { status: string }) {
  if (status !== 'ACTIVE')
    throw conflict('This webhook isn’t active. Resume it first.')
}
