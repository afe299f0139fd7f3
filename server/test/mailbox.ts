import type { Actor } from '@portal/contract/user/model'
import { startSandbox } from '@portal/sandbox/start'
import { z } from 'zod'
import type { Db } from '../src/lib/database/db.ts'
import { makeMailer } from '../src/lib/integrations/mail.ts'

const Attachment = z.object({ name: z.string(), contentType: z.string() })
const Mail = z.object({
  ...{ id: z.string(), subject: z.string(), text: z.string(), html: z.string() },
  from: z.object({ address: z.string() }),
  attachments: z.array(Attachment),
})
const Mails = z.object({ items: z.array(Mail) })

/** For the tests of a file: a real mailbox, the mailer that sends to it, and what has arrived there. */
export async function openMailbox(onCleanup: (end: () => Promise<void>) => void) {
  const sandbox = await startSandbox({ loanDockPort: 0, smtpPort: 0, mailboxPort: 0, portalOrigins: [] })
  const mailer = makeMailer({ url: sandbox.smtpUrl, from: 'Portal <no-reply@portal.example>' })
  onCleanup(() => {
    mailer.close()
    return sandbox.stop()
  })

  const mailsTo = async (email: string) => {
    const answer = await fetch(`${sandbox.mailboxUrl}/messages?to=${encodeURIComponent(email)}`)
    return Mails.parse(await answer.json()).items
  }
  /** To somebody of this database. */
  const mailsOf = async (db: Db, { id }: Actor) => {
    const person = db.selectFrom('appUser').select('email').where('id', '=', id)
    return mailsTo((await person.executeTakeFirstOrThrow()).email)
  }
  const attachment = (id: string | undefined) => fetch(`${sandbox.mailboxUrl}/messages/${id}/attachments/0`)
  return { mailer, mailsTo, mailsOf, attachment }
}
