import { decodeImage, toRGBA8 } from 'utif2'
import type { TiffAnswer, TiffRequest } from './open-tiff.ts'
import { type TiffPage, tiffPages } from './tiff-file.ts'
import { inflated } from './tiff-inflate.ts'

/** Canvases beyond this many dots fail in some browsers. */
const mostShown = 16_000_000

let bytes = new Uint8Array()
let pages: TiffPage[] = []

/** One page as a picture; null for one that cannot be shown. */
const drawn = async (number: number): Promise<ImageBitmap | null> => {
  const asked = pages[number - 1]?.fields
  if (!asked) return null
  const { bytes: file, fields } = await inflated({ bytes, fields: asked })
  // The decoder keeps what it found beside the fields: a copy lets the memory go with the picture.
  const page = { ...fields, width: 0, height: 0, data: new Uint8Array() }
  Reflect.deleteProperty(page, 'data')
  decodeImage(file.buffer, page)
  const { width, height } = page
  const picture = new ImageData(new Uint8ClampedArray(toRGBA8(page)), width, height)
  const share = Math.min(1, Math.sqrt(mostShown / (width * height)))
  return share === 1
    ? createImageBitmap(picture)
    : createImageBitmap(picture, {
        resizeWidth: Math.floor(width * share),
        resizeHeight: Math.floor(height * share),
        resizeQuality: 'high',
      })
}

const answered = async (asked: TiffRequest): Promise<TiffAnswer> => {
  if (asked.kind === 'DRAW') return { kind: 'DRAWN', page: asked.page, picture: await drawn(asked.page) }
  bytes = asked.bytes
  pages = tiffPages(bytes)
  return { kind: 'OPENED', sizes: pages.map(({ width, height }) => ({ width, height })) }
}

self.addEventListener('message', async ({ data }: MessageEvent<TiffRequest>) => {
  try {
    const answer = await answered(data)
    const given = answer.kind === 'DRAWN' && answer.picture ? [answer.picture] : []
    self.postMessage(answer, { transfer: given })
  } catch {
    const answer: TiffAnswer =
      data.kind === 'DRAW' ? { kind: 'DRAWN', page: data.page, picture: null } : { kind: 'FAILED' }
    self.postMessage(answer)
  }
})
