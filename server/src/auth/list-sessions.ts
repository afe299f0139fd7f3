import type { Session } from '@portal/contract/auth/tpr-api'
import type { Ctx } from '../lib/ctx.ts'
import { openSessions } from './session.ts'

/** Where the asker is signed in, the latest use first. */
export async function listSessions({ db, now, actor }: Ctx, thisHash: Buffer): Promise<Session[]> {
  const rows = await openSessions(db, now)
    .select(['id', 'tokenHash', 'createdAt', 'lastUsedAt', 'userAgent'])
    .where('userId', '=', actor.id)
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
