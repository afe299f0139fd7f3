import { deflateSync } from 'node:zlib'
import type { DocumentFact } from '@portal/contract/document/model'
import { getKeys } from '@portal/contract/lib/typed'
import sharp from 'sharp'
import { assemble, drawPdf } from '../src/demo/draw-pdf.ts'

/**
 * A file; `why` matches its refusal, `facts` are its labels if it is accepted.
 */
export type Sample = {
  name: string
  bytes: Buffer
  why?: RegExp
  facts?: DocumentFact[]
}

/**
 * The test file that every scanner reports as a virus (eicar.org), in two
 * parts, so that this file isn't reported.
 */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

export const bytes = (hex: string) =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex')

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'
const withPage =
  (onePage: string) =>
  (catalog = '', ...objects: string[]) =>
    assemble([
      `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      onePage,
      ...objects,
    ])
/** A one-page PDF with entries of its catalog, and further objects. */
export const pdfWith = withPage(page)

/** A PDF whose page has an annotation. */
const pdfWithAnnotation = (catalog: string, annotation: string) =>
  withPage(page.replace('>>', '/Annots [4 0 R] >>'))(
    catalog,
    `<< /Type /Annot /Rect [0 0 50 50] ${annotation} >>`,
  )
export const pdfLink = (action: string) =>
  pdfWithAnnotation('', `/Subtype /Link /A << ${action} >>`)
export const pdfForm = (field: string) =>
  pdfWithAnnotation(
    '/AcroForm << /Fields [4 0 R] >>',
    `/Subtype /Widget /FT /Tx /T (price) ${field}`,
  )

/** A PDF of blank pages. */
export const manyPages = (pages: number, count = pages) =>
  assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')}] /Count ${count} >>`,
    ...Array.from({ length: pages }, () => page),
  ])

/**
 * The /U of each password for the other entries, by the oldest standard
 * encryption (PDF 1.7, 7.6.3).
 */
const userEntries = {
  '': '313b691931106e46887b1b4a6667a6a47b7a65271a1ed1de2518cd9a92351fd3',
  secret: '68367d6f2957e3ed22b54ebb45b73c2f0deb77b236132aeafa007ada51b1ff66',
}

/** A PDF with this password. */
export function encryptedPdf(password: keyof typeof userEntries): Buffer {
  const [owner, id] = ['07'.repeat(32), '09'.repeat(16)]
  const entry = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${owner}> /U <${userEntries[password]}> >>`
  return Buffer.from(
    pdf
      .toString('latin1')
      .replace('/Root 1 0 R', `/Root 1 0 R ${entry} /ID [<${id}> <${id}>]`),
    'latin1',
  )
}

/** An object that is a stream of these bytes. */
export const streamObject = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`

/** Objects packed into a stream, as newer writers do. */
export const packedObjects = (text: string, extra = '/Filter /FlateDecode') =>
  streamObject(
    `/Type /ObjStm /N 1 /First 5 ${extra}`,
    deflateSync(Buffer.from(`9 0  ${text}`)),
  )

export const pdf = drawPdf('Bank statements', ['All pages', 'of two months'])
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
export const png = await picture(8, 8).png().toBuffer()

/** A gray JPEG without the tables that the check doesn't read. */
export function jpeg({
  width = 16,
  height = 16,
  frame = true,
  end = true,
  behind = Buffer.alloc(0),
} = {}): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([
    bytes('ffd8 ffe0 0010 4a464946 0001 0101 0048 0048 0000'),
    ...(frame ? [bytes('ffc0 000b 08'), size, bytes('01 011100')] : []),
    bytes('ffda 0008 0101 0000 3f00'),
    bytes('a1b2c3d4e5f6 ff00 0708'),
    ...(end ? [bytes('ffd9')] : []),
    behind,
  ])
}

const shortType = 3
const longType = 4

/** The fields of a TIFF's image, in the order in which a file has them. */
const tiffFields = {
  width: { tag: 256, type: longType },
  height: { tag: 257, type: longType },
  bitsPerSample: { tag: 258, type: shortType },
  compression: { tag: 259, type: shortType },
  photometric: { tag: 262, type: shortType },
  stripOffset: { tag: 273, type: longType },
  samplesPerPixel: { tag: 277, type: shortType },
  rowsPerStrip: { tag: 278, type: longType },
  stripBytes: { tag: 279, type: longType },
  jpegProcess: { tag: 512, type: shortType },
  jpegOffset: { tag: 513, type: longType },
  jpegBytes: { tag: 514, type: longType },
}
export type TiffFields = Partial<Record<keyof typeof tiffFields, number>>

const listTiffEntries = (fields: TiffFields) =>
  getKeys(tiffFields).flatMap((name) => {
    const value = fields[name]
    return value === undefined ? [] : [{ ...tiffFields[name], value }]
  })

type Tiff = {
  isLittle?: boolean
  width?: number
  height?: number
  strips?: boolean
  next?: number
  pages?: number
}

/**
 * A TIFF of pages of one strip each; `next` is the offset of a page after the
 * last one.
 */
