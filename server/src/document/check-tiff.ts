import { damaged } from '../lib/files/refusal.ts'
import { checkArea } from './check-image.ts'
import type { Content } from './read-content.ts'

const mostPages = 2000
const mostFields = 1000

/** Tags of TIFF 6.0. */
const field = {
  width: 256,
  height: 257,
  strips: 273,
  orientation: 274,
  horizontalResolution: 282,
  verticalResolution: 283,
  resolutionUnit: 296,
  tiles: 324,
} as const
const centimeters = 3

/** The values of a page's tags. For a list or a fraction, the value is its offset in the file. */
type Fields = Map<number, number>

export async function checkTiff(content: Content): Promise<void> {
  for (const page of await readPages(content)) {
    checkArea(content.name, page.get(field.width) ?? 0, page.get(field.height) ?? 0)
    if (!page.has(field.strips) && !page.has(field.tiles)) throw damaged(content.name, 'a page has no image')
  }
}

/** The upright size of each page in points. A fax has a lower vertical resolution. */
export async function readTiffSizes(content: Content): Promise<{ width: number; height: number }[]> {
  const sizes = []
  for (const page of await readPages(content)) {
    const width = (page.get(field.width) ?? 0) * (await readPoints(content, page, field.horizontalResolution))
    const height = (page.get(field.height) ?? 0) * (await readPoints(content, page, field.verticalResolution))
    const isTurned = (page.get(field.orientation) ?? 1) > 4
    sizes.push(isTurned ? { width: height, height: width } : { width, height })
  }
  return sizes
}

async function readPoints({ size, read }: Content, page: Fields, resolution: number): Promise<number> {
  const bytes = await read(page.get(resolution) ?? size, 8)
  if (bytes.length < 8) return 0.75
  const isLittle = (await read(0, 1))[0] === 0x49
  const perUnit = isLittle
    ? bytes.readUInt32LE(0) / bytes.readUInt32LE(4)
    : bytes.readUInt32BE(0) / bytes.readUInt32BE(4)
  const perInch = page.get(field.resolutionUnit) === centimeters ? perUnit * 2.54 : perUnit
  return perInch >= 20 && perInch <= 4800 ? 72 / perInch : 0.75
}

async function readPages(content: Content): Promise<Fields[]> {
  const { name, read } = content
  const head = await read(0, 8)
  if (head.length < 8) throw damaged(name, 'it has no header')
  const isLittle = head[0] === 0x49
  const seen = new Set<number>()
  const pages: Fields[] = []
  let offset = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4)
  while (offset !== 0) {
    if (seen.has(offset) || seen.size === mostPages) throw damaged(name, 'its list of pages never ends')
    seen.add(offset)
    const { fields, next } = await readPage(content, offset, isLittle)
    pages.push(fields)
    offset = next
  }
  if (pages.length === 0) throw damaged(name, 'it has no pages')
  return pages
}

async function readPage({ name, size, read }: Content, offset: number, isLittle: boolean) {
  const count = await read(offset, 2)
  if (count.length < 2) throw damaged(name, 'a page is missing')
  const fieldCount = isLittle ? count.readUInt16LE() : count.readUInt16BE()
  const bytes = await read(offset + 2, fieldCount * 12 + 4)
  if (fieldCount > mostFields || bytes.length < fieldCount * 12 + 4) throw damaged(name, 'a page is missing')
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const fields: Fields = new Map()
  for (let index = 0; index < fieldCount; index++) {
    const at = index * 12
    const isShort = short(at + 2) === 3
    const value = isShort && long(at + 4) === 1 ? short(at + 8) : long(at + 8)
    const isPlace = short(at) === field.strips || short(at) === field.tiles
    // The offset of the only strip, or of the list of several.
    if (isPlace && value >= size && !isShort) throw damaged(name, 'an image is missing')
    fields.set(short(at), value)
  }
  return { fields, next: long(fieldCount * 12) }
}
