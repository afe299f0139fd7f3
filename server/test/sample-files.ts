import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { DocumentFact } from '@portal/contract/document/model'
import { assemble, drawPdf } from '../src/demo/draw-pdf.ts'
import { drawPng } from './draw-png.ts'

/** A file; `why` matches its refusal, `facts` are its labels if it is accepted. */
export type Sample = { name: string; bytes: Buffer; why?: RegExp; facts?: DocumentFact[] }

/** The test file that every scanner reports as a virus (eicar.org), in two parts, so that this file isn't reported. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR'}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

export const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'
/** A one-page PDF with entries of its catalog, and further objects. */
export const pdfWith = (catalog = '', ...objects: string[]) =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page,
    ...objects,
  ])

/** A PDF whose page has an annotation. */
const pdfWithAnnotation = (catalog: string, annotation: string) =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    page.replace('>>', '/Annots [4 0 R] >>'),
    `<< /Type /Annot /Rect [0 0 50 50] ${annotation} >>`,
  ])
export const pdfLink = (action: string) => pdfWithAnnotation('', `/Subtype /Link /A << ${action} >>`)
export const pdfForm = (field: string) =>
  pdfWithAnnotation('/AcroForm << /Fields [4 0 R] >>', `/Subtype /Widget /FT /Tx /T (price) ${field}`)

/** A PDF of blank pages. */
export const manyPages = (pages: number, count = pages) =>
  assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ')}] /Count ${count} >>`,
    ...Array.from({ length: pages }, () => page),
  ])

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0])
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256
    swap(i, j)
  }
  let j = 0
  return data.map((byte, index) => {
    const i = (index + 1) % 256
    j = (j + (state[i] ?? 0)) % 256
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0)
  }) as Buffer
}

/** A PDF with this password, by the oldest standard encryption (PDF 1.7, 7.6.3). */
export function encryptedPdf(password: string): Buffer {
  const padding = bytes('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a')
  const [owner, id] = [Buffer.alloc(32, 7), Buffer.alloc(16, 9)]
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)
  const hash = createHash('md5').update(padded).update(owner).update(bytes('fcffffff')).update(id).digest()
  const user = rc4(hash.subarray(0, 5), padding)
  const entry = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`
  const hex = `<${id.toString('hex')}>`
  return Buffer.from(
    pdf.toString('latin1').replace('/Root 1 0 R', `/Root 1 0 R ${entry} /ID [${hex} ${hex}]`),
    'latin1',
  )
}

/** An object that is a stream of these bytes. */
export const streamObject = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`

/** Objects packed into a stream, as newer writers do. */
export const packedObjects = (text: string, extra = '/Filter /FlateDecode') =>
  streamObject(`/Type /ObjStm /N 1 /First 5 ${extra}`, deflateSync(Buffer.from(`9 0  ${text}`)))

export const pdf = drawPdf('Bank statements', ['All pages', 'of two months'])
export const png = drawPng(8, 8, (x, y) => [x * 30, y * 30, 90])

/** A gray JPEG without the tables that the check doesn't read. */
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

/** A TIFF of pages of one strip each; `next` is the offset of a page after the last one. */
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
