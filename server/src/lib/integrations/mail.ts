import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** The same for the same mail: mail systems drop one that comes twice. */
  key: string
}

export type Mailer = {
  /** Resolves when the mail server has accepted the mail. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Milliseconds until a mail server that does not answer is given up. */
const limits = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000, dnsTimeout: 5000 }

/** Sends mail over SMTP (smtp:// or smtps://). `from` is the sender that people see. */
export function makeMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true })
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ key, ...mail }) => {
      await transport.sendMail({
        from,
        ...mail,
        messageId: `<${key}@${host}>`,
        // No machine is to answer this one.
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
