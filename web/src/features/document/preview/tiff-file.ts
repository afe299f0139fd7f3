/** The fields of a page that say how its picture is to be read, by their number; what is not listed is not read. */
const wanted = new Set([
  ...[256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 296, 317, 320],
  ...[322, 323, 324, 325, 338, 339, 347, 530, 531, 532],
])
/** Bytes of one value, by type. */
const widths: Record<number, number> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1 }
/** None, the fax codes, LZW, JPEG, deflate (two numbers), PackBits. */
const readable = new Set([1, 2, 3, 4, 5, 7, 8, 32946, 32773])
const [mostPages, mostFields, mostStrips] = [2000, 500, 100_000]
/** Dots of one page: a letter at 600 dpi has 33 million. */
const mostDots = 40_000_000

/** A page as the decoder takes it: `t` and the number of each field. */
export type TiffFields = { [field: `t${number}`]: number[] | Uint8Array | number[][] }
/** One page: how large it is on paper in points, and how to read its picture; null for one that is left alone. */
export type TiffPage = { width: number; height: number; fields: TiffFields | null }

/** The pages of a TIFF, read with care: it may have been made to do harm. Throws where it is none. */
export const tiffPages = (bytes: Uint8Array<ArrayBuffer>): TiffPage[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = view.getUint16(0) === 0x4949
  if ((!isLittle && view.getUint16(0) !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) throw new Error('No TIFF')
  const seen = new Set<number>()
  const pages: TiffPage[] = []
  for (let at = view.getUint32(4, isLittle); at !== 0; ) {
    if (seen.has(at) || seen.size === mostPages) throw new Error('The pages do not end')
    seen.add(at)
    const count = view.getUint16(at, isLittle)
    if (count > mostFields) throw new Error('Too many fields')
    const fields: TiffFields = {}
    for (let field = 0; field < count; field++) readField(view, at + 2 + field * 12, isLittle, fields)
    pages.push(pageOf(fields, bytes))
    at = view.getUint32(at + 2 + count * 12, isLittle)
  }
  if (pages.length === 0) throw new Error('No pages')
  return pages
}

const readField = (view: DataView, at: number, isLittle: boolean, into: TiffFields) => {
  const [tag, type, count] = [
    view.getUint16(at, isLittle),
    view.getUint16(at + 2, isLittle),
    view.getUint32(at + 4, isLittle),
  ]
  const width = widths[type]
  if (!wanted.has(tag) || width === undefined) return
  const from = width * count <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
  if (from + width * count > view.byteLength) throw new Error('A field is missing')
  const place = (index: number) => from + index * width
  const each = Array.from({ length: count }, (_, index) => index)
  if (width === 1) into[`t${tag}`] = new Uint8Array(view.buffer, view.byteOffset + from, count)
  if (type === 3) into[`t${tag}`] = each.map((index) => view.getUint16(place(index), isLittle))
  if (type === 4) into[`t${tag}`] = each.map((index) => view.getUint32(place(index), isLittle))
  if (type === 5)
    into[`t${tag}`] = each.map((index) => [
      view.getUint32(place(index), isLittle),
      view.getUint32(place(index) + 4, isLittle),
    ])
}

const first = (fields: TiffFields, tag: number): number | undefined => {
  const value = fields[`t${tag}`]?.[0]
  return typeof value === 'number' ? value : undefined
}

const pageOf = (fields: TiffFields, bytes: Uint8Array): TiffPage => {
  const [across, down] = [first(fields, 256) ?? 0, first(fields, 257) ?? 0]
  // Faxes are coarser from line to line than along it.
  const [pointsAcross, pointsDown] = [pointsOf(fields, 282), pointsOf(fields, 283)]
  const isShown = across > 0 && down > 0
  return {
    width: isShown ? across * pointsAcross : 612,
    height: isShown ? down * pointsDown : 792,
    fields: isShown && isReadable(fields, across * down, bytes) ? fields : null,
  }
}

/** Points of one dot, by the resolution that the page tells; screen dots where it tells none. */
const pointsOf = (fields: TiffFields, tag: number): number => {
  const told = fields[`t${tag}`]?.[0]
  const perUnit = Array.isArray(told) && told[0] && told[1] ? told[0] / told[1] : 0
  const perInch = first(fields, 296) === 3 ? perUnit * 2.54 : perUnit
  return perInch >= 20 && perInch <= 4800 ? 72 / perInch : 0.75
}

/** Whether the decoder can take a page without taking the memory of the tab. */
const isReadable = (fields: TiffFields, dots: number, bytes: Uint8Array): boolean => {
  const compression = first(fields, 259) ?? 1
  const bits = (first(fields, 258) ?? 1) * (first(fields, 277) ?? 1)
  const isTiled = fields.t322 !== undefined
  const places = fields[isTiled ? 't324' : 't273'] ?? []
  const sizes = fields[isTiled ? 't325' : 't279'] ?? []
  const tile = isTiled ? (first(fields, 322) ?? 0) * (first(fields, 323) ?? 0) : 1
  if (dots > mostDots || tile < 1 || tile > mostDots || bits < 1 || bits > 64 || !readable.has(compression))
    return false
  if (places.length === 0 || places.length > mostStrips || sizes.length !== places.length) return false
  return [...places].every((place, index) => {
    const size = sizes[index]
    if (typeof place !== 'number' || typeof size !== 'number' || place + size > bytes.length) return false
    return compression !== 7 || jpegDots(bytes.subarray(place, place + size)) <= mostDots
  })
}

/** The dots of a JPEG by its own word, which may differ from that of the page around it. */
const jpegDots = (jpeg: Uint8Array): number => {
  const pair = (at: number) => (jpeg[at] ?? 0) * 256 + (jpeg[at + 1] ?? 0)
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff; at += 2 + pair(at + 2)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return pair(at + 5) * pair(at + 7)
    if (marker === 0xda) return 0
  }
  return 0
}
