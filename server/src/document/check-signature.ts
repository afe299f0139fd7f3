import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import { refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

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

/** How each type begins; what has no beginning of its own is text. */
export const kindOf: Record<DocumentType, Kind> = {
  ...{ PDF: 'PDF', PNG: 'PNG', JPEG: 'JPEG', TIFF: 'TIFF' },
  ...{ DOCX: 'ZIP', XLSX: 'ZIP', CSV: 'TEXT', TXT: 'TEXT', EML: 'TEXT' },
}

const markupTag =
  /^<(?:!doctype\b|(?:html|head|body|script|style|iframe|svg|img|meta|title|form|div|table|object|embed|link|base)[\s/>])/i
/** What may stand before the first tag, by its beginning and its end. */
const passedOver = [
  ['<?xml', '>'],
  ['<!--', '-->'],
] as const
const textOf = (start: Buffer) => {
  if (starts(bytes('ff fe'))(start)) return start.toString('utf16le').replace(/^\ufeff/, '')
  return start.toString('utf8').replace(/^\ufeff/, '')
}
/** Where the first tag begins, behind spaces, comments and an XML line. */
function firstTag(text: string): number {
  let at = text.search(/\S/)
  for (;;) {
    const before = passedOver.find(([beginning]) => at >= 0 && text.startsWith(beginning, at))
    if (!before) return at
    const end = text.indexOf(before[1], at + before[0].length)
    if (end === -1) return -1
    at = end + before[1].length
    while (/\s/.test(text.charAt(at))) at++
  }
}
const isMarkup = (start: Buffer) => {
  const text = textOf(start)
  const at = firstTag(text)
  return at >= 0 && markupTag.test(text.slice(at, at + 40))
}
const isSvg = (start: Buffer) => isMarkup(start) && /<svg[\s/>]/i.test(textOf(start))

/** What people take for something else, in the words of the refusal. */
const others: [what: string, is: (start: Buffer) => boolean][] = [
  ['a program', starts('MZ', bytes('7f 45 4c 46'), bytes('ce fa ed fe'), bytes('cf fa ed fe'), bytes('ca fe ba be'))],
  ['a script', (start) => /^#!\s*\//.test(textOf(start))],
  ['an SVG drawing', isSvg],
  ['a web page', isMarkup],
  ['an archive', starts('Rar!', bytes('37 7a bc af 27 1c'), bytes('1f 8b'), 'BZh', bytes('fd 37 7a 58 5a 00'), 'MSCF')],
  ['an empty or split archive', starts(bytes('50 4b 05 06'), bytes('50 4b 07 08'))],
  ['a GIF picture', starts('GIF87a', 'GIF89a')],
  ['a WebP picture', (start) => starts('RIFF')(start) && start.toString('latin1', 8, 12) === 'WEBP'],
  ['a HEIC photo or a video', (start) => start.toString('latin1', 4, 8) === 'ftyp'],
  ['a Windows bitmap', (start) => starts('BM')(start) && start.subarray(6, 10).equals(Buffer.alloc(4))],
  ['a rich text file', starts('{\\rtf')],
  ['a PostScript file', starts('%!PS')],
  ['a shortcut', starts(bytes('4c 00 00 00 01 14 02 00'))],
  ['an old Office file', starts(bytes('d0 cf 11 e0 a1 b1 1a e1'))],
]
const known: [what: string, is: (start: Buffer) => boolean][] = [
  ...others,
  ['a PDF', isOf.PDF],
  ['a PNG picture', isOf.PNG],
  ['a JPEG picture', isOf.JPEG],
  ['a TIFF picture', isOf.TIFF],
  ['an archive', isOf.ZIP],
]

/** Readers find a PDF that begins in its first kilobyte; what stands before is no file of another kind, and no markup. */
function isPdfBehindNoise(start: Buffer): boolean {
  const at = start.subarray(0, 1024).indexOf('%PDF-')
  if (at === -1 || known.some(([, is]) => is(start))) return false
  return !/<[a-z!?/]/i.test(textOf(start.subarray(0, at)))
}

/** Refuses what begins otherwise than its extension says, and tells what it is as far as that is known. */
export async function checkSignature(type: DocumentType, content: Content) {
  const start = await content.read(0, 4096)
  const kind = kindOf[type]
  if (kind !== 'TEXT' && isOf[kind](start)) return
  if (kind === 'PDF' && isPdfBehindNoise(start)) return
  if (kind === 'ZIP' && starts(bytes('d0 cf 11 e0'))(start) && (await isEncryptedPackage(content)))
    throw refuse(content.name, 'is protected by a password; save it without one and try again')
  const what = known.find(([, is]) => is(start))?.[0]
  if (kind === 'TEXT' && what === undefined) return
  const { label } = documentTypes[type]
  throw refuse(content.name, what ? `is ${what}, not ${label}` : `is no ${label} file, whatever its name says`)
}

/** Office encrypts by wrapping: an old container whose directory names the package. */
async function isEncryptedPackage({ read }: Content): Promise<boolean> {
  const header = await read(0, 512)
  if (header.length < 512) return false
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12)
  const directory = await read((header.readUInt32LE(48) + 1) * sectorBytes, 8192)
  return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
