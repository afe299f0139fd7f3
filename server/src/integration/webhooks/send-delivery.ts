import {
  deliveryDays,
  failingDays,
  maxAttempts,
  retrySeconds,
} from '@portal/contract/integration/model'
import { dayMs } from '@portal/contract/sla/calendar'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { postPublic } from '../../lib/integrations/post-public.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { notify } from '../../lib/notify.ts'
import { findManagers } from '../find-managers.ts'
import { secretText } from './create-webhook.ts'
import { findOwner } from './find-owner.ts'
import { enqueueAttempts } from './list-deliveries.ts'
import { maySee } from './read-data.ts'

type SendDeps = {
  db: Db
  clock: () => Date
  keys: Keys
  webhookAllowPrivate?: boolean
  timeoutMs?: number
}

const gone = 410

/**
 * A due attempt of an active webhook, unless it was made already or a replay
 * replaced it.
 */
async function findDue(db: Db, deliveryId: string, at: Date) {
  return db
    .selectFrom('webhookDelivery')
    .innerJoin('webhook', 'webhook.id', 'webhookDelivery.webhookId')
    .innerJoin('appUser', 'appUser.id', 'webhook.ownerId')
    .select([
      'webhookDelivery.id',
      'webhookDelivery.event',
      'webhookDelivery.subjectId',
      'webhookDelivery.partId',
      'webhookDelivery.payload',
    ])
    .select([
      'webhookDelivery.attempts',
      'webhook.id as webhookId',
      'webhook.name',
      'webhook.url',
      'webhook.secret',
    ])
    .select([
      'webhook.formerSecret',
      'webhook.formerUntil',
      'webhook.failingSince',
      'webhook.ownerId',
    ])
    .select([
      'webhook.companyId',
      'webhook.createdById',
      'appUser.isService',
      sql<boolean>`(select is_service from app_user where id = webhook.created_by_id)`.as(
        'isCreatedByService',
      ),
    ])
    .where('webhookDelivery.id', '=', deliveryId)
    .where('webhookDelivery.nextAttemptAt', '=', at)
    .where('webhook.status', '=', 'ACTIVE')
    .executeTakeFirst()
}

type Due = NonNullable<Awaited<ReturnType<typeof findDue>>>

/**
 * Makes one attempt and queues the next one after a failure. Cancels the
 * delivery if the webhook's owner can no longer see its subject.
 */
export async function sendDelivery(
  deps: SendDeps,
  { deliveryId, at }: { deliveryId: string; at: string },
) {
  const { db, clock } = deps
  const due = await findDue(db, deliveryId, new Date(at))
  if (!due) return
  const owner = await findOwner(db, due.ownerId, due.isService)
  if (!owner || !(await maySee({ db, now: clock() }, owner, due))) {
    const error = 'The webhook’s owner can no longer see this'
    await db
      .updateTable('webhookDelivery')
      .set({ status: 'CANCELED', nextAttemptAt: null, error })
      .where('id', '=', due.id)
      .where('nextAttemptAt', '=', new Date(at))
      .execute()
    return
  }
  const { webhookAllowPrivate: allowsPrivate = false, timeoutMs } = deps
  const message = { headers: sign(deps, due), body: due.payload }
  const posted = await postPublic(due.url, message, {
    allowsPrivate,
    timeoutMs,
  })
  await inTransaction(db, (tx) =>
    recordAttempt(tx, due, new Date(at), toResult(posted), clock()),
  )
}

/**
 * The headers of the Standard Webhooks specification, with a signature for each
 * valid secret.
 */
