import type { Db } from '../lib/db.ts'
import { enqueue } from '../lib/jobs.ts'
import type { MailHouse } from './send-code.ts'
import { type Notice, noticeMail } from './write-mail.ts'

type Told = { userId: string; notice: Notice; at: string }

/** Queues the mail that tells somebody that their sign-in was changed, in the transaction that changes it. */
export const queueNotice = ({ db, now }: { db: Db; now: Date }, userId: string, notice: Notice) => {
  const at = now.toISOString()
  return enqueue(db, 'send-sign-in-notice', { userId, notice, at }, { key: `${userId}.${notice}.${at}` })
}

/** Mails it; to people who were switched off meanwhile too: it is theirs to know. */
export async function sendNotice(house: MailHouse, { userId, notice, at }: Told): Promise<void> {
  const to = await house.db
    .selectFrom('appUser')
    .select(['email', 'firstName'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const key = `${userId}.${notice}.${at.replace(/\D/g, '')}`
  if (to) await house.mailer.send(noticeMail(house, to, { notice, key }))
}
