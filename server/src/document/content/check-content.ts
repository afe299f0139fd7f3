import {
  type DocumentType,
  documentTypes,
} from '@portal/contract/document/model'
import { decodeStart } from '@portal/contract/lib/text-encoding'
import { getKeys } from '@portal/contract/lib/typed'
import { getExtension } from '../../lib/files/file-name.ts'
import { refuse } from '../../lib/files/refusal.ts'
import { checkHeic } from './check-heic.ts'
import { checkJpeg, checkPng } from './check-image.ts'
import { checkOffice } from './check-office.ts'
import { checkPdf, type PdfFacts } from './check-pdf.ts'
import { checkMail, checkTable, checkText } from './check-text.ts'
import { checkTiff } from './check-tiff.ts'
import {
  isOf,
  isOleContainer,
  type Kind,
  known,
  starts,
} from './find-signature.ts'
import { type Content, withContent } from './read-content.ts'

/** The signature of each type; types without one are text. */
const kindOf: Record<DocumentType, Kind> = {
  PDF: 'PDF',
  PNG: 'PNG',
  JPEG: 'JPEG',
  TIFF: 'TIFF',
  HEIC: 'HEIC',
  DOCX: 'ZIP',
  XLSX: 'ZIP',
  CSV: 'TEXT',
  TXT: 'TEXT',
  EML: 'TEXT',
}

/**
 * PDF readers accept a header within the first kilobyte. What precedes it must
 * not be another file type or markup.
 */
function isPdfAfterNoise(start: Buffer): boolean {
  const at = start.subarray(0, 1024).indexOf('%PDF-')
  if (at === -1 || known.some(([, is]) => is(start))) return false
  return !/<[a-z!?/]/i.test(decodeStart(start.subarray(0, at)))
}

/**
 * Refuses a file whose first bytes don't match its extension, and names the
 * actual type if it is known.
 */
async function checkSignature(type: DocumentType, content: Content) {
  const start = await content.read(0, 4096)
  const kind = kindOf[type]
  if (kind !== 'TEXT' && isOf[kind](start)) return
  if (kind === 'PDF' && isPdfAfterNoise(start)) return
  if (
    kind === 'ZIP' &&
    isOleContainer(start) &&
    (await isEncryptedPackage(content))
  )
    throw refuse(
      content.name,
      'is password-protected; save it without a password and try again',
    )
  const what = known.find(([, is]) => is(start))?.[0]
  if (kind === 'TEXT' && (what === undefined || isTextOfWord(start))) return
  const { label } = documentTypes[type]
  throw refuse(
    content.name,
    what ? `is ${what}, not ${label}` : `is not a valid ${label} file`,
  )
}

/**
 * Programs begin with "MZ", and text may too; only programs have NUL in their
 * first bytes.
 */
const isTextOfWord = (start: Buffer) =>
  starts('MZ')(start) && !start.includes(0)

/**
 * Encrypted Office files are OLE containers whose directory names the encrypted
 * package.
 */
async function isEncryptedPackage({ read }: Content): Promise<boolean> {
  const header = await read(0, 512)
  if (header.length < 512) return false
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12)
  const directory = await read(
    (header.readUInt32LE(48) + 1) * sectorBytes,
    8192,
  )
  return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

const byExtension = new Map<string, DocumentType>(
  getKeys(documentTypes).flatMap((type) =>
    documentTypes[type].extensions.map(
      (extension) => [extension, type] as const,
    ),
  ),
)

/** The type of a file by its content, and the facts of a PDF. */
export type ContentFacts = { type: DocumentType } & Partial<PdfFacts>

const checks: Record<
  Exclude<DocumentType, 'PDF'>,
  (content: Content) => Promise<void>
> = {
  PNG: checkPng,
  JPEG: checkJpeg,
  TIFF: checkTiff,
  HEIC: checkHeic,
  DOCX: (content) => checkOffice(content, 'DOCX'),
  XLSX: (content) => checkOffice(content, 'XLSX'),
  CSV: checkTable,
  TXT: checkText,
  EML: checkMail,
}

/**
 * Finds the type of a file by its extension, first bytes and structure, which
 * must agree. Throws 400 with a sentence for the sender.
 */
export async function checkContent(file: {
  path: string
  name: string
  size: number
}): Promise<ContentFacts> {
  const { name, size } = file
  if (size === 0) throw refuse(name, 'is empty')
  const type = byExtension.get(getExtension(name))
  if (!type)
    throw refuse(name, `cannot be uploaded. Accepted file types: ${labels}`)
  return withContent(file, async (content) => {
    await checkSignature(type, content)
    if (type === 'PDF') return { type, ...(await checkPdf(content)) }
    await checks[type](content)
    return { type }
  })
}

const labels = getKeys(documentTypes)
  .map((type) => documentTypes[type].label)
  .join(', ')
