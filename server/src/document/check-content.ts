import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import { decodeStart } from '@portal/contract/lib/text-encoding'
import { keysOf } from '@portal/contract/lib/typed'
import { extensionOf } from '../lib/files/file-name.ts'
import { refuse } from '../lib/files/refusal.ts'
import { checkJpeg, checkPng } from './check-image.ts'
import { checkOffice } from './check-office.ts'
import { checkPdf, type PdfFacts } from './check-pdf.ts'
import { checkMail, checkTable, checkText } from './check-text.ts'
import { checkTiff } from './check-tiff.ts'
import { type Content, withContent } from './read-content.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const starts = (...signatures: (string | Buffer)[]) => {
  const wanted = signatures.map((signature) => Buffer.from(signature))
  return (start: Buffer) => wanted.some((signature) => start.subarray(0, signature.length).equals(signature))
}

type Kind = 'TEXT' | 'ZIP' | Extract<DocumentType, 'PDF' | 'PNG' | 'JPEG' | 'TIFF'>
const isOf: Record<Exclude<Kind, 'TEXT'>, (start: Buffer) => boolean> = {
  PDF: starts('%PDF-'),
  PNG: starts(bytes('89 50 4e 47 0d 0a 1a 0a')),
  JPEG: starts(bytes('ff d8 ff')),
  TIFF: starts('II*\0', 'MM\0*'),
  ZIP: starts(bytes('50 4b 03 04')),
}

/** The signature of each type; types without one are text. */
const kindOf: Record<DocumentType, Kind> = {
  ...{ PDF: 'PDF', PNG: 'PNG', JPEG: 'JPEG', TIFF: 'TIFF' },
  ...{ DOCX: 'ZIP', XLSX: 'ZIP', CSV: 'TEXT', TXT: 'TEXT', EML: 'TEXT' },
}

const markupTag =
  /^<(?:!doctype\b|(?:html|head|body|script|style|iframe|svg|img|meta|title|form|div|table|object|embed|link|base)[\s/>])/i
/** The start and end of what may precede the first tag. */
const prologs = [
  ['<?xml', '>'],
  ['<!--', '-->'],
] as const
/** The position of the first tag, after spaces, comments and an XML declaration. */
function firstTag(text: string): number {
  let at = text.search(/\S/)
  for (;;) {
    const before = prologs.find(([beginning]) => at >= 0 && text.startsWith(beginning, at))
    if (!before) return at
    const end = text.indexOf(before[1], at + before[0].length)
    if (end === -1) return -1
    at = end + before[1].length
    while (/\s/.test(text.charAt(at))) at++
  }
}
const isMarkup = (start: Buffer) => {
  const text = decodeStart(start)
  const at = firstTag(text)
  return at >= 0 && markupTag.test(text.slice(at, at + 40))
}
const isSvg = (start: Buffer) => isMarkup(start) && /<svg[\s/>]/i.test(decodeStart(start))

