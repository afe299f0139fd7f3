import { checkArea } from './check-image.ts'
import { damaged } from './check-refusal.ts'
import type { Content } from './read-content.ts'

const mostPages = 2000
const mostFields = 1000

/** What a page must say of itself: its size, and where its picture lies. */
const width = 256
const height = 257
const strips = 273
const tiles = 324

type Page = { values: Map<number, number>; next: number }

/** A TIFF whose pages are all there: each within the file, none twice. */
export async function checkTiff(content: Content): Promise<void> {
  const { name, read } = content
  const head = await read(0, 8)
  if (head.length < 8) throw damaged(name, 'it has no header')
  const isLittle = head[0] === 0x49
  const seen = new Set<number>()
  let offset = isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4)
  while (offset !== 0) {
    if (seen.has(offset) || seen.size === mostPages) throw damaged(name, 'its pages do not end')
    seen.add(offset)
    const { values, next } = await readPage(content, offset, isLittle)
    checkArea(name, values.get(width) ?? 0, values.get(height) ?? 0)
    if (!values.has(strips) && !values.has(tiles)) throw damaged(name, 'a page has no picture')
    offset = next
  }
  if (seen.size === 0) throw damaged(name, 'it has no pages')
}

async function readPage({ name, size, read }: Content, offset: number, isLittle: boolean): Promise<Page> {
  const count = await read(offset, 2)
  if (count.length < 2) throw damaged(name, 'a page is missing')
  const fields = isLittle ? count.readUInt16LE() : count.readUInt16BE()
  const bytes = await read(offset + 2, fields * 12 + 4)
  if (fields > mostFields || bytes.length < fields * 12 + 4) throw damaged(name, 'a page is missing')
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const values = new Map<number, number>()
  for (let field = 0; field < fields; field++) {
    const at = field * 12
    const isShort = short(at + 2) === 3
    const value = isShort && long(at + 4) === 1 ? short(at + 8) : long(at + 8)
    // One strip stands here; the list of several, elsewhere in the file. Either way it is a place in it.
    if ([strips, tiles].includes(short(at)) && value >= size && !isShort) throw damaged(name, 'a picture is missing')
    values.set(short(at), value)
  }
  return { values, next: long(fields * 12) }
}
