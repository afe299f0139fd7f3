import type { Actor } from '@portal/contract/user/model'
import { startSandbox } from '@portal/sandbox/start'
import { z } from 'zod'
import type { Db } from '../src/lib/database/db.ts'
import { openMailer } from '../src/lib/integrations/mail.ts'
import { findRow } from './rows.ts'

const Mail = z.object({
  id: z.string(),
  envelope: z.object({ to: z.array(z.string()) }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  attachments: z.array(z.object({ name: z.string(), contentType: z.string() })),
})
/** The answer of the sandbox's mailbox. */
export const Mails = z.object({ items: z.array(Mail) })

/**
 * For the tests of a file: a real mailbox, the mailer that sends to it, and
 * what has arrived there.
 */
export async function openMailbox(
  onCleanup: (end: () => Promise<void>) => void,
) {
  const sandbox = await startSandbox({
    loanDockPort: 0,
    smtpPort: 0,
    mailboxPort: 0,
    portalOrigins: [],
  })
  const mailer = openMailer({
    url: sandbox.smtpUrl,
    from: { name: 'Buyer Loan Review', address: 'no-reply@portal.example' },
  })
  onCleanup(() => {
    mailer.close()
    return sandbox.stop()
  })

  const mailsTo = async (email: string) => {
    const answer = await fetch(
      `${sandbox.mailboxUrl}/messages?to=${encodeURIComponent(email)}`,
    )
    return Mails.parse(await answer.json()).items
  }
  /** To a user of this database. */
  const mailsOf = async (db: Db, { id }: Actor) => {
    return mailsTo((await findRow(db, 'appUser', { id })).email)
  }
  const put = (path: string, body: unknown) =>
    fetch(`${sandbox.mailboxUrl}${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  /**
   * Makes the mail server refuse exactly these addresses, by default because
   * there is no such mailbox.
   */
  const refuse = (
    addresses: readonly string[],
    answer?: { code: string; message: string },
  ) => put(`/refused-addresses?${new URLSearchParams(answer ?? {})}`, addresses)
  /** Stops the mail server, so that it refuses connections, or starts it. */
  const setUp = (isUp: boolean) => put('/smtp', { isUp })
  const attachment = (id: string | undefined) =>
    fetch(`${sandbox.mailboxUrl}/messages/${id}/attachments/0`)
  return { mailer, mailsTo, mailsOf, refuse, setUp, attachment }
}
