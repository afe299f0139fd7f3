import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'
import type { Mail } from './model.ts'

type Envelope = Mail['envelope']

const flat = (addresses: Address[] = []) =>
  addresses.flatMap((entry) => entry.group ?? [{ name: entry.name, address: entry.address ?? '' }])

const sizeOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content.length : content.byteLength

/** Reads a raw mail. Rejects when it is no mail that can be parsed. Attachments are counted, not kept. */
export const readMail = async (raw: Buffer, envelope: Envelope, receivedAt: Date): Promise<Mail> => {
  const parsed = await PostalMime.parse(raw)
  return {
    id: randomUUID(),
    receivedAt: receivedAt.toISOString(),
    envelope,
    from: flat(parsed.from ? [parsed.from] : [])[0] ?? null,
    to: flat(parsed.to),
    cc: flat(parsed.cc),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? null,
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'unnamed',
      contentType: mimeType,
      size: sizeOf(content),
    })),
  }
}
