import { deflateSync } from 'node:zlib'
import { assemble, drawPdf } from '../src/demo/draw-pdf.ts'
import { drawPng } from '../src/demo/draw-png.ts'

/** A file by its name; `why` is in the sentence that refuses it. */
export type Sample = { name: string; bytes: Buffer; why?: RegExp }

export const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'
/** A one-page PDF whose catalog and further objects are as told. */
export const pdfWith = (catalog = '', ...objects: string[]) =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page,
    ...objects,
  ])

/** An object that is a stream of these bytes. */
export const streamObject = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`

/** Objects packed into a stream, as newer writers do. */
export const packedObjects = (text: string, extra = '/Filter /FlateDecode') =>
  streamObject(`/Type /ObjStm /N 1 /First 5 ${extra}`, deflateSync(Buffer.from(`9 0  ${text}`)))

export const pdf = drawPdf('Bank statements', ['All pages', 'of two months'])
export const png = drawPng(8, 8, (x, y) => [x * 30, y * 30, 90])

/** A grey JPEG by its segments: tables are of no concern to whoever judges it. */
export function jpeg({ width = 16, height = 16, frame = true, end = true, behind = Buffer.alloc(0) } = {}): Buffer {
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

type Tiff = { isLittle?: boolean; width?: number; height?: number; strips?: boolean; next?: number; pages?: number }

/** A TIFF of pages of one strip each; `next` is where the last says that another stands. */
export function tiff(of: Tiff = {}): Buffer {
  const { isLittle = true, width = 4, height = 4, strips = true, next = 0, pages = 1 } = of
  const fields: [tag: number, type: number, value: number][] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    ...(strips ? ([[273, 4, 8]] as [number, number, number][]) : []),
    [279, 4, 16],
  ]
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
    for (const [field, [tag, type, value]] of fields.entries()) {
      const place = at + 2 + field * 12
      short(tag, place)
      short(type, place + 2)
      long(1, place + 4)
      if (type === 3) short(value, place + 8)
      else long(value, place + 8)
    }
    long(index === pages - 1 ? next : at + pageBytes, at + 2 + fields.length * 12)
  }
  return whole
}

export const mail = (body = 'Please find the statement.', headers = '') =>
  Buffer.from(
    `From: Ana Ortiz <ana@seller.example>\r\nTo: desk@buyer.example\r\nSubject: Bank statements\r\nDate: Mon, 2 Mar 2026 10:00:00 -0500\r\n${headers}\r\n${body}\r\n`,
  )

/** The old Office container; its directory names the package when Office encrypted one. */
export function oldOffice(isEncrypted: boolean): Buffer {
  const whole = Buffer.alloc(2048)
  whole.set(bytes('d0cf11e0a1b11ae1'))
  whole.writeUInt16LE(9, 30)
  whole.writeUInt32LE(0, 48)
  whole.write(isEncrypted ? 'EncryptedPackage' : 'WordDocument', 512, 'utf16le')
  return whole
}
