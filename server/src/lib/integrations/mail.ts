import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
  /** Mail systems drop a second mail with the same key. */
  key: string
}

export type Mailer = {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

const limits = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 15_000,
  dnsTimeout: 5000,
}

/** Sends mail over SMTP (smtp:// or smtps://) as `from`. */
export function openMailer({
  url,
  from,
}: {
  url: string
  from: string
}): Mailer {
  const transport = createTransport({
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ key, ...mail }) => {
      await transport.sendMail({
        from,
        ...mail,
        messageId: `<${key}@${host}>`,
        // Prevents automatic replies.
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
