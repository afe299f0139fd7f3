import { readFile } from 'node:fs/promises'
import type { EmailPreview } from '@portal/contract/document/model'
import {
  decodeForReading,
  findTextEncoding,
} from '@portal/contract/lib/text-encoding'
import { convert } from 'html-to-text'
import PostalMime, {
  type Address,
  type Attachment,
  type Email,
} from 'postal-mime'
import { threadWork } from '../../lib/concurrency/threads.ts'

export type EmailOrder = { path: string }

const limits = { maxNestingDepth: 50, maxHeadersSize: 1 << 20 }
const maxCharacters = 512 * 1024
const maxHtmlCharacters = 4 * maxCharacters
const maxAddresses = 200
const maxAttachments = 500

/** Reads an email for its preview. */
export async function readEmail({ path }: EmailOrder): Promise<EmailPreview> {
  const email = await PostalMime.parse(
    decodeUndeclared(await readFile(path)),
    limits,
  )
  const text = readText(email)
  return {
    subject: email.subject ?? '',
    date: email.date ?? null,
    from: listAddresses(email.from ? [email.from] : []),
    to: listAddresses(email.to),
    cc: listAddresses(email.cc),
    text: text.slice(0, maxCharacters),
    isCut: text.length > maxCharacters,
    attachments: email.attachments
      .slice(0, maxAttachments)
      .map(describeAttachment),
  }
}

export const work = threadWork(readEmail)

/** An email that declares no encoding is read like a text file. */
function decodeUndeclared(bytes: Buffer): Uint8Array {
  const isDeclared = /charset\*?\d{0,2}\*?\s*=/i.test(bytes.toString('latin1'))
  if (isDeclared || findTextEncoding(bytes) === 'utf-8') return bytes
  return Buffer.from(decodeForReading(bytes))
}

function readText({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return text
  if (html === undefined) return ''
  return convert(html.slice(0, maxHtmlCharacters), {
    wordwrap: false,
    limits: { maxDepth: 200, maxInputLength: maxHtmlCharacters },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
}

const listAddresses = (addresses: readonly Address[] = []) =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .slice(0, maxAddresses)
    .map(({ name, address = '' }) => ({ name, address }))

function describeAttachment({ filename, mimeType, content }: Attachment) {
  const size = typeof content === 'string' ? content.length : content.byteLength
  return { name: filename ?? 'Without a name', type: mimeType, size }
}
