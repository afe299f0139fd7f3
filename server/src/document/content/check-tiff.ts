import { damaged } from '../../lib/files/refusal.ts'
import { checkArea } from './check-image.ts'
import type { Content } from './read-content.ts'

const maxPages = 2000
const maxFields = 1000

/** Tags of TIFF 6.0. */
const field = {
  subfile: 254,
  oldSubfile: 255,
  width: 256,
  height: 257,
  compression: 259,
  strips: 273,
  orientation: 274,
  horizontalResolution: 282,
  verticalResolution: 283,
  resolutionUnit: 296,
  tiles: 324,
  sampleFormat: 339,
  jpegStart: 513,
  jpegLength: 514,
} as const
const centimeters = 3

/**
 * Bits of `subfile`: a smaller copy of another image, and a mask of transparent
 * parts.
 */
const copyOrMask = 1 | 4
/** The value of `oldSubfile` for a smaller copy. */
const oldCopy = 2

const oldJpeg = 6
const float = 3
/** CCITT, groups 3 and 4. */
const faxes = [2, 3, 4]
/** Compressions that none of our decoders supports. */
const unreadable: Record<number, string> = {
  34661: 'JBIG',
  34676: 'SGI Log',
  34677: 'SGI Log',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50002: 'JPEG XL',
}

/**
 * The values of a page's tags. For a list or a fraction, the value is its
 * offset in the file.
 */
type Fields = Map<number, number>

export async function checkTiff(content: Content): Promise<void> {
  for (const page of await readImages(content)) {
    checkArea(
      content.name,
      page.get(field.width) ?? 0,
      page.get(field.height) ?? 0,
    )
    const hasImage = [field.strips, field.tiles, field.jpegStart].some(
      (place) => page.has(place),
    )
    if (!hasImage) throw damaged(content.name, 'a page has no image')
  }
}

/**
 * A page of a TIFF. `index` is its place among all images of the file, which
 * include smaller copies of pages.
 */
export type TiffPage = {
  index: number
  /** The name of a compression that can't be displayed. */
  unreadable: string | undefined
  /** Whether it is a fax, of which a decoder can leave out broken lines. */
  isFax: boolean
  /** Whether sharp would draw it in black. */
  isBlackInSharp: boolean
  /** Where a whole JPEG file is, as in TIFFs before 1995. */
  jpeg: { start: number; length: number } | undefined
}

export async function readTiffPages(content: Content): Promise<TiffPage[]> {
  const images = await readImages(content)
  return findPages(images).map((page) => {
    const compression = page.get(field.compression) ?? 1
    const [start, length] = [
      page.get(field.jpegStart),
      page.get(field.jpegLength),
    ]
    const isOldJpeg =
      compression === oldJpeg && start !== undefined && length !== undefined
    return {
      index: images.indexOf(page),
      unreadable: unreadable[compression],
      isFax: faxes.includes(compression),
      isBlackInSharp:
        compression === oldJpeg || page.get(field.sampleFormat) === float,
      jpeg: isOldJpeg ? { start, length } : undefined,
    }
  })
}

/**
 * The images that are pages. If all of them are marked as copies, all are
 * pages.
 */
function findPages(images: readonly Fields[]): readonly Fields[] {
  const pages = images.filter(
    (image) =>
      ((image.get(field.subfile) ?? 0) & copyOrMask) === 0 &&
      image.get(field.oldSubfile) !== oldCopy,
  )
  return pages.length > 0 ? pages : images
}

/**
 * The upright size of each page in points. A fax has a lower vertical
 * resolution.
 */
export async function readTiffSizes(
  content: Content,
): Promise<{ width: number; height: number }[]> {
  const sizes = []
  for (const page of findPages(await readImages(content))) {
    const width =
      (page.get(field.width) ?? 0) *
      (await readPoints(content, page, field.horizontalResolution))
    const height =
      (page.get(field.height) ?? 0) *
      (await readPoints(content, page, field.verticalResolution))
    const isTurned = (page.get(field.orientation) ?? 1) > 4
    sizes.push(isTurned ? { width: height, height: width } : { width, height })
  }
  return sizes
}

async function readPoints(
  { size, read }: Content,
  page: Fields,
  resolution: number,
): Promise<number> {
  const bytes = await read(page.get(resolution) ?? size, 8)
  if (bytes.length < 8) return 0.75
  const isLittle = (await read(0, 1))[0] === 0x49
  const perUnit = isLittle
    ? bytes.readUInt32LE(0) / bytes.readUInt32LE(4)
    : bytes.readUInt32BE(0) / bytes.readUInt32BE(4)
  const perInch =
    page.get(field.resolutionUnit) === centimeters ? perUnit * 2.54 : perUnit
  return perInch >= 20 && perInch <= 4800 ? 72 / perInch : 0.75
}

async function readImages(content: Content): Promise<Fields[]> {
  const { name, read } = content
  const head = await read(0, 8)
  if (head.length < 8) throw damaged(name, 'it has no header')
  const isLittle = head[0] === 0x49
  const seen = new Set<number>()
  const pages: Fields[] = []
  let offset = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4)
  while (offset !== 0) {
    if (seen.has(offset) || seen.size === maxPages)
      throw damaged(name, 'its list of pages never ends')
    seen.add(offset)
    const { fields, next } = await readPage(content, offset, isLittle)
    pages.push(fields)
    offset = next
  }
  if (pages.length === 0) throw damaged(name, 'it has no pages')
  return pages
}

type ShortList = { at: number; count: number; bytes: Buffer; isLittle: boolean }

/**
 * The first of several short values. Two are in the field itself, more are
 * where its value says.
 */
async function readFirstShort(
  { read }: Content,
  { at, count, bytes, isLittle }: ShortList,
): Promise<number> {
  const offset = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const list = count === 2 ? bytes.subarray(at, at + 2) : await read(offset, 2)
  if (list.length < 2) return 0
  return isLittle ? list.readUInt16LE() : list.readUInt16BE()
}

async function readPage(content: Content, offset: number, isLittle: boolean) {
  const { name, size, read } = content
  const count = await read(offset, 2)
  if (count.length < 2) throw damaged(name, 'a page is missing')
  const fieldCount = isLittle ? count.readUInt16LE() : count.readUInt16BE()
  const bytes = await read(offset + 2, fieldCount * 12 + 4)
  if (fieldCount > maxFields || bytes.length < fieldCount * 12 + 4)
    throw damaged(name, 'a page is missing')
  const short = (at: number) =>
    isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  const long = (at: number) =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const fields: Fields = new Map()
  for (let index = 0; index < fieldCount; index++) {
    const at = index * 12
    const isShort = short(at + 2) === 3
    const value = isShort && long(at + 4) === 1 ? short(at + 8) : long(at + 8)
    const isPlace = short(at) === field.strips || short(at) === field.tiles
    if (short(at) === field.sampleFormat && long(at + 4) > 1) {
      fields.set(
        field.sampleFormat,
        await readFirstShort(content, {
          at: at + 8,
          count: long(at + 4),
          bytes,
          isLittle,
        }),
      )
      continue
    }
    // The offset of the only strip, or of the list of several.
    if (isPlace && value >= size && !isShort)
      throw damaged(name, 'an image is missing')
    fields.set(short(at), value)
  }
  return { fields, next: long(fieldCount * 12) }
}