const others: [what: string, is: (start: Buffer) => boolean][] = [
  ['a program', starts('MZ', bytes('7f 45 4c 46'), bytes('ce fa ed fe'), bytes('cf fa ed fe'), bytes('ca fe ba be'))],
  ['a script', (start) => /^#!\s*\//.test(decodeStart(start))],
  ['an SVG drawing', isSvg],
  ['a web page', isMarkup],
  ['an archive', starts('Rar!', bytes('37 7a bc af 27 1c'), bytes('1f 8b'), 'BZh', bytes('fd 37 7a 58 5a 00'), 'MSCF')],
  ['an empty or split archive', starts(bytes('50 4b 05 06'), bytes('50 4b 07 08'))],
  ['a GIF image', starts('GIF87a', 'GIF89a')],
  ['a WebP image', (start) => starts('RIFF')(start) && start.toString('latin1', 8, 12) === 'WEBP'],
  ['a HEIC photo or a video', (start) => start.toString('latin1', 4, 8) === 'ftyp'],
  ['a Windows bitmap image', (start) => starts('BM')(start) && start.subarray(6, 10).equals(Buffer.alloc(4))],
  ['a rich text file', starts('{\\rtf')],
  ['a PostScript file', starts('%!PS')],
  ['a shortcut', starts(bytes('4c 00 00 00 01 14 02 00'))],
  ['an old Office file', starts(bytes('d0 cf 11 e0 a1 b1 1a e1'))],
]
const known: [what: string, is: (start: Buffer) => boolean][] = [
  ...others,
  ['a PDF', isOf.PDF],
  ['a PNG image', isOf.PNG],
  ['a JPEG image', isOf.JPEG],
  ['a TIFF image', isOf.TIFF],
  ['an archive', isOf.ZIP],
]

/** PDF readers accept a header within the first kilobyte. What precedes it must not be another file type or markup. */
function isPdfAfterNoise(start: Buffer): boolean {
  const at = start.subarray(0, 1024).indexOf('%PDF-')
  if (at === -1 || known.some(([, is]) => is(start))) return false
  return !/<[a-z!?/]/i.test(decodeStart(start.subarray(0, at)))
}

/** Refuses a file whose first bytes don't match its extension, and names the actual type if it is known. */
async function checkSignature(type: DocumentType, content: Content) {
  const start = await content.read(0, 4096)
  const kind = kindOf[type]
  if (kind !== 'TEXT' && isOf[kind](start)) return
  if (kind === 'PDF' && isPdfAfterNoise(start)) return
  if (kind === 'ZIP' && starts(bytes('d0 cf 11 e0'))(start) && (await isEncryptedPackage(content)))
    throw refuse(content.name, 'is password-protected; save it without a password and try again')
  const what = known.find(([, is]) => is(start))?.[0]
  if (kind === 'TEXT' && what === undefined) return
  const { label } = documentTypes[type]
  throw refuse(content.name, what ? `is ${what}, not ${label}` : `is not a valid ${label} file`)
}

/** Encrypted Office files are OLE containers whose directory names the encrypted package. */
async function isEncryptedPackage({ read }: Content): Promise<boolean> {
  const header = await read(0, 512)
  if (header.length < 512) return false
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12)
  const directory = await read((header.readUInt32LE(48) + 1) * sectorBytes, 8192)
  return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}

const byExtension = new Map<string, DocumentType>(
  keysOf(documentTypes).flatMap((type) =>
    documentTypes[type].extensions.map((extension) => [extension, type] as const),
  ),
)

/** The type of a file by its content, and the facts of a PDF. */
export type ContentFacts = { type: DocumentType } & Partial<PdfFacts>

const checks: Record<Exclude<DocumentType, 'PDF'>, (content: Content) => Promise<void>> = {
  PNG: checkPng,
  JPEG: checkJpeg,
  TIFF: checkTiff,
  DOCX: (content) => checkOffice(content, 'DOCX'),
  XLSX: (content) => checkOffice(content, 'XLSX'),
  CSV: checkTable,
  TXT: checkText,
  EML: checkMail,
}

/**
 * Finds the type of a file by its extension, first bytes and structure, which must agree. Throws 400 with a sentence
 * for the sender.
 */
export async function checkContent(file: { path: string; name: string; size: number }): Promise<ContentFacts> {
  const { name, size } = file
  if (size === 0) throw refuse(name, 'is empty')
  const type = byExtension.get(extensionOf(name))
  if (!type) throw refuse(name, `cannot be uploaded. Accepted file types: ${labels}`)
  return withContent(file, async (content) => {
    await checkSignature(type, content)
    if (type === 'PDF') return { type, ...(await checkPdf(content)) }
    await checks[type](content)
    return { type }
  })
}

const labels = keysOf(documentTypes)
  .map((type) => documentTypes[type].label)
  .join(', ')
