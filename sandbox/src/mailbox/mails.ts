import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'
import { z } from 'zod'

const maxMails = 1_000
const MailAddress = z.object({ name: z.string(), address: z.string() })

export const Mail = z
  .object({
    id: z.uuid(),
    receivedAt: z.iso.datetime(),
    envelope: z
      .object({ from: z.string(), to: z.array(z.string()) })
      .describe('The real sender and recipients, blind copies included'),
    from: MailAddress.nullable(),
    to: z.array(MailAddress),
    cc: z.array(MailAddress),
    subject: z.string(),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('In their order, with names in lower case'),
    text: z.string(),
    html: z.string().nullable(),
    attachments: z.array(
      z.object({
        name: z.string(),
        contentType: z.string(),
        size: z.number().int(),
      }),
    ),
  })
  .meta({ id: 'Mail' })
export type Mail = z.infer<typeof Mail>

export type ReceivedMail = { mail: Mail; files: Buffer[] }

/** The addresses, with those of each group in its place. */
const listAddresses = (addresses: Address[] = []) =>
  addresses.flatMap(({ group, name, address = '' }) =>
    group ? group : [{ name, address }],
  )

export async function parseMail(
  raw: Buffer,
  envelope: Mail['envelope'],
  receivedAt: Date,
): Promise<ReceivedMail> {
  const {
    from,
    to,
    cc,
    subject = '',
    text = '',
    html = null,
    headers,
    attachments,
  } = await PostalMime.parse(raw)
  const files = attachments.map(({ content }) =>
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(new Uint8Array(content)),
  )
  const mail: Mail = {
    id: randomUUID(),
    receivedAt: receivedAt.toISOString(),
    envelope,
    subject,
    headers: headers.map(({ key, value }) => ({ name: key, value })),
    text,
    html,
    from: listAddresses(from && [from])[0] ?? null,
    to: listAddresses(to),
    cc: listAddresses(cc),
    attachments: attachments.map(({ filename, mimeType }, index) => ({
      name: filename ?? 'unnamed',
      contentType: mimeType,
      size: files[index]?.length ?? 0,
    })),
  }
  return { mail, files }
}

/** An answer of the SMTP server to an address that it refuses. */
export type Refusal = { code: number; message: string }
const noMailbox: Refusal = {
  code: 550,
  message: '5.1.1 There is no such mailbox',
}

/** The newest 1,000 mails, and the addresses that are refused, in memory. */
export function createMailbox() {
  let received: ReceivedMail[] = []
  let refused: readonly string[] = []
  let refusal: Refusal = noMailbox
  return {
    /** Refuses mail to exactly these addresses from now on, with this answer. */
    refuse: (addresses: readonly string[], answer: Refusal = noMailbox) => {
      refused = addresses.map((address) => address.toLowerCase())
      refusal = answer
    },
    /** The answer to an address that is refused; null to others. */
    findRefusal: (address: string): Refusal | null =>
      refused.includes(address.toLowerCase()) ? refusal : null,
    add: (receivedMail: ReceivedMail) => {
      received = [receivedMail, ...received].slice(0, maxMails)
    },
    /** Newest first; with `to`, those to this address. */
    list: (to = ''): Mail[] => {
      const mails = received.map(({ mail }) => mail)
      const address = to.trim().toLowerCase()
      if (address === '') return mails
      return mails.filter(({ envelope }) =>
        envelope.to.some((recipient) => recipient.toLowerCase() === address),
      )
    },
    find: (id: string): ReceivedMail | undefined =>
      received.find(({ mail }) => mail.id === id),
    clear: () => {
      received = []
    },
  }
}
export type Mailbox = ReturnType<typeof createMailbox>
