import { code as codeRules } from '@portal/contract/auth/model'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../lib/db.ts'
import type { Keys } from '../lib/secret-key.ts'

const stepSeconds = 30

/** The authenticator app of a secret, as apps know it (RFC 6238: SHA-1, 30 s, six digits). */
export const appOf = (secret: Uint8Array, issuer: string, label: string) =>
  new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    issuer,
    label,
    algorithm: 'SHA1',
    digits: codeRules.digits,
    period: stepSeconds,
  })

/** The time step that a code is of, now or one before or after; undefined when it is of none. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const delta = appOf(secret, '', '').validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(now.getTime() / (stepSeconds * 1000)) + delta
}

/** The time step of a code by a person's app; undefined when it is not right, or was used already. */
export async function findTotpStep(
  { db, now, keys }: { db: Db; now: Date; keys: Keys },
  userId: string,
  code: string,
): Promise<number | undefined> {
  const app = await db
    .selectFrom('totp')
    .select(['secret', 'lastStep'])
    .where('userId', '=', userId)
    .where('addedAt', 'is not', null)
    .executeTakeFirst()
  if (!app) return undefined
  const step = stepOf(keys.unseal('authenticator app', app.secret, userId), code, now)
  return step !== undefined && step > app.lastStep ? step : undefined
}

/** Uses up a time step: no code of it, or of one before it, is taken again. False when somebody was quicker. */
export async function useTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable('totp')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}
