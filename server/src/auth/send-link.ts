import { linkTokenOf } from './make-code.ts'
import type { MailHouse } from './send-code.ts'
import { hashOf } from './session.ts'
import { linkMail } from './write-mail.ts'

/** Mails a link, whose token is made here and now. None for one that is void, used or too old. */
export async function sendLink(house: MailHouse, { linkId }: { linkId: string }): Promise<void> {
  const token = linkTokenOf(house.keys, linkId)
  const link = await house.db
    .selectFrom('accountLink')
    .innerJoin('appUser', 'appUser.id', 'accountLink.userId')
    .select(['appUser.email', 'appUser.firstName', 'accountLink.purpose'])
    .where('accountLink.id', '=', linkId)
    // A link of before the secret key was changed could not be used.
    .where('accountLink.tokenHash', '=', hashOf(token))
    .where('accountLink.usedAt', 'is', null)
    .where('accountLink.expiresAt', '>', house.now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!link) return
  await house.mailer.send(linkMail(house, link, { purpose: link.purpose, token, key: linkId }))
}
