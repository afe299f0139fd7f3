import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { getDocumentPage } from '@portal/contract/document/api'
import {
  documentTypes,
  drawnPageType,
  maxDocumentBytes,
  type PicturePages,
} from '@portal/contract/document/model'
import type { getTdocImagePage } from '@portal/contract/tdoc/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { z } from 'zod'
import { createFairQueue } from '../../lib/concurrency/fair-queue.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { AppError, badRequest, notFound } from '../../lib/errors.ts'
import { derivedKey, type FileStore } from '../../lib/files/files.ts'
import { watchDisconnect } from '../../lib/http/disconnect.ts'
import { toRoute } from '../../lib/http/route-of.ts'
import { maxPixels } from '../content/check-image.ts'
import {
  readTiffPages,
  readTiffSizes,
  type TiffPage,
} from '../content/check-tiff.ts'
import { isOf } from '../content/find-signature.ts'
import { withContent } from '../content/read-content.ts'
import { contained, type Stored } from '../open-file.ts'
import type { Converter } from './convert-picture.ts'

/** Pixels of the longer side of a rendered page. */
const longestSide = 2000
/**
 * Points of the longer side of a page: shown larger, it would have fewer pixels
 * than the screen.
 */
const longestPoints = longestSide * 0.75
const limitSeconds = 15

// Each rendering takes one thread and caches nothing. No other format is read,
// whatever a file claims to be.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPng',
    'VipsForeignLoadJpeg',
    'VipsForeignLoadTiff',
  ],
})
// For the size of our own renderings: uploaded files are read from a path.
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

const renderings = createFairQueue({
  total: 2,
  perCompany: 2,
  perPerson: 1,
  waitingPerPerson: 50,
  message:
    'Your other previews are still being prepared. Try again when they are done.',
})

export type PictureDeps = { files: FileStore; converter: Converter }

/**
 * The page sizes of a picture. Throws 400 for a file that is not an image, is
 * damaged or can't be displayed.
 */
export function listPages(
  ctx: Ctx,
  deps: PictureDeps,
  file: Stored,
): Promise<PicturePages> {
  return withCopy(ctx, deps.files, file, async (path) => {
    const sizes = await readPageSizes(ctx, deps, { ...file, path })
    return { pages: sizes.map(limitSize) }
  })
}

async function readPageSizes(ctx: Ctx, deps: PictureDeps, copy: Copy) {
  if (copy.type === 'HEIC')
    return [await readDrawnSize(await findOrDrawPage(ctx, deps, copy, 1))]
  if (copy.type !== 'TIFF') return [await readPictureSize(copy.path)]
  const [first] = await withContent(copy, readTiffPages)
  if (first?.unreadable) throw refuseCompression(copy.name, first.unreadable)
  return withContent(copy, readTiffSizes)
}

const refuseCompression = (name: string, compression: string) =>
  badRequest(
    [],
    `"${name}" is compressed with ${compression}, which cannot be displayed. Download it to see it.`,
  )

/**
 * Serves a page of a picture as a WebP image, which is rendered on the first
 * request and then stored with the file.
 */
export function servePage(
  app: FastifyInstance,
  endpoint: typeof getDocumentPage | typeof getTdocImagePage,
  deps: PictureDeps,
  find: (request: FastifyRequest) => Promise<Stored>,
) {
  app.route({
    ...toRoute(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { page } = endpoint.params.parse(request.params)
      const file = await find(request)
      const stored = await deps.files
        .read(derivedKey(file.storageKey, page))
        .catch(() => undefined)
      const image =
        stored ??
        (await drawCopy(request.ctx, deps, file, page, watchDisconnect(reply)))
      return reply
        .headers(contained)
        .header('content-type', drawnPageType)
        .send(image)
    },
  })
}

const drawCopy = (
  ctx: Ctx,
  deps: PictureDeps,
  file: Stored,
  page: number,
  signal: AbortSignal,
) =>
  withCopy(
    ctx,
    deps.files,
    file,
    (path) => drawPage(ctx, deps, { ...file, path }, page, signal),
    signal,
  )

/** A stored picture and the path of its local copy. */
type Copy = Stored & { path: string }

/** The image of a page: stored, or newly rendered. */
async function findOrDrawPage(
  ctx: Ctx,
  deps: PictureDeps,
  copy: Copy,
  page: number,
): Promise<Buffer> {
  const stored = await deps.files
    .read(derivedKey(copy.storageKey, page))
    .catch(() => undefined)
  return stored ? buffer(stored) : drawPage(ctx, deps, copy, page)
}

