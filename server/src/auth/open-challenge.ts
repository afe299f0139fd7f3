import { code as codeRules, type SecondFactor } from '@portal/contract/auth/model'
import type { Challenge } from '@portal/contract/auth/tpr-api'
import { type Db, inTransaction } from '../lib/db.ts'
import { unauthorized } from '../lib/errors.ts'
import { enqueue } from '../lib/jobs.ts'
import { getChallenge } from './find-challenge.ts'
import { holdPerson } from './hold-person.ts'
import { hashOf, newToken } from './session.ts'

/** Ten minutes from now: how long a password, or a code, is good for. */
export const challengeEnd = (now: Date) => new Date(now.getTime() + codeRules.lifeMinutes * 60_000)

/** Queues the mail of a code, which is made when it goes out. */
export const queueCode = (db: Db, challengeId: string, number: number) =>
  enqueue(db, 'send-code', { challengeId, number }, { key: `${challengeId}.${number}` })

/** 401: of nobody, or not theirs; nobody can tell which. */
export const wrongPassword = () => unauthorized('The e-mail address or the password is not right')

type Opening = {
  userId: string
  /** Of the password that was right. */
  passwordHash: string
  factor: SecondFactor
  formerToken: string | undefined
  /** By what the try of a stranger's network address was counted; null for a known device. */
  addressKey: Buffer | null
}

/**
 * Begins the second step for somebody whose password was right: a half-signed-in session of its own cookie, in the place
 * of the one that this browser had. Answers the cookie's value and where the sign-in stands. Throws 401 when the password
 * was changed, or its owner switched off, since it was looked at: that takes a while when many sign in.
 */
export const openChallenge = (
  { db, now }: { db: Db; now: Date },
  { userId, passwordHash, factor, formerToken, addressKey }: Opening,
) =>
  inTransaction(db, async (tx): Promise<{ token: string; challenge: Challenge }> => {
    if (!(await holdPerson(tx, userId)) || !(await isStill(tx, userId, passwordHash))) throw wrongPassword()
    const token = newToken()
    const isMailed = factor === 'EMAIL'
    if (formerToken) await tx.deleteFrom('challenge').where('tokenHash', '=', hashOf(formerToken)).execute()
    const { id } = await tx
      .insertInto('challenge')
      .values({
        tokenHash: hashOf(token),
        userId,
        factor,
        addressKey,
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

/** Whether this is the password still; it stays so until the transaction ends. */
async function isStill(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const same = await db
    .selectFrom('credential')
    .select('userId')
    .where('userId', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .forShare()
    .executeTakeFirst()
  return same !== undefined
}
