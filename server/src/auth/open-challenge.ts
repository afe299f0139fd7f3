import { randomBytes } from 'node:crypto'
import { code as codeRules, type SecondFactor } from '@portal/contract/auth/model'
import type { Challenge } from '@portal/contract/auth/tpr-api'
import { type Db, inTransaction } from '../lib/db.ts'
import { enqueue } from '../lib/jobs.ts'
import { getChallenge } from './find-challenge.ts'
import { hashOf } from './session.ts'

/** Ten minutes from now: how long a password, or a code, is good for. */
export const challengeEnd = (now: Date) => new Date(now.getTime() + codeRules.lifeMinutes * 60_000)

/** Queues the mail of a code, which is made when it goes out. */
export const queueCode = (db: Db, challengeId: string, number: number) =>
  enqueue(db, 'send-code', { challengeId, number }, { key: `${challengeId}.${number}` })

type Opening = { userId: string; factor: SecondFactor; formerToken: string | undefined }

/**
 * Begins the second step for somebody whose password was right: a half-signed-in session of its own cookie, in the place
 * of the one that this browser had. Answers the cookie's value and where the sign-in stands.
 */
export const openChallenge = ({ db, now }: { db: Db; now: Date }, { userId, factor, formerToken }: Opening) =>
  inTransaction(db, async (tx): Promise<{ token: string; challenge: Challenge }> => {
    const token = randomBytes(32).toString('base64url')
    const isMailed = factor === 'EMAIL'
    if (formerToken) await tx.deleteFrom('challenge').where('tokenHash', '=', hashOf(formerToken)).execute()
    const { id } = await tx
      .insertInto('challenge')
      .values({
        tokenHash: hashOf(token),
        userId,
        factor,
        codes: isMailed ? 1 : 0,
        sentAt: isMailed ? now : null,
        createdAt: now,
        expiresAt: challengeEnd(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (isMailed) await queueCode(tx, id, 1)
    return { token, challenge: await getChallenge({ db: tx, now }, token) }
  })
