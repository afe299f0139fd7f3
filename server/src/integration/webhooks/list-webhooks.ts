import type { Webhook } from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { heldPermissions } from '../../user/find-actor.ts'

const webhookRows = ({ db, actor }: Ctx) =>
  db
    .selectFrom('webhook')
    .innerJoin('appUser', 'appUser.id', 'webhook.ownerId')
    .select([
      'webhook.id',
      'webhook.name',
      'webhook.url',
      'webhook.events',
      'webhook.status',
      'webhook.failingSince',
    ])
    .select([
      'webhook.createdAt',
      'webhook.ownerId',
      'appUser.name as ownerName',
      'appUser.isService',
      heldPermissions,
    ])
    .where('webhook.companyId', '=', actor.companyId)
    .orderBy(sql`lower(webhook.name), webhook.id`)

type WebhookRow = Awaited<
  ReturnType<ReturnType<typeof webhookRows>['execute']>
>[number]

const present = ({ actor }: Ctx, row: WebhookRow): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  status: row.status,
  events: row.events,
  owner: { id: row.ownerId, name: row.ownerName, isService: row.isService },
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  // Otherwise someone could send themselves data that only the owner can see.
  mayEdit: row.isService
    ? hasAll(
        actor,
        permissions.filter((key) => row.held.includes(key)),
      )
    : row.ownerId === actor.id,
})

/** The webhooks of the actor's company by name. */
export const listWebhooks = async (ctx: Ctx): Promise<Webhook[]> =>
  (await webhookRows(ctx).execute()).map((row) => present(ctx, row))

/** Throws 404 for a webhook of another company. */
export async function getWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const row = await webhookRows(ctx)
    .where('webhook.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return present(ctx, row)
}

/** `getWebhook`, locked until the transaction ends. */
export async function lockWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const row = await webhookRows(ctx)
    .where('webhook.id', '=', id)
    .forUpdate('webhook')
    .executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return present(ctx, row)
}