/** Renders a page and stores its image with the file. */
async function drawPage(
  ctx: Ctx,
  deps: PictureDeps,
  copy: Copy,
  page: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { index, unreadable, isFax, isBlackInSharp, jpeg } = await findPage(
    copy,
    page,
  )
  if (unreadable) throw refuseCompression(copy.name, unreadable)
  const source = {
    index,
    isFax,
    isBlackInSharp,
    embedded: jpeg && (await readEmbeddedJpeg(copy, jpeg)),
  }
  const image = await renderPicture(ctx, deps, copy, source, signal)
  const received = await deps.files.receive(Readable.from([image]))
  await received.keep(derivedKey(copy.storageKey, page)).finally(received.drop)
  return image
}

async function findPage(copy: Copy, page: number): Promise<TiffPage> {
  const pages =
    copy.type === 'TIFF'
      ? await withContent(copy, readTiffPages)
      : [
          {
            index: 0,
            unreadable: undefined,
            isFax: false,
            isBlackInSharp: false,
            jpeg: undefined,
          },
        ]
  const found = pages[page - 1]
  if (!found) throw notFound('Page')
  return found
}

/** The JPEG file in an old TIFF, if it is one. */
async function readEmbeddedJpeg(
  copy: Copy,
  { start, length }: { start: number; length: number },
) {
  const bytes = await withContent(copy, ({ read }) =>
    read(start, Math.min(length, maxDocumentBytes)),
  )
  return isOf.JPEG(bytes) ? bytes : undefined
}

/**
 * The pixels of a picture: those of an image of its file, or of a JPEG in it.
 */
type Source = {
  index: number
  isFax: boolean
  isBlackInSharp: boolean
  embedded: Buffer | undefined
}

/**
 * Renders with sharp and, where it can't decode the picture, with the
 * converter.
 */
async function renderPicture(
  { actor }: Ctx,
  { converter }: PictureDeps,
  { path, name, type }: Copy,
  { index, isFax, isBlackInSharp, embedded }: Source,
  signal?: AbortSignal,
): Promise<Buffer> {
  const convert = async () => {
    const order = { path, type: convertible.parse(type), index }
    const { data, width, height } = await converter.convert(
      order,
      name,
      actor,
      signal,
    )
    return toWebP(sharp(data, { raw: { width, height, channels: 4 } }))
  }
  if (type === 'HEIC' || (isBlackInSharp && !embedded)) return convert()
  try {
    const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
    if (embedded) return await toWebP(sharp(embedded, options).autoOrient())
    return await toWebP(sharp(path, { ...options, page: index }).autoOrient())
  } catch (error) {
    // Lines are lost in transmission; the others are shown.
    if (isFax)
      return toWebP(
        sharp(path, {
          limitInputPixels: maxPixels,
          failOn: 'none',
          page: index,
        }).autoOrient(),
      )
    return convert().catch((refusal) => {
      throw refusal instanceof AppError ? refusal : error
    })
  }
}

const convertible = z.enum(['HEIC', 'TIFF', 'JPEG', 'PNG'])

const toWebP = (picture: Sharp): Promise<Buffer> =>
  picture
    .timeout({ seconds: limitSeconds })
    .resize({
      width: longestSide,
      height: longestSide,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .webp()
    .toBuffer()

/** Runs `work` on a local copy of a picture, within the limits of the actor. */
async function withCopy<T>(
  { actor }: Ctx,
  files: FileStore,
  { name, type, storageKey }: Stored,
  work: (path: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (documentTypes[type].preview !== 'PICTURE')
    throw badRequest([], `"${name}" is not an image`)
  const release = await renderings.enter(actor, signal)
  try {
    const copy = await files.receive(await files.read(storageKey))
    try {
      return await work(copy.path)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('bad_request', `"${name}" cannot be displayed`, {
        cause: error,
      })
    } finally {
      await copy.drop()
    }
  } finally {
    release()
  }
}

/** The size of a rendered page, in points. */
async function readDrawnSize(image: Buffer) {
  const { width, height } = await sharp(image).metadata()
  return { width: width * 0.75, height: height * 0.75 }
}

/**
 * In points at 96 pixels per inch, because the resolution in a photo is
 * arbitrary.
 */
async function readPictureSize(path: string) {
  const { autoOrient } = await sharp(path, {
    limitInputPixels: maxPixels,
  }).metadata()
  return { width: autoOrient.width * 0.75, height: autoOrient.height * 0.75 }
}

function limitSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, longestPoints / Math.max(width, height))
  return { width: width * share, height: height * share }
}
