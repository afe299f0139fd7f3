import { SMTPServer } from 'smtp-server'
import type { Post } from './post.ts'
import { readMail } from './read-mail.ts'

const maxBytes = 25 * 1024 * 1024

const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

type Smtp = { post: Post; now: () => Date; log: (line: string) => void }

/**
 * An SMTP server that takes every mail and sends none on. It answers only once the mail can be read in the mailbox,
 * so whoever waits for the answer finds it there. 25 MB a mail.
 */
export const makeSmtp = ({ post, now, log }: Smtp): SMTPServer => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    closeTimeout: 500,
    disableReverseLookup: true,
    logger: false,
    banner: 'Mailbox of the sandbox',
    onData: (stream, session, callback) => {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) }
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) if (stream.byteLength <= maxBytes) chunks.push(chunk)
        if (stream.sizeExceeded) throw refuse(552, 'The mail is larger than 25 MB')
        const { mail, files } = await readMail(Buffer.concat(chunks), envelope, now()).catch(() => {
          throw refuse(550, 'This is no mail that can be read')
        })
        post.add(mail, files)
        log(`Mailbox: "${mail.subject}" for ${envelope.to.join(', ')}`)
      }
      take().then(() => callback(), callback)
    },
  })
  // A client that goes away in the middle is no reason to stop.
  server.on('error', (error) => log(`Mailbox: ${error.message}`))
  return server
}
