import { crc32 } from 'node:zlib'
import { damaged, refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

/** A browser takes four bytes for each, 300 MB at most. A letter page has 34 million at 600 dpi. */
const mostPixels = 75_000_000
const mostParts = 50_000

/** Refuses a picture without an area, and one that would unpack to more than can be shown. */
export function checkArea(name: string, width: number, height: number) {
  if (width === 0 || height === 0) throw damaged(name, 'its picture has no area')
  if (width * height > mostPixels) throw refuse(name, 'has too many pixels; save it in a lower resolution')
}

/** A PNG whose parts follow each other from its header to its very end. */
export async function checkPng({ name, size, read }: Content): Promise<void> {
  const header = await read(8, 25)
  if (header.length < 25 || header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR')
    throw damaged(name, 'it has no header')
  if (crc32(header.subarray(4, 21)) !== header.readUInt32BE(21)) throw damaged(name, 'its header is not right')
  checkArea(name, header.readUInt32BE(8), header.readUInt32BE(12))

  let offset = 33
  let hasPicture = false
  for (let part = 0; part < mostParts; part++) {
    const head = await read(offset, 8)
    if (head.length < 8) throw damaged(name, 'its end is missing')
    const kind = head.toString('latin1', 4, 8)
    const next = offset + 12 + head.readUInt32BE(0)
    if (next > size) throw damaged(name, 'its end is missing')
    if (kind === 'IDAT') hasPicture = true
    if (kind === 'IEND') {
      if (!hasPicture) throw damaged(name, 'there is no picture in it')
      if (next !== size) throw refuse(name, 'carries something behind its picture; save it again as PNG')
      return
    }
    offset = next
  }
  throw damaged(name, 'it has too many parts')
}

/** Markers that say how large the picture is; three in their row say something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** A JPEG whose segments lead to its picture, which has an end. Phones put things behind it: they are left alone. */
export async function checkJpeg(content: Content): Promise<void> {
  const { name, read } = content
  let offset = 2
  let hasFrame = false
  for (let part = 0; part < mostParts; part++) {
    const head = await read(offset, 9)
    if (head.length < 9 || head[0] !== 0xff) throw damaged(name, 'its parts do not follow each other')
    const marker = head.readUInt8(1)
    if (marker === 0xff) {
      offset++
      continue
    }
    const next = offset + 2 + head.readUInt16BE(2)
    if (isFrame(marker)) {
      hasFrame = true
      checkArea(name, head.readUInt16BE(7), head.readUInt16BE(5))
    }
    if (marker === 0xda) {
      if (!hasFrame) throw damaged(name, 'it does not say how large its picture is')
      if (!(await hasEnd(content, next))) throw damaged(name, 'its end is missing')
      return
    }
    offset = next
  }
  throw damaged(name, 'it has too many parts')
}

async function hasEnd({ pieces }: Content, from: number): Promise<boolean> {
  const end = Buffer.from([0xff, 0xd9])
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of pieces(from)) {
    if (Buffer.concat([last, piece.subarray(0, 1)]).includes(end) || piece.includes(end)) return true
    last = Buffer.from(piece.subarray(-1))
  }
  return false
}
