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
  send: (mail: Mail) => Promise<void>
  close: () => void
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
      await transport.sendMail({
        from,
        ...mail,
        messageId: `<${key}@${host}>`,
        headers: toHeaders(unsubscribeUrl),
      })
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
