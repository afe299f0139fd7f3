import { createHash, randomBytes } from 'node:crypto'
import { tableOf } from '@portal/contract/lib/typed'
import { type Actor, type PermissionMap, permissions } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { type Param, prepared } from '../lib/prepared.ts'
import { holdPerson } from './hold-person.ts'

/** Unused for so long, a session is over. */
export const idleMinutes = 30
const lifeHours = 12

/** Where a session stands: good, idle too long or ended, or its user was switched off. */
export type SessionState = { actor: Actor; isActive: boolean; lastUsedAt: Date; endsAt: Date }

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, as a cookie or a header carries them. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Open sessions per person; a new one ends the one that was used least recently. */
export const mostSessions = 20

const sessionEnd = (createdAt: Date) => new Date(createdAt.getTime() + lifeHours * 3_600_000)

/** Opens a session for somebody who is held (hold-person.ts) and returns its cookie's value: 256 random bits, of which the database keeps only the hash. */
export async function openSession(db: Db, userId: string, now: Date, userAgent: string): Promise<string> {
  const token = newToken()
  const kept = db
    .selectFrom('session')
    .select('tokenHash')
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .limit(mostSessions - 1)
  await db.deleteFrom('session').where('userId', '=', userId).where('tokenHash', 'not in', kept).execute()
  await db
    .insertInto('session')
    .values({
      tokenHash: hashOf(token),
      userId,
      createdAt: now,
      lastUsedAt: now,
      endsAt: sessionEnd(now),
      userAgent: userAgent.slice(0, 200),
    })
    .execute()
  return token
}

/** How long the old name of a session still works, for requests under way. */
const graceMs = 1000

/**
 * Gives a session a new name, as after its password was entered again: answers the new value of its cookie. The old one
 * ends within a second, so that a call that is on its way just then is not sent to the sign-in page. The new one lasts as
 * long as the first was meant to, also when it is made under a name that is about to end.
 */
export const renewSession = (db: Db, tokenHash: Buffer, now: Date): Promise<string> =>
  inTransaction(db, async (tx) => {
    const whose = await tx.selectFrom('session').select('userId').where('tokenHash', '=', tokenHash).executeTakeFirst()
    const isHeld = whose && (await holdPerson(tx, whose.userId))
    const old = await tx
      .selectFrom('session')
      .select(['userId', 'createdAt', 'endsAt', 'userAgent'])
      .where('tokenHash', '=', tokenHash)
      .forUpdate()
      .executeTakeFirst()
    if (!isHeld || !old) throw unauthorized('Sign in to go on')
    const token = newToken()
    await tx
      .insertInto('session')
      .values({ ...old, tokenHash: hashOf(token), lastUsedAt: now, endsAt: sessionEnd(old.createdAt) })
      .execute()
    const soon = new Date(now.getTime() + graceMs)
    await tx
      .updateTable('session')
      .set({ endsAt: soon < old.endsAt ? soon : old.endsAt })
      .where('tokenHash', '=', tokenHash)
      .execute()
    return token
  })

/** The sessions that are open now; one that was just renewed is not among them under its old name. */
export const openSessions = (db: Db, now: Date) =>
  db
    .selectFrom('session')
    .where('endsAt', '>', new Date(now.getTime() + graceMs))
    .where('lastUsedAt', '>', new Date(now.getTime() - idleMinutes * 60_000))

export const closeSession = (db: Db, tokenHash: Buffer) =>
  inTransaction(db, (tx) => tx.deleteFrom('session').where('tokenHash', '=', tokenHash).execute())

const sessionOf = prepared((db, param: Param<{ tokenHash: Buffer; now: Date; idleSince: Date }>) =>
  db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.id', 'session.userId')
    .select((eb) => [
      'appUser.id',
      'appUser.name',
      'appUser.status',
      'appUser.companyId',
      'session.lastUsedAt',
      'session.endsAt',
      eb
        .selectFrom('userRole')
        .select('userRole.role')
        .whereRef('userRole.userId', '=', 'appUser.id')
        .orderBy('userRole.position')
        .limit(1)
        .as('role'),
      sql<string[]>`array(select permission from user_permission where user_id = app_user.id)`.as('held'),
    ])
    .where('session.tokenHash', '=', param('tokenHash'))
    .where('session.endsAt', '>', param('now'))
    .where('session.lastUsedAt', '>', param('idleSince')),
)

/** Whose session this is, with the rights they hold now; undefined when there is none any more. */
export async function findSession(db: Db, tokenHash: Buffer, now: Date): Promise<SessionState | undefined> {
  const idleSince = new Date(now.getTime() - idleMinutes * 60_000)
  const [row] = await sessionOf(db, { tokenHash, now, idleSince })
  if (!row) return undefined

  return {
    lastUsedAt: row.lastUsedAt,
    endsAt: row.endsAt,
    isActive: row.status === 'ACTIVE',
    actor: {
      id: row.id,
      name: row.name,
      role: row.role ?? 'DEFAULT',
      companyId: row.companyId,
      permissions: permissionMap(row.held),
    },
  }
}

/** Notes that a session is in use, once a minute, so that it does not count as idle. */
export async function noteUse(db: Db, tokenHash: Buffer, state: SessionState, now: Date) {
  if (now.getTime() - state.lastUsedAt.getTime() <= 60_000) return
  state.lastUsedAt = now
  await db.updateTable('session').set({ lastUsedAt: now }).where('tokenHash', '=', tokenHash).execute()
}

/** A flag for each of the 14 keys. */
export const permissionMap = (held: readonly string[]): PermissionMap =>
  tableOf(permissions, (key) => held.includes(key))
