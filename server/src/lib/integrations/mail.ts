import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** Mail systems drop a second mail with the same key. */
  key: string
  /** The address that mail systems call to unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** Throws RecipientRefused if the mail server refuses the address. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** The mail server refused the address for good, with `reply` (SMTP 5xx). */
class RecipientRefused extends Error {
  readonly reply: string

  constructor(reply: string) {
    super('The mail server refused the recipient')
    this.name = 'RecipientRefused'
    this.reply = reply
  }
}

const limits = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 15_000,
  dnsTimeout: 5000,
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
    send: async ({ key, unsubscribeUrl, ...mail }) => {
      const sent = {
        from,
        ...mail,
        messageId: `<${key}@${host}>`,
        headers: toHeaders(unsubscribeUrl),
      }
      try {
        await transport.sendMail(sent)
      } catch (error) {
        throw toRefusal(error) ?? error
      }
    },
    close: () => transport.close(),
  }
}

const toHeaders = (unsubscribeUrl: string | undefined) => ({
  // Prevents automatic replies.
  'auto-submitted': 'auto-generated',
  ...(unsubscribeUrl && {
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  }),
})

/** Only a 5xx answer to RCPT TO is about the address. */
function toRefusal(error: unknown): RecipientRefused | undefined {
  if (!(error instanceof Error)) return undefined
  const { command, responseCode, response } = error as Error & {
    command?: string
    responseCode?: number
    response?: string
  }
  const isRefused =
    command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return isRefused ? new RecipientRefused(response ?? '') : undefined
}
