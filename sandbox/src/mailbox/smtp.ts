import { once } from 'node:events'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { portOf } from '../lib/http-server.ts'
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

/** Stops and starts the SMTP server, on the same port. */
export type SmtpSwitch = { set: (isUp: boolean) => Promise<void> }

export type Smtp = SmtpSwitch & {
  /** The port that it listens on, after it has been started. */
  port: () => number
}

/** An SMTP server that can be stopped and started again. */
export function openSmtp(
  options: Options,
  at: { port: number; host: string },
): Smtp {
  let server: SMTPServer | undefined
  let { port } = at
  const start = async () => {
    const started = createSmtp(options)
    started.listen(port, at.host)
    await once(started.server, 'listening')
    port = portOf(started.server)
    server = started
  }
  const stop = async () => {
    const stopped = server
    server = undefined
    if (stopped) await new Promise<void>((done) => stopped.close(done))
  }
  return {
    port: () => port,
    set: async (isUp) => {
      if (!isUp) await stop()
      else if (!server) await start()
    },
  }
}

/**
 * An SMTP server that accepts every mail up to 25 MB, except to addresses that
 * it was set to refuse, and forwards none. It answers once the mail is in the
 * mailbox, so a client that waits for the answer finds it there.
 */
const createSmtp = ({ mailbox, now, log }: Options): SMTPServer => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxBytes,
    closeTimeout: 500,
    disableReverseLookup: true,
    logger: false,
    banner: 'Mailbox of the sandbox',
    onRcptTo: ({ address }, _session, callback) => {
      const refusal = mailbox.findRefusal(address)
      callback(refusal && refuse(refusal.code, refusal.message))
    },
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
