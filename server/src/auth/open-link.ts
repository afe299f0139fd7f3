import { inviteHours, resetMinutes } from '@portal/contract/auth/model'
import type { Db } from '../lib/db.ts'
import { enqueue } from '../lib/jobs.ts'
import type { Keys } from '../lib/secret-key.ts'
import { linkTokenOf } from './make-code.ts'
import { hashOf } from './session.ts'

export type Purpose = 'INVITE' | 'RESET'

const lifeMinutes: Record<Purpose, number> = { INVITE: inviteHours * 60, RESET: resetMinutes }

/** Queues the mail of a link, whose token is made when it goes out. A link may be mailed more than once. */
export const queueLink = (db: Db, linkId: string) => enqueue(db, 'send-link', { linkId }, { key: linkId })

/** Makes somebody's link and queues its mail, in the caller's transaction. The link before it is void. */
export async function openLink(
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  userId: string,
  purpose: Purpose,
): Promise<void> {
  // One after the other for one person: of two at once, the later voids the earlier.
  await db.selectFrom('credential').select('userId').where('userId', '=', userId).forUpdate().execute()
  await voidLinks({ db, now }, userId)
  const { id } = await db.selectNoFrom((eb) => eb.fn<string>('uuidv7', []).as('id')).executeTakeFirstOrThrow()
  await db
    .insertInto('accountLink')
    .values({
      id,
      tokenHash: hashOf(linkTokenOf(keys, id)),
      userId,
      purpose,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMinutes[purpose] * 60_000),
    })
    .execute()
  await queueLink(db, id)
}

/** Makes whatever link somebody has worthless. */
export const voidLinks = ({ db, now }: { db: Db; now: Date }, userId: string) =>
  db.updateTable('accountLink').set({ usedAt: now }).where('userId', '=', userId).where('usedAt', 'is', null).execute()
