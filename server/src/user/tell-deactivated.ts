import type { MailHouse } from '../auth/send-code.ts'
import type { Db } from '../lib/db.ts'
import { enqueue } from '../lib/jobs.ts'
import { greeting, writeLetter } from '../lib/letter.ts'

/** Queues what whoever deactivates somebody says to them, by the line of history that holds the words. */
export const queueFarewell = (db: Db, changeId: number) =>
  enqueue(db, 'tell-deactivated', { changeId }, { key: String(changeId) })

/** Mails it: they are signed out and read no notifications. Nothing to whoever was let in again meanwhile. */
export async function tellDeactivated(house: MailHouse, { changeId }: { changeId: number }): Promise<void> {
  const told = await house.db
    .selectFrom('userHistory')
    .innerJoin('appUser', 'appUser.id', 'userHistory.userId')
    .select(['appUser.email', 'appUser.firstName', 'userHistory.customMessage'])
    .where('userHistory.id', '=', changeId)
    .where('appUser.status', '=', 'INACTIVE')
    .executeTakeFirst()
  if (!told?.customMessage) return
  await house.mailer.send({
    to: told.email,
    subject: `Your account was deactivated · ${house.brandName}`,
    key: `deactivated.${changeId}`,
    ...writeLetter([
      greeting(told.firstName),
      `your account in the loan-review portal of ${house.brandName} was deactivated, with these words:`,
      told.customMessage,
    ]),
  })
}
