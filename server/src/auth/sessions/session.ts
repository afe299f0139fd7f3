import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@portal/contract/auth/tpr-api'
import { dayMs } from '@portal/contract/sla/calendar'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import { type Param, prepared } from '../../lib/database/prepared.ts'
import { notFound, unauthorized } from '../../lib/errors.ts'
import { heldPermissions, permissionMap } from '../../user/find-actor.ts'
import { lockActivePerson } from '../../user/lock-person.ts'
import { knownDeviceDays } from './cookie.ts'

/** A session ends after so long without use. */
const idleMinutes = 30
const lifeHours = 12

/** Open sessions per person; a new one ends the least recently used one. */
export const maxSessions = 20

/** `isActive` is false if the user was deactivated. */
export type SessionState = {
  actor: Actor
  isActive: boolean
  lastUsedAt: Date
  endsAt: Date
}

export const hashToken = (token: string): Buffer =>
  createHash('sha256').update(token).digest()

/** 256 random bits, as a cookie or a header carries them. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const sessionEnd = (createdAt: Date) =>
  new Date(createdAt.getTime() + lifeHours * 3_600_000)
/** Sessions last used before this time have ended. */
export const idleSince = (now: Date) =>
  new Date(now.getTime() - idleMinutes * 60_000)

/**
 * Opens a session for a locked user (lock-person.ts) and returns its token, of
 * which only the hash is stored.
 */
export async function openSession(
  db: Db,
  userId: string,
  now: Date,
  userAgent: string,
): Promise<string> {
  const token = newToken()
  const recent = db
    .selectFrom('session')
    .select('tokenHash')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .limit(maxSessions - 1)
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('tokenHash', 'not in', recent)
    .execute()
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      lastUsedAt: now,
      endsAt: sessionEnd(now),
      userAgent: userAgent.slice(0, 200),
    })
    .execute()
  return token
}

/** How long a session's former token still works, for requests in flight. */
const graceMs = 1000

/** Gives a session a new token. Its end stays as it was. */
export const renewSession = (
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('session')
      .select('userId')
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst()
    const isLocked = owner && (await lockActivePerson(tx, owner.userId))
    const old = await tx
      .selectFrom('session')
      .select(['userId', 'createdAt', 'endsAt', 'userAgent'])
      .where('tokenHash', '=', tokenHash)
      .forUpdate()
      .executeTakeFirst()
    if (!isLocked || !old) throw unauthorized('Sign in to continue')
    const token = newToken()
    await tx
      .insertInto('session')
      .values({
        ...old,
        tokenHash: hashToken(token),
        lastUsedAt: now,
        endsAt: sessionEnd(old.createdAt),
      })
      .execute()
    const soon = new Date(now.getTime() + graceMs)
    await tx
      .updateTable('session')
      .set({ endsAt: soon < old.endsAt ? soon : old.endsAt })
      .where('tokenHash', '=', tokenHash)
      .execute()
    return token
  })

export const closeSession = (db: Db, tokenHash: Buffer): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('session')
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })

const sessions = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select((eb) => [
      'appUser.id',
      'appUser.name',
      'appUser.status',
      'appUser.companyId',
      'session.tokenHash',
      'session.lastUsedAt',
      'session.endsAt',
      eb
        .selectFrom('userRole')
        .select('userRole.role')
        .whereRef('userRole.userId', '=', 'appUser.id')
        .orderBy('userRole.position')
        .limit(1)
        .as('role'),
      heldPermissions,
    ])

const sessionOf = prepared(
  (db, param: Param<{ tokenHash: Buffer; now: Date; idleSince: Date }>) =>
    sessions(db)
      .where('session.tokenHash', '=', param('tokenHash'))
      .where('session.endsAt', '>', param('now'))
      .where('session.lastUsedAt', '>', param('idleSince')),
)

type SessionRow = Awaited<ReturnType<typeof sessionOf>>[number]

const getState = ({
  tokenHash: _,
  lastUsedAt,
  endsAt,
  status,
  held,
  role,
  ...person
}: SessionRow): SessionState => {
  const actor = {
    ...person,
    role: role ?? 'DEFAULT',
    permissions: permissionMap(held),
  }
  return { actor, isActive: status === 'ACTIVE', lastUsedAt, endsAt }
}

export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionState | undefined> {
  const [row] = await sessionOf(db, {
    tokenHash,
    now,
    idleSince: idleSince(now),
  })
  return row && getState(row)
}

/** The open ones of many sessions, by the hex text of their token's hash. */
export async function findSessions(
  db: Db,
  hashes: readonly Buffer[],
  now: Date,
): Promise<Map<string, SessionState>> {
  const rows = await sessions(db)
    .where('session.tokenHash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('session.endsAt', '>', now)
    .where('session.lastUsedAt', '>', idleSince(now))
    .execute()
  return new Map(
    rows.map((row) => [row.tokenHash.toString('hex'), getState(row)]),
  )
}

export async function storeUse(
  db: Db,
  tokenHash: Buffer,
  state: SessionState,
  now: Date,
) {
  if (now.getTime() - state.lastUsedAt.getTime() <= 60_000) return
  state.lastUsedAt = now
  await db
    .updateTable('session')
    .set({ lastUsedAt: now })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function listSessions(
  { db, now, actor }: Ctx,
  thisHash: Buffer,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'tokenHash', 'createdAt', 'lastUsedAt', 'userAgent'])
    .where('userId', '=', actor.id)
    .where('endsAt', '>', new Date(now.getTime() + graceMs))
    .where('lastUsedAt', '>', idleSince(now))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, tokenHash, createdAt, lastUsedAt, userAgent }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThis: tokenHash.equals(thisHash),
  }))
}

export async function endSession(
  { db, actor }: Ctx,
  id: string,
): Promise<Buffer> {
  const ended = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('tokenHash')
    .executeTakeFirst()
  if (!ended) throw notFound('Session')
  return ended.tokenHash
}

export async function endOtherSessions(
  { db, actor }: Ctx,
  thisHash: Buffer,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', actor.id)
    .where('tokenHash', '!=', thisHash)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes what has expired, each table in its own transaction, which is retried
 * after a deadlock.
 */
export async function sweepSignIn(pool: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const sweep = (remove: (db: Db) => { execute: () => Promise<unknown> }) =>
    inTransaction(pool, (db) => remove(db).execute())
  await sweep((db) =>
    db
      .deleteFrom('session')
      .where((eb) =>
        eb.or([eb('endsAt', '<=', now), eb('lastUsedAt', '<=', idleSince)]),
      ),
  )
  // A day later: a node whose clock is behind must still find that a ticket was
  // used.
  await sweep((db) =>
    db.deleteFrom('usedTicket').where('expiresAt', '<', ago(1)),
  )
  await sweep((db) => db.deleteFrom('printTicket').where('expiresAt', '<', now))
  await sweep((db) =>
    db.deleteFrom('idempotencyKey').where('createdAt', '<', ago(1)),
  )
  await sweep((db) => db.deleteFrom('challenge').where('expiresAt', '<=', now))
  await sweep((db) =>
    db.deleteFrom('passkeyRequest').where('expiresAt', '<=', now),
  )
  await sweep((db) =>
    db.deleteFrom('accountLink').where('expiresAt', '<', ago(7)),
  )
  await sweep((db) =>
    db
      .deleteFrom('throttle')
      .where('lastAt', '<', ago(1))
      .where('blockedUntil', '<', ago(1)),
  )
  await sweep((db) =>
    db.deleteFrom('knownDevice').where('lastUsedAt', '<', ago(knownDeviceDays)),
  )
}
