import { callsPerMinute, KeyScope } from '@portal/contract/integration/model'
import { isOneOf } from '@portal/contract/lib/typed'
import type { FastifyReply } from 'fastify'
import type { Db } from '../../lib/database/db.ts'
import { AppError } from '../../lib/errors.ts'
import {
  heldPermissions,
  onActingRole,
  permissionMap,
} from '../../user/find-actor.ts'
import type { SessionState } from '../sessions/session.ts'

/** A session's state, with the scopes of the key. */
export type KeyState = SessionState & { scopes: readonly KeyScope[] }

/** The service of a valid key, in the shape of a session's user. */
export async function findKey(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<KeyState | undefined> {
  const row = await db
    .selectFrom('apiKey')
    .innerJoin('appUser', 'appUser.id', 'apiKey.serviceId')
    .innerJoin('userRole', onActingRole)
    .select([
      'appUser.id',
      'appUser.name',
      'appUser.companyId',
      'appUser.status',
      'userRole.role',
      heldPermissions,
    ])
    .select(['apiKey.expiresAt', 'apiKey.lastUsedAt', 'apiKey.scopes'])
    .where('apiKey.tokenHash', '=', tokenHash)
    .where('apiKey.expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { status, held, expiresAt, lastUsedAt, scopes, ...person } = row
  const actor = { ...person, permissions: permissionMap(held) }
  return {
    actor,
    isActive: status === 'ACTIVE',
    lastUsedAt: lastUsedAt ?? new Date(0),
    endsAt: expiresAt,
    // A later release may add scopes.
    scopes: scopes.filter((scope) => isOneOf(KeyScope.options, scope)),
  }
}

export async function storeKeyUse(
  db: Db,
  tokenHash: Buffer,
  state: SessionState,
  now: Date,
): Promise<void> {
  if (now.getTime() - state.lastUsedAt.getTime() <= 60_000) return
  state.lastUsedAt = now
  await db
    .updateTable('apiKey')
    .set({ lastUsedAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

const minute = 60_000

/**
 * Counts the calls of each key in this process, per clock minute, and sets the
 * RateLimit headers. The returned function throws 429 for a key that has made
 * too many.
 */
export function createKeyLimit(most = callsPerMinute) {
  let window = Number.NaN
  let calls = new Map<string, number>()
  return (
    key: string,
    now: Date,
    reply: Pick<FastifyReply, 'header'>,
  ): void => {
    const current = Math.floor(now.getTime() / minute)
    if (current !== window) {
      window = current
      calls = new Map()
    }
    const count = (calls.get(key) ?? 0) + 1
    calls.set(key, count)
    const secondsLeft = Math.ceil(
      ((current + 1) * minute - now.getTime()) / 1000,
    )
    reply.header('ratelimit-limit', most)
    reply.header('ratelimit-remaining', Math.max(0, most - count))
    reply.header('ratelimit-reset', secondsLeft)
    if (count <= most) return
    throw new AppError(
      'too_many_requests',
      `This API key has reached its limit of ${most} calls a minute. Retry-After says when to try again.`,
      { retryAfterSeconds: secondsLeft },
    )
  }
}
