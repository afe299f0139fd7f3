import { damaged } from '../../lib/files/refusal.ts'
import { checkArea } from './check-image.ts'
import type { Content } from './read-content.ts'

const maxBoxes = 10_000

type Box = { type: string; start: number; end: number }

/**
 * Checks that the boxes of a HEIC photo lead to its image, and that no image in
 * it is too large (ISO 23008-12).
 */
export async function checkHeic(content: Content): Promise<void> {
  const { name, size } = content
  const boxes = await readBoxes(content, 0, size)
  const meta = boxes.find(({ type }) => type === 'meta')
  if (!meta) throw damaged(name, 'it has no image')
  const versionBytes = 4
  const data =
    boxes.find(({ type }) => type === 'mdat') ??
    (await readInside(content, meta, versionBytes, 'idat'))
  if (!data || boxes.some(({ end }) => end > size))
    throw damaged(name, 'the end of the file is missing')

  const properties = await readInside(content, meta, versionBytes, 'iprp')
  const container =
    properties && (await readInside(content, properties, 0, 'ipco'))
  const entries = container
    ? await readBoxes(content, container.start, container.end)
    : []
  const extents = entries.filter(({ type }) => type === 'ispe')
  if (extents.length === 0) throw damaged(name, 'its image size is missing')
  for (const { start } of extents) {
    const extent = await content.read(start + versionBytes, 8)
    if (extent.length < 8) throw damaged(name, 'the end of the file is missing')
    checkArea(name, extent.readUInt32BE(0), extent.readUInt32BE(4))
  }
}

async function readInside(
  content: Content,
  { start, end }: Box,
  offset: number,
  type: string,
) {
  const boxes = await readBoxes(content, start + offset, end)
  return boxes.find((box) => box.type === type)
}

const isBoxType = (type: string) => /^[\x20-\x7e]{4}$/.test(type)

/**
 * The boxes in a part of a file. Phones append data that isn't a box, where the
 * list ends.
 */
async function readBoxes(
  content: Content,
  from: number,
  to: number,
): Promise<Box[]> {
  const boxes: Box[] = []
  let offset = from
  while (offset + 8 <= to) {
    if (boxes.length === maxBoxes)
      throw damaged(content.name, 'it has too many parts')
    const box = await readBox(content, offset, to)
    if (!box) break
    boxes.push(box)
    offset = box.end
  }
  return boxes
}

/** Null if what is there isn't a box. */
async function readBox(
  { read }: Content,
  offset: number,
  to: number,
): Promise<Box | null> {
  const head = await read(offset, 16)
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const { headBytes, length } = readLength(head, to - offset)
  if (length < headBytes || !isBoxType(type)) return null
  return { type, start: offset + headBytes, end: offset + length }
}

/**
 * A length of 0 means the rest of the file; 1 means that a 64-bit length
 * follows.
 */
function readLength(head: Buffer, rest: number) {
  const length = head.readUInt32BE(0)
  if (length === 1 && head.length === 16)
    return { headBytes: 16, length: Number(head.readBigUInt64BE(8)) }
  return { headBytes: 8, length: length === 0 ? rest : length }
}