function sign({ keys, clock }: SendDeps, due: Due): Record<string, string> {
  const now = clock()
  const id = `msg_${due.id}`
  const former =
    due.formerUntil !== null && due.formerUntil > now ? due.formerSecret : null
  const signatures = [due.secret, former].flatMap((sealed) =>
    sealed
      ? [
          new Webhook(
            secretText(keys.unseal('webhook', sealed, due.webhookId)),
          ).sign(id, now, due.payload),
        ]
      : [],
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

type Result = { statusCode: number | null; error: string | null }

function toResult(posted: Awaited<ReturnType<typeof postPublic>>): Result {
  if ('error' in posted) return { statusCode: null, error: posted.error }
  const { status } = posted
  if (status >= 200 && status < 300) return { statusCode: status, error: null }
  if (status >= 300 && status < 400)
    return {
      statusCode: status,
      error:
        'The receiver returned a redirect, and webhooks don’t follow redirects',
    }
  return { statusCode: status, error: `The receiver returned ${status}` }
}

async function recordAttempt(
  tx: Db,
  due: Due,
  at: Date,
  { statusCode, error }: Result,
  now: Date,
) {
  // Locks the webhook before the delivery, as everywhere.
  await tx
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', due.webhookId)
    .forUpdate()
    .execute()
  const attempts = due.attempts + 1
  const mayRetry =
    error !== null && statusCode !== gone && attempts < maxAttempts
  const nextAttemptAt = mayRetry
    ? new Date(now.getTime() + (retrySeconds[attempts - 1] ?? 0) * 1000)
    : null
  const failedStatus = mayRetry ? 'PENDING' : 'FAILED'
  const status = error === null ? 'DELIVERED' : failedStatus
  const { numUpdatedRows } = await tx
    .updateTable('webhookDelivery')
    .set({
      status,
      attempts,
      nextAttemptAt,
      lastAttemptAt: now,
      statusCode,
      error,
    })
    .where('id', '=', due.id)
    .where('nextAttemptAt', '=', at)
    .executeTakeFirstOrThrow()
  // Replayed during the attempt: the replay makes its own attempt.
  if (numUpdatedRows === 0n) return
  if (nextAttemptAt)
    await enqueueAttempts(
      tx,
      [{ id: due.id, webhookId: due.webhookId, nextAttemptAt }],
      now,
    )
  await recordHealth(tx, due, { statusCode, error }, now)
}

/**
 * Disables a webhook whose receiver is gone or keeps failing, and notifies its
 * owner.
 */
async function recordHealth(
  tx: Db,
  due: Due,
  { statusCode, error }: Result,
  now: Date,
) {
  const failingSince = error === null ? null : (due.failingSince ?? now)
  const isBroken =
    failingSince !== null &&
    now.getTime() - failingSince.getTime() >= failingDays * dayMs
  const whyBroken = isBroken
    ? `All deliveries failed for ${failingDays} days.`
    : null
  const why =
    statusCode === gone ? 'The receiver returned 410 Gone.' : whyBroken
  await tx
    .updateTable('webhook')
    .set({ failingSince, ...(why !== null && { status: 'DISABLED' as const }) })
    .where('id', '=', due.webhookId)
    .execute()
  if (why === null) return
  await notify(
    { db: tx, now, actor: null },
    {
      action: 'WEBHOOK_DISABLED',
      entityId: due.webhookId,
      to: await findReaders(tx, due),
      description: `${due.name}: ${why} Resume it in Settings > Integrations.`,
    },
  )
}

/** The people who can resume a webhook: its owner, or those of its service. */
async function findReaders(db: Db, due: Due): Promise<string[]> {
  if (!due.isService) return [due.ownerId]
  return due.isCreatedByService
    ? findManagers(db, due.companyId)
    : [due.createdById]
}

/**
 * Deletes old deliveries, a few thousand per statement, so that new ones don't
 * wait long.
 */
export async function sweepDeliveries({
  db,
  now,
}: {
  db: Db
  now: Date
}): Promise<void> {
  const before = new Date(now.getTime() - deliveryDays * dayMs)
  const old = db
    .selectFrom('webhookDelivery as old')
    .select('old.id')
    .where('old.createdAt', '<', before)
    .limit(5000)
  let swept: bigint
  do {
    const { numDeletedRows } = await db
      .deleteFrom('webhookDelivery')
      .where('id', 'in', old)
      .executeTakeFirstOrThrow()
    swept = numDeletedRows
  } while (swept > 0n)
}
