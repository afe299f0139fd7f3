import { createHash } from 'node:crypto'
import { maxAnswer, refusesAddress } from '@portal/contract/user/mail-refusal'
import { createTransport } from 'nodemailer'
import { z } from 'zod'

/** Every email that the portal sends; demo/send-gallery.ts shows each. */
export const mailTypes = [
  'NOTIFICATIONS',
  'SUMMARY',
  'SIGN_IN_CODE',
  'INVITATION',
  'PASSWORD_RESET',
  'SIGN_IN_CHANGE',
  'DEACTIVATION',
  'REPORT',
  'SCHEDULED_REPORT',
  'TEST',
] as const
export type MailType = (typeof mailTypes)[number]

export type Mail = {
  type: MailType
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** Mail systems drop a second mail with the same key. */
  key: string
  /** The address that mail systems call to unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
  /**
   * Sent even to an address that refused mail, because someone just asked for
   * it and waits.
   */
  isRequested?: true
}

/** The key of a mail, from what makes it different from every other. */
export const toMailKey = (identity: string): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 32)

export type Mailer = {
  /**
   * Returns what the mail server answered if it refuses the address for good,
   * else null. Throws if sending fails and is to be tried again.
   */
  send: (mail: Mail) => Promise<string | null>
  close: () => void
}

const limits = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 15_000,
  dnsTimeout: 5000,
}

/** Connects to a mail server and logs in, if the address has a login. */
export async function checkMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

type Sender = { name: string; address: string }

/** Sends mail over SMTP (smtp:// or smtps://) as `from`. */
export function openMailer({
  url,
  from,
}: {
  url: string
  from: Sender
}): Mailer {
  const transport = createTransport({
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = from.address.split('@')[1] ?? 'localhost'
  return {
    send: async ({
      key,
      unsubscribeUrl,
      type: _type,
      isRequested: _,
      ...mail
    }) => {
      try {
        await transport.sendMail({
          from,
          ...mail,
          messageId: `<${key}@${host}>`,
          headers: toHeaders(unsubscribeUrl),
        })
        return null
      } catch (error) {
        const answer = findRefusal(error)
        if (answer === null) throw error
        return answer
      }
    },
    close: () => transport.close(),
  }
}

/** The error of nodemailer after an answer to RCPT TO. */
const RecipientError = z.object({
  command: z.literal('RCPT TO'),
  response: z.string(),
})

/** Why the mail server refuses an address for good; null after other errors. */
function findRefusal(error: unknown): string | null {
  const parsed = RecipientError.safeParse(error)
  if (!parsed.success) return null
  const answer = parsed.data.response
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxAnswer)
  return refusesAddress(answer) ? answer : null
}

const toHeaders = (unsubscribeUrl: string | undefined) => ({
  // Prevents automatic replies.
  'auto-submitted': 'auto-generated',
  ...(unsubscribeUrl && {
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }),
})
