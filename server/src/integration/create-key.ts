import {
  type CreatedKey,
  type KeyScope,
  keyPrefix,
  maxCounts,
  overlapHours,
  type Service,
  shownLength,
} from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { managesIntegrations } from '@portal/contract/user/policy'
import { hashToken, newToken } from '../auth/sessions/session.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { writeUserChange } from '../user/changes.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { getService, listPermissions, lockService } from './list-services.ts'

const hourMs = 3_600_000

type Request = {
  serviceId: string
  expiresInDays: number
  scopes: readonly KeyScope[]
}
type RotateRequest = Omit<Request, 'scopes'> & {
  keyId: string
  scopes?: readonly KeyScope[] | undefined
}

/**
 * Creates a key. Throws 409 for an inactive service, or one with a permission
 * that the actor lacks.
 */
export const createKey = (ctx: Ctx, request: Request): Promise<CreatedKey> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    await lockUsableService(inner, request.serviceId)
    await checkKeyLimit(inner, request.serviceId)
    const { key, shown } = await insertKey(inner, request)
    await writeChange(inner, request.serviceId, 'create-key', null, shown)
    return { key, service: await getService(inner, request.serviceId) }
  })

/**
 * Creates a key that replaces another, which expires in a day. Throws 404 for a
 * revoked or expired key, 409 for one that was already replaced.
 */
export const rotateKey = (
  ctx: Ctx,
  { keyId, ...request }: RotateRequest,
): Promise<CreatedKey> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    await lockUsableService(inner, request.serviceId)
    const { db, now } = inner
    const old = await db
      .selectFrom('apiKey')
      .select(['shown', 'scopes', 'replacedById'])
      .where('id', '=', keyId)
      .where('serviceId', '=', request.serviceId)
      .where('expiresAt', '>', now)
      .executeTakeFirst()
    if (!old) throw notFound('API key')
    if (old.replacedById !== null)
      throw conflict('This API key was already replaced. Rotate the new one.')
    await checkKeyLimit(inner, request.serviceId)
    const { id, key, shown } = await insertKey(inner, {
      ...request,
      scopes: request.scopes ?? old.scopes,
    })
    const end = new Date(now.getTime() + overlapHours * hourMs)
    await db
      .updateTable('apiKey')
      .set((eb) => ({
        replacedById: id,
        expiresAt: eb.fn<Date>('least', ['expiresAt', eb.val(end)]),
      }))
      .where('id', '=', keyId)
      .execute()
    await writeChange(inner, request.serviceId, 'rotate-key', old.shown, shown)
    return { key, service: await getService(inner, request.serviceId) }
  })

/** Every manager can revoke any of their company's keys. */
export const revokeKey = (
  ctx: Ctx,
  { serviceId, keyId }: { serviceId: string; keyId: string },
): Promise<Service> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    await lockService(inner, serviceId)
    const revoked = await inner.db
      .deleteFrom('apiKey')
      .where('id', '=', keyId)
      .where('serviceId', '=', serviceId)
      .returning('shown')
      .executeTakeFirst()
    if (!revoked) throw notFound('API key')
    await writeChange(inner, serviceId, 'revoke-key', revoked.shown, null)
    return getService(inner, serviceId)
  })

/**
 * Locks an active service. Throws 409 for an actor who lacks one of its
 * permissions, and so can’t act as it.
 */
async function lockUsableService(ctx: Ctx, serviceId: string) {
  const service = await lockService(ctx, serviceId)
  if (service.status !== 'ACTIVE')
    throw conflict('This service is inactive. Activate it first.')
  if (!hasAll(ctx.actor, listPermissions(service)))
    throw conflict('This service has a permission that you don’t have')
}

/**
 * Throws 409 if a service has as many keys as it can have; each rotation adds
 * one.
 */
async function checkKeyLimit(ctx: Ctx, serviceId: string) {
  const { keys } = await getService(ctx, serviceId)
  if (keys.length >= maxCounts.keys)
    throw conflict(
      `A service can have up to ${maxCounts.keys} keys. Revoke one that isn’t used.`,
    )
}

type NewRow = Omit<Request, 'scopes'> & { scopes: readonly string[] }

async function insertKey(
  { db, actor, now }: Ctx,
  { serviceId, expiresInDays, scopes }: NewRow,
) {
  const key = keyPrefix + newToken()
  const shown = key.slice(0, shownLength)
  const { id } = await db
    .insertInto('apiKey')
    .values({
      serviceId,
      shown,
      scopes: [...new Set(scopes)],
      tokenHash: hashToken(key),
      createdById: actor.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * 24 * hourMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key, shown }
}

const writeChange = (
  { db, now, actor }: Ctx,
  userId: string,
  action: 'create-key' | 'rotate-key' | 'revoke-key',
  before: string | null,
  after: string | null,
) =>
  writeUserChange(
    { db, now, actorId: actor.id },
    { userId, action, changes: [{ field: 'key', before, after }] },
  )
