import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'
import type { Mail } from './model.ts'

type Envelope = Mail['envelope']

const flat = (addresses: Address[] = []) =>
  addresses.flatMap((entry) => entry.group ?? [{ name: entry.name, address: entry.address ?? '' }])

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof Uint8Array
      ? Buffer.from(content)
      : Buffer.from(new Uint8Array(content))

/** A mail, and the bytes of what is attached to it, in its order. */
export type ReadMail = { mail: Mail; files: Buffer[] }

/** Reads a raw mail. Rejects when it is no mail that can be parsed. */
export const readMail = async (raw: Buffer, envelope: Envelope, receivedAt: Date): Promise<ReadMail> => {
  const parsed = await PostalMime.parse(raw)
  const files = parsed.attachments.map(({ content }) => bytesOf(content))
  const mail: Mail = {
    id: randomUUID(),
    receivedAt: receivedAt.toISOString(),
    envelope,
    from: flat(parsed.from ? [parsed.from] : [])[0] ?? null,
    to: flat(parsed.to),
    cc: flat(parsed.cc),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? null,
    attachments: parsed.attachments.map(({ filename, mimeType }, index) => ({
      name: filename ?? 'unnamed',
      contentType: mimeType,
      size: files[index]?.byteLength ?? 0,
    })),
  }
  return { mail, files }
}
