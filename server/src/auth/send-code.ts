import type { Db } from '../lib/db.ts'
import type { Mailer } from '../lib/mail.ts'
import type { Keys } from '../lib/secret-key.ts'
import { codeOf } from './make-code.ts'
import { codeMail, type Sender } from './write-mail.ts'

export type MailHouse = { db: Db; now: Date; keys: Keys; mailer: Mailer } & Sender

type Asked = { challengeId: string; number: number }

/** Mails a code, which is made here and now. None for a sign-in that is over, or when a newer one was asked for. */
export async function sendCode(house: MailHouse, { challengeId, number }: Asked): Promise<void> {
  const to = await house.db
    .selectFrom('challenge')
    .innerJoin('appUser', 'appUser.id', 'challenge.userId')
    .select(['appUser.email', 'appUser.firstName'])
    .where('challenge.id', '=', challengeId)
    .where('challenge.codes', '=', number)
    .where('challenge.expiresAt', '>', house.now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!to) return
  const code = codeOf(house.keys, challengeId, number)
  await house.mailer.send(codeMail(house, to, { code, key: `${challengeId}.${number}` }))
}
