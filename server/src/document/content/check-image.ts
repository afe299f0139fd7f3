import { crc32 } from 'node:zlib'
import { damaged, refuse } from '../../lib/files/refusal.ts'
import type { Content } from './read-content.ts'

/**
 * At four bytes each, a browser needs 300 MB. A letter page at 600 dpi has 34
 * million.
 */
export const maxPixels = 75_000_000
const maxParts = 50_000

export function checkArea(name: string, width: number, height: number) {
  if (width === 0 || height === 0)
    throw damaged(name, 'the image has no width or height')
  if (width * height > maxPixels)
    throw refuse(name, 'has too many pixels; save it at a lower resolution')
}

/**
 * Checks that the chunks of a PNG lead from its header to the end of the file.
 */
export async function checkPng({ name, size, read }: Content): Promise<void> {
  checkPngHeader(name, await read(8, 25))
  let offset = 33
  let hasPicture = false
  for (let part = 0; part < maxParts; part++) {
    const head = await read(offset, 8)
    if (head.length < 8) throw damaged(name, 'the end of the file is missing')
    const kind = head.toString('latin1', 4, 8)
    const next = offset + 12 + head.readUInt32BE(0)
    if (next > size) throw damaged(name, 'the end of the file is missing')
    if (kind === 'IDAT') hasPicture = true
    if (kind === 'IEND') {
      if (!hasPicture) throw damaged(name, 'it has no image')
      if (next !== size)
        throw refuse(
          name,
          'has extra data after the image; save it again as PNG',
        )
      return
    }
    offset = next
  }
  throw damaged(name, 'it has too many parts')
}

function checkPngHeader(name: string, header: Buffer) {
  if (
    header.length < 25 ||
    header.readUInt32BE(0) !== 13 ||
    header.toString('latin1', 4, 8) !== 'IHDR'
  )
    throw damaged(name, 'it has no header')
  if (crc32(header.subarray(4, 21)) !== header.readUInt32BE(21))
    throw damaged(name, 'its header is invalid')
  checkArea(name, header.readUInt32BE(8), header.readUInt32BE(12))
}

/**
 * Whether a marker starts a frame header, which has the size; three markers in
 * the range don't.
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Markers without a segment: restarts, and the start of an image. */
const isAlone = (marker: number) =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * How far a marker may be from the end of a segment: some writers leave stray
 * bytes there.
 */
const maxStrayBytes = 65_536

/** The next marker, after stray bytes, with what its segment begins with. */
async function readMarker({ name, read }: Content, from: number) {
  const bytes = await read(from, maxStrayBytes)
  const at = bytes.findIndex(
    (byte, index) => byte === 0xff && (bytes[index + 1] ?? 0) > 0,
  )
  const head = at === -1 ? Buffer.alloc(0) : await read(from + at, 9)
  if (head.length < 9) throw damaged(name, 'its segments are invalid')
  return { place: from + at, marker: head.readUInt8(1), head }
}

/**
 * Checks that the segments of a JPEG lead to an image with an end. Phones
 * append data after it, which is allowed.
 */
export async function checkJpeg(content: Content): Promise<void> {
  const { name } = content
  let offset = 2
  let hasFrame = false
  for (let part = 0; part < maxParts; part++) {
    const { place, marker, head } = await readMarker(content, offset)
    if (marker === 0xff || isAlone(marker)) {
      offset = place + (marker === 0xff ? 1 : 2)
      continue
    }
    const next = place + 2 + head.readUInt16BE(2)
    if (isFrame(marker)) {
      hasFrame = true
      checkArea(name, head.readUInt16BE(7), head.readUInt16BE(5))
    }
    if (marker === 0xda) {
      if (!hasFrame) throw damaged(name, 'its image size is missing')
      return checkEnd(content, next)
    }
    offset = next
  }
  throw damaged(name, 'it has too many parts')
}

async function checkEnd(content: Content, from: number): Promise<void> {
  if (!(await hasEnd(content, from)))
    throw damaged(content.name, 'the end of the file is missing')
}

async function hasEnd({ pieces }: Content, from: number): Promise<boolean> {
  const end = Buffer.from([0xff, 0xd9])
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of pieces(from)) {
    if (
      Buffer.concat([last, piece.subarray(0, 1)]).includes(end) ||
      piece.includes(end)
    )
      return true
    last = Buffer.from(piece.subarray(-1))
  }
  return false
}
