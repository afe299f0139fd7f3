import type { DocumentType } from '@portal/contract/document/model'
import { decodeStart } from '@portal/contract/lib/text-encoding'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
export const starts = (...signatures: (string | Buffer)[]) => {
  const wanted = signatures.map((signature) => Buffer.from(signature))
  return (start: Buffer) =>
    wanted.some((signature) =>
      start.subarray(0, signature.length).equals(signature),
    )
}

/**
 * The brands of a box-based file: what it is, and what else it can be read as.
 */
function readBrands(start: Buffer): string[] {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(start.readUInt32BE(0), start.length)
  const major = start.toString('latin1', 8, 12)
  const others = Array.from(
    { length: Math.max(0, Math.floor((end - 16) / 4)) },
    (_, index) => start.toString('latin1', 16 + index * 4, 20 + index * 4),
  )
  return [major, ...others]
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']
const isHeic = (start: Buffer) =>
  readBrands(start).some((brand) => heicBrands.includes(brand))
const isAvif = (start: Buffer) =>
  readBrands(start).some((brand) => ['avif', 'avis'].includes(brand))

export type Kind =
  | 'TEXT'
  | 'ZIP'
  | Extract<DocumentType, 'PDF' | 'PNG' | 'JPEG' | 'TIFF' | 'HEIC'>
export const isOf: Record<Exclude<Kind, 'TEXT'>, (start: Buffer) => boolean> = {
  PDF: starts('%PDF-'),
  PNG: starts(bytes('89 50 4e 47 0d 0a 1a 0a')),
  JPEG: starts(bytes('ff d8 ff')),
  TIFF: starts('II*\0', 'MM\0*'),
  HEIC: isHeic,
  ZIP: starts(bytes('50 4b 03 04')),
}

const markupTag =
  /^<(?:!doctype\b|(?:html|head|body|script|style|iframe|svg|img|meta|title|form|div|table|object|embed|link|base)[\s/>])/i
/** The start and end of what may precede the first tag. */
const prologs = [
  ['<?xml', '>'],
  ['<!--', '-->'],
] as const
/**
 * The position of the first tag, after spaces, comments and an XML declaration.
 */
function firstTag(text: string): number {
  let at = text.search(/\S/)
  for (;;) {
    const before = prologs.find(
      ([beginning]) => at >= 0 && text.startsWith(beginning, at),
    )
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
const isSvg = (start: Buffer) =>
  isMarkup(start) && /<svg[\s/>]/i.test(decodeStart(start))

export const isOleContainer = starts(bytes('d0 cf 11 e0'))

const others: [what: string, is: (start: Buffer) => boolean][] = [
  [
    'a program',
    starts(
      'MZ',
      bytes('7f 45 4c 46'),
      bytes('ce fa ed fe'),
      bytes('cf fa ed fe'),
      bytes('ca fe ba be'),
    ),
  ],
  ['a script', (start) => /^#!\s*\//.test(decodeStart(start))],
  ['an SVG drawing', isSvg],
  ['a web page', isMarkup],
  [
    'an archive',
    starts(
      'Rar!',
      bytes('37 7a bc af 27 1c'),
      bytes('1f 8b'),
      'BZh',
      bytes('fd 37 7a 58 5a 00'),
      'MSCF',
    ),
  ],
  [
    'an empty or split archive',
    starts(bytes('50 4b 05 06'), bytes('50 4b 07 08')),
  ],
  ['a GIF image', starts('GIF87a', 'GIF89a')],
  [
    'a WebP image',
    (start) =>
      starts('RIFF')(start) && start.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['a HEIC photo', isHeic],
  ['an AVIF image', isAvif],
  ['a video', (start) => readBrands(start).length > 0],
  ['a BigTIFF image', starts('II+\0', 'MM\0+')],
  [
    'a Windows bitmap image',
    (start) =>
      starts('BM')(start) && start.subarray(6, 10).equals(Buffer.alloc(4)),
  ],
  ['a rich text file', starts('{\\rtf')],
  ['a PostScript file', starts('%!PS')],
  ['a shortcut', starts(bytes('4c 00 00 00 01 14 02 00'))],
  ['an old Office file', starts(bytes('d0 cf 11 e0 a1 b1 1a e1'))],
]
/** What a file of another type is, by its first bytes. */
export const known: [what: string, is: (start: Buffer) => boolean][] = [
  ...others,
  ['a PDF', isOf.PDF],
  ['a PNG image', isOf.PNG],
  ['a JPEG image', isOf.JPEG],
  ['a TIFF image', isOf.TIFF],
  ['an archive', isOf.ZIP],
]

/**
 * Files that a picture, font or other part of an Office file must not be, by
 * their first bytes.
 */
const foreign = [
  'a program',
  'a script',
  'a web page',
  'an archive',
  'an empty or split archive',
  'a rich text file',
  'a PostScript file',
  'a shortcut',
  'an old Office file',
  'a PDF',
]

/**
 * What a part of an Office file is instead of a picture, font, sound or the
 * like; undefined if it may be one.
 */
export const findForeign = (start: Buffer): string | undefined =>
  known.find(([what, is]) => foreign.includes(what) && is(start))?.[0]
