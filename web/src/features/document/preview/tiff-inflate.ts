import type { TiffFields } from './tiff-file.ts'

/** A page to decode: its fields, and the bytes that they point into. */
export type TiffPicture = { bytes: Uint8Array<ArrayBuffer>; fields: TiffFields }

/** Bytes of all strips of a page together. */
const mostBytes = 400_000_000

const numbersOf = (fields: TiffFields, tag: number): number[] =>
  [...(fields[`t${tag}`] ?? [])].filter((value) => typeof value === 'number')

/** A page whose picture is deflated, with it unpacked; each part grows to what the page has room for and no further. */
export const inflated = async ({ bytes, fields }: TiffPicture): Promise<TiffPicture> => {
  const [compression] = numbersOf(fields, 259)
  if (compression !== 8 && compression !== 32946) return { bytes, fields }
  const isTiled = fields.t322 !== undefined
  const [placesTag, sizesTag] = isTiled ? ([324, 325] as const) : ([273, 279] as const)
  const sizes = numbersOf(fields, sizesTag)
  const most = roomOf(fields, isTiled)
  if (sizes.length * most > mostBytes) throw new Error('More strips than picture')
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (const [index, place] of numbersOf(fields, placesTag).entries())
    parts.push(await unpacked(bytes.subarray(place, place + (sizes[index] ?? 0)), most))
  const places = parts.map((_, index) => 8 + index * most)
  const file = new Uint8Array(8 + parts.length * most)
  // The decoder looks for the order of bytes where the file begins.
  file.set(bytes.subarray(0, 8))
  for (const [index, part] of parts.entries()) file.set(part, places[index])
  return {
    bytes: file,
    fields: {
      ...fields,
      t259: [1],
      [`t${placesTag}`]: places,
      [`t${sizesTag}`]: parts.map((part) => part.length),
    },
  }
}

/** Bytes of one strip or tile. */
const roomOf = (fields: TiffFields, isTiled: boolean): number => {
  const [across = 0] = numbersOf(fields, isTiled ? 322 : 256)
  const [height = 0] = numbersOf(fields, 257)
  const [rows = height] = numbersOf(fields, isTiled ? 323 : 278)
  const [bits = 1] = numbersOf(fields, 258)
  const [samples = 1] = numbersOf(fields, 277)
  return Math.ceil((across * bits * samples) / 8) * (isTiled ? rows : Math.min(rows, height))
}

const unpacked = async (packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const found = new Uint8Array(most)
  let length = 0
  while (length < most) {
    const { value } = await reader.read()
    if (!value) break
    const part = value.subarray(0, most - length)
    found.set(part, length)
    length += part.length
  }
  await reader.cancel()
  return found
}