export function tiff(of: Tiff = {}): Buffer {
  const {
    isLittle = true,
    width = 4,
    height = 4,
    strips = true,
    next = 0,
    pages = 1,
  } = of
  const fields = listTiffEntries({
    width,
    height,
    bitsPerSample: 8,
    compression: 1,
    photometric: 1,
    ...(strips && { stripOffset: 8 }),
    stripBytes: 16,
  })
  const pageBytes = 2 + fields.length * 12 + 4
  const whole = Buffer.alloc(24 + pageBytes * pages)
  const short = (value: number, at: number) =>
    isLittle ? whole.writeUInt16LE(value, at) : whole.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    isLittle ? whole.writeUInt32LE(value, at) : whole.writeUInt32BE(value, at)
  whole.write(isLittle ? 'II' : 'MM')
  short(42, 2)
  long(24, 4)
  for (let index = 0; index < pages; index++) {
    const at = 24 + index * pageBytes
    short(fields.length, at)
    for (const [field, { tag, type, value }] of fields.entries()) {
      const place = at + 2 + field * 12
      short(tag, place)
      short(type, place + 2)
      long(1, place + 4)
      if (type === shortType) short(value, place + 8)
      else long(value, place + 8)
    }
    long(
      index === pages - 1 ? next : at + pageBytes,
      at + 2 + fields.length * 12,
    )
  }
  return whole
}

/**
 * A photo of any size that is HEIC in all but its codec, AV1: no library of the
 * project writes HEVC.
 */
export async function heic(width = 64, height = 48): Promise<Buffer> {
  const avif = await picture(width, height).avif().toBuffer()
  const boxEnd = avif.readUInt32BE(0)
  const brands = avif
    .toString('latin1', 0, boxEnd)
    .replaceAll('avif', 'heic')
    .replaceAll('avis', 'hevc')
  return Buffer.concat([Buffer.from(brands, 'latin1'), avif.subarray(boxEnd)])
}

/**
 * A photo of 480 × 360 pixels as phones write it: HEIC with HEVC, by libheif and
 * x265. Its upper left quarter is red, its lower right one blue.
 */
const phonePhoto = [
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUBtZXRhAAAAAAAAACFoZGxyAAAAAA',
  'AAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQAB',
  'AAAAAAFkAAEAAAAAAAAA3wAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAA',
  'AAwGlwcnAAAACiaXBjbwAAAHZodmNDAQNwAAAAAAAAAAAAP/AA/P34+AAADwMgAAEAGEAB',
  'DAH//wNwAAADAJAAAAMAAAMAP7oCQCEAAQApQgEBA3AAAAMAkAAAAwAAAwA/oA8IBaWW6k',
  'kprmwIAAADAAgAAAMACEAiAAEAB0QBwXKwYkAAAAAUaXNwZQAAAAAAAAHgAAABaAAAABBw',
  'aXhpAAAAAAMICAgAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAA521kYXQAAADbKAGvGTHajJ',
  'CUTPd8hTf/9/jH/X2r/ikFeKz/LGyjyjXZxzGwZ8UgXkPBzdpr7lPiSJ6uSNMBXOEhkVLw',
  'IqcvwKa3OoB6gyY8pOPogICUXhuLRd1vecUmCxuq+S8nYS8Wi8Cc57w03UjkwXBPcNyQnu',
  'pst7TWx3aeBHxNTc7OysHytjTMGueA1WdBdXGvAABKAAL4AAKWzlpMm39e3scCG/kMD1nV',
  'm2lspYBcZalwPbn3aHrNxsyiJRyeSYAAAAMAE06YAAmoAAADAAADAAADAONGOgAAAwAAAw',
  'Fb',
].join('')
export const heicWithHevc = (): Buffer => Buffer.from(phonePhoto, 'base64')

/** A TIFF from before 1995, which contains a whole JPEG file. */
export function oldJpegTiff(
  jpegFile: Buffer,
  width: number,
  height: number,
  change: TiffFields = {},
): Buffer {
  const start = tiffHeadBytes(12)
  const head = tiffOfFields({
    width,
    height,
    bitsPerSample: 8,
    compression: 6,
    photometric: 6,
    stripOffset: start,
    samplesPerPixel: 3,
    rowsPerStrip: height,
    stripBytes: jpegFile.length,
    jpegProcess: 1,
    jpegOffset: start,
    jpegBytes: jpegFile.length,
    ...change,
  })
  return Buffer.concat([head, jpegFile])
}

/** How long a TIFF is before its data. */
export const tiffHeadBytes = (fieldCount: number) => 8 + 2 + fieldCount * 12 + 4

/** A little-endian TIFF of one image with these fields; its data follows. */
export function tiffOfFields(fields: TiffFields): Buffer {
  const entries = listTiffEntries(fields)
  const head = Buffer.alloc(tiffHeadBytes(entries.length))
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries.length, 8)
  for (const [index, { tag, type, value }] of entries.entries()) {
    const at = 10 + index * 12
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(1, at + 4)
    head.writeUInt32LE(value, at + 8)
  }
  return head
}

export const mail = (body = 'Please find the statement.', headers = '') =>
  Buffer.from(
    `From: Ana Ortiz <ana@seller.example>\r\nTo: desk@buyer.example\r\nSubject: Bank statements\r\nDate: Mon, 2 Mar 2026 10:00:00 -0500\r\n${headers}\r\n${body}\r\n`,
  )

/**
 * The old Office container; its directory names the package when Office
 * encrypted one.
 */
export function oldOffice(isEncrypted: boolean): Buffer {
  const whole = Buffer.alloc(2048)
  whole.set(bytes('d0cf11e0a1b11ae1'))
  whole.writeUInt16LE(9, 30)
  whole.writeUInt32LE(0, 48)
  whole.write(isEncrypted ? 'EncryptedPackage' : 'WordDocument', 512, 'utf16le')
  return whole
}
