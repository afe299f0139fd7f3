import { randomBytes, randomUUID } from 'node:crypto'
import { eventsFor } from '@portal/contract/integration/events'
import {
  maxCounts,
  type NewWebhook,
  overlapHours,
  type Webhook,
  type WebhookChange,
  type WebhookEvent,
  type WebhookSecret,
} from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { managesIntegrations } from '@portal/contract/user/policy'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import { addressRefusal } from '../../lib/integrations/post-public.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { transactWithRights } from '../../user/lock-person.ts'
import { listPermissions, lockService } from '../list-services.ts'
import { enqueuePending } from './list-deliveries.ts'
import { getWebhook, listWebhooks, lockWebhook } from './list-webhooks.ts'

export type WebhookDeps = { keys: Keys; allowsPrivate: boolean }

const secretBytes = 32

/** Formats a secret as Standard Webhooks does. */
export const secretText = (secret: Uint8Array) =>
  `whsec_${Buffer.from(secret).toString('base64')}`

/**
 * Throws 400 for an address or event that can't be used, 409 for a service with
 * a permission that the actor lacks.
 */
export const createWebhook = (
  ctx: Ctx,
  { name, url, events, ownerId }: NewWebhook,
  { keys, allowsPrivate }: WebhookDeps,
): Promise<WebhookSecret> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    const { db, now, actor } = inner
    checkFields(inner, { url, events }, allowsPrivate)
    const isOwn = ownerId === undefined || ownerId === actor.id
    if (
      !isOwn &&
      !hasAll(actor, listPermissions(await lockService(inner, ownerId)))
    )
      throw conflict('This service has a permission that you don’t have')
    if ((await listWebhooks(inner)).length >= maxCounts.webhooks)
      throw conflict(
        `A company can have up to ${maxCounts.webhooks} webhooks. Delete one first.`,
      )

    const id = randomUUID()
    const secret = randomBytes(secretBytes)
    await db
      .insertInto('webhook')
      .values({
        id,
        companyId: actor.companyId,
        ownerId: isOwn ? actor.id : ownerId,
        name,
        url,
        events: [...new Set(events)],
        secret: keys.seal('webhook', secret, id),
        createdById: actor.id,
        createdAt: now,
      })
      .execute()
    return { secret: secretText(secret), webhook: await getWebhook(inner, id) }
  })

/**
 * Throws 409 if the actor can only pause it. Resuming queues the pending
 * deliveries.
 */
export const updateWebhook = (
  ctx: Ctx,
  id: string,
  { status, ...fields }: WebhookChange,
  { allowsPrivate }: WebhookDeps,
): Promise<Webhook> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    const { db } = inner
    const webhook = await lockWebhook(inner, id)
    const isOnlyPause =
      status !== 'ACTIVE' &&
      Object.values(fields).every((value) => value === undefined)
    if (!isOnlyPause) checkEditor(webhook)
    checkFields(inner, fields, allowsPrivate)
    const set = {
      ...fields,
      ...(status && { status }),
      ...(status === 'ACTIVE' && { failingSince: null }),
    }
    if (Object.keys(set).length > 0)
      await db.updateTable('webhook').set(set).where('id', '=', id).execute()
    if (status === 'ACTIVE' && webhook.status !== 'ACTIVE')
      await enqueuePending(inner, id)
    return getWebhook(inner, id)
  })

export const deleteWebhook = (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    await lockWebhook(inner, id)
    await inner.db.deleteFrom('webhook').where('id', '=', id).execute()
    return { id }
  })

/** Deliveries are signed with both the old and the new secret for 24 hours. */
export const rotateSecret = (
  ctx: Ctx,
  id: string,
  { keys }: WebhookDeps,
): Promise<WebhookSecret> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    const { db, now } = inner
    checkEditor(await lockWebhook(inner, id))
    const secret = randomBytes(secretBytes)
    await db
      .updateTable('webhook')
      .set((eb) => ({
        formerSecret: eb.ref('secret'),
        formerUntil: new Date(now.getTime() + overlapHours * 3_600_000),
        secret: keys.seal('webhook', secret, id),
      }))
      .where('id', '=', id)
      .execute()
    return { secret: secretText(secret), webhook: await getWebhook(inner, id) }
  })

function checkEditor({ mayEdit, owner }: Webhook) {
  if (mayEdit) return
  throw conflict(
    owner.isService
      ? 'This webhook’s service has a permission that you don’t have. You can only pause or delete the webhook.'
      : `Only ${owner.name} can change this webhook. You can pause or delete it.`,
  )
}

function checkFields(
  { actor }: Ctx,
  {
    url,
    events = [],
  }: { url?: string | undefined; events?: readonly WebhookEvent[] | undefined },
  allowsPrivate: boolean,
) {
  const refusal =
    url === undefined ? null : addressRefusal(url, { allowsPrivate })
  if (refusal) throw badRequest([{ field: 'url', error: refusal }])
  if (events.some((event) => !eventsFor(actor).includes(event)))
    throw badRequest([
      { field: 'events', error: 'Your company can’t receive these events' },
    ])
}
