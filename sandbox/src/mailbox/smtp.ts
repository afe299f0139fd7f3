import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { type Mailbox, parseMail } from './mails.ts'

const maxBytes = 25 * 1024 * 1024

const refuse = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

type Options = {
  mailbox: Mailbox
  now: () => Date
  log: (line: string) => void
}

/** Reads to the end even if the mail is too large: SMTP answers only then. */
async function readContent(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream)
    if (stream.byteLength <= maxBytes) chunks.push(chunk)
  if (stream.sizeExceeded) throw refuse(552, 'The mail is larger than 25 MB')
  return Buffer.concat(chunks)
}

/**
 * An SMTP server that accepts every mail up to 25 MB, except to addresses that it
 * was set to refuse, and forwards none. It answers once the mail is in the mailbox, so a client that waits for the
 * answer finds it there.
 */
export const createSmtp = ({ mailbox, now, log }: Options): SMTPServer => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    closeTimeout: 500,
    disableReverseLookup: true,
    logger: false,
    banner: 'Mailbox of the sandbox',
    onRcptTo: ({ address }, _session, callback) =>
      mailbox.refuses(address)
        ? callback(refuse(550, '5.1.1 There is no such mailbox'))
        : callback(),
    onData: (stream, session, callback) => {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
      }
      const receive = async () => {
        const content = await readContent(stream)
        const received = await parseMail(content, envelope, now()).catch(() => {
          throw refuse(550, 'The mail cannot be parsed')
        })
        mailbox.add(received)
        log(`Mailbox: "${received.mail.subject}" for ${envelope.to.join(', ')}`)
      }
      receive().then(() => callback(), callback)
    },
  })
  // A client that disconnects is no reason to stop.
  server.on('error', (error) => log(`Mailbox: ${error.message}`))
  return server
}
