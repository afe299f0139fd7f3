import { inviteHours, resetMinutes } from '@portal/contract/auth/model'
import type { Db } from '../../lib/database/db.ts'
import { badRequest } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'
import { enqueue } from '../../lib/jobs/jobs.ts'
import { lockPersonForUpdate } from '../../user/lock-person.ts'
import { hashToken } from '../sessions/session.ts'

export type Purpose = 'INVITE' | 'RESET'

const lifeMinutes: Record<Purpose, number> = {
  INVITE: inviteHours * 60,
  RESET: resetMinutes,
}

/**
 * The token of a link: 256 bits that only the portal can compute from the
 * link's id.
 */
export const getLinkToken = (keys: Keys, linkId: string): string =>
  keys.sign('link', linkId).toString('base64url')

/** Queues the mail of a link, which may be sent more than once. */
export const queueLink = (db: Db, linkId: string) =>
  enqueue(db, 'send-link', { linkId }, { key: linkId })

/**
 * Creates a user's link and queues its mail, in the caller's transaction. It
 * voids the link before it.
 */
export async function openLink(
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  userId: string,
  purpose: Purpose,
): Promise<void> {
  // Of two concurrent links for one user, the later voids the earlier.
  await db
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .forUpdate()
    .execute()
  await voidLinks({ db, now }, userId)
  const { id } = await db
    .selectNoFrom((eb) => eb.fn<string>('uuidv7', []).as('id'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('accountLink')
    .values({
      id,
      tokenHash: hashToken(getLinkToken(keys, id)),
      userId,
      purpose,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMinutes[purpose] * 60_000),
    })
    .execute()
  await queueLink(db, id)
}

const voidLinks = ({ db, now }: { db: Db; now: Date }, userId: string) =>
  db
    .updateTable('accountLink')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()

/**
 * 400: the answer doesn't tell whether the link was used, expired or never
 * existed.
 */
export const linkIsOver = () =>
  badRequest(
    [{ field: 'token', error: 'This link is no longer valid' }],
    'This link is no longer valid',
  )

export const readBearer = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{43})$/.exec(header ?? '')?.[1]

export async function findLink(
  { db, now }: { db: Db; now: Date },
  token: string | undefined,
) {
  if (token === undefined) throw linkIsOver()
  const link = await db
    .selectFrom('accountLink')
    .innerJoin('appUser', 'appUser.id', 'accountLink.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'accountLink.userId',
      'accountLink.purpose',
      'appUser.id',
      'appUser.companyId',
      'appUser.email',
    ])
    .select(['appUser.name', 'company.name as companyName'])
    .where('accountLink.tokenHash', '=', hashToken(token))
    .where('accountLink.usedAt', 'is', null)
    .where('accountLink.expiresAt', '>', now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!link) throw linkIsOver()
  return link
}

/**
 * Ends a user's sessions, sign-ins in progress and links; on every node within
 * a second. `spared` is a session's hash.
 */
export async function endAccess(
  { db, now }: { db: Db; now: Date },
  userId: string,
  spared?: Buffer,
): Promise<void> {
  await lockPersonForUpdate(db, userId)
  const sessions = db.deleteFrom('session').where('userId', '=', userId)
  await (spared
    ? sessions.where('tokenHash', '!=', spared)
    : sessions
  ).execute()
  await db.deleteFrom('challenge').where('userId', '=', userId).execute()
  await voidLinks({ db, now }, userId)
}
