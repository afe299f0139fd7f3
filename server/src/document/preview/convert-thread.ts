import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  ColorSpace,
  ImageMagick,
  initializeImageMagick,
  MagickFormat,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import { threadWork } from '../../lib/concurrency/threads.ts'

/** `index` is the place of a page among all images of a TIFF, from 0. */
export type ConvertOrder = {
  path: string
  type: 'HEIC' | 'TIFF' | 'JPEG' | 'PNG'
  index: number
}

/** Pixels of four bytes: red, green, blue, opacity. */
export type ConvertedPicture = {
  width: number
  height: number
  data: Uint8Array
}

const formats: Record<ConvertOrder['type'], MagickFormat> = {
  HEIC: MagickFormat.Heic,
  TIFF: MagickFormat.Tiff,
  JPEG: MagickFormat.Jpeg,
  PNG: MagickFormat.Png,
}

/**
 * WebAssembly can access only the bytes that it is given. Its memory isn't
 * covered by the thread's limit.
 */
let initialized: Promise<void> | null = null
const maxMemory = BigInt(768 << 20)

async function initialize() {
  const library = fileURLToPath(
    import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'),
  )
  await initializeImageMagick(await readFile(library))
  ResourceLimits.memory = maxMemory
  ResourceLimits.maxMemoryRequest = maxMemory
  // Pixels that don't fit in memory would be kept in files.
  ResourceLimits.disk = 0n
}

async function convertPicture({
  path,
  type,
  index,
}: ConvertOrder): Promise<ConvertedPicture> {
  initialized ??= initialize()
  await initialized
  const settings = new MagickReadSettings({
    format: formats[type],
    frameIndex: index,
    frameCount: 1,
  })
  return ImageMagick.read(await readFile(path), settings, (image) => {
    image.autoOrient()
    if (image.colorSpace !== ColorSpace.sRGB) image.colorSpace = ColorSpace.sRGB
    image.depth = 8
    const { width, height } = image
    const data = image.write(MagickFormat.Rgba, (pixels) => pixels.slice())
    return { width, height, data }
  })
}

export const work = threadWork(convertPicture)
