import { Readable } from 'node:stream'
import type { getDocumentPage } from '@portal/contract/document/api'
import { drawnPageType, type PicturePages } from '@portal/contract/document/model'
import type { getTdocImagePage } from '@portal/contract/tdoc/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { Ctx } from '../lib/ctx.ts'
import { AppError, badRequest, notFound } from '../lib/errors.ts'
import { derivedKey, type FileStore } from '../lib/files/files.ts'
import { disconnectOf } from '../lib/http/disconnect.ts'
import { routeOf } from '../lib/http/route-of.ts'
import { createFairQueue } from '../lib/jobs/fair-queue.ts'
import { mostPixels } from './check-image.ts'
import { readTiffSizes } from './check-tiff.ts'
import { contained, type Stored } from './open-file.ts'
import { withContent } from './read-content.ts'

/** Pixels of the longer side of a rendered page. */
const longestSide = 2000
/** Points of the longer side of a page: shown larger, it would have fewer pixels than the screen. */
const longestPoints = longestSide * 0.75
const limitSeconds = 15

// Each rendering takes one thread and caches nothing. No other format is read, whatever a file claims to be.
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadTiff'] })

const renderings = createFairQueue({
  ...{ total: 2, perCompany: 2, perPerson: 1, waitingPerPerson: 50 },
  message: 'Your other previews are still being prepared. Try again when they are done.',
})

/** The page sizes of a picture. Throws 400 for a file that is not an image or is damaged. */
export function listPages(ctx: Ctx, files: FileStore, file: Stored): Promise<PicturePages> {
  return withCopy(ctx, files, file, async (path) => {
    const sizes =
      file.type === 'TIFF' ? await withContent({ ...file, path }, readTiffSizes) : [await readPictureSize(path)]
    return { pages: sizes.map(limitSize) }
  })
}

/** Serves a page of a picture as a WebP image, which is rendered on the first request and then stored with the file. */
export function servePage(
  app: FastifyInstance,
  endpoint: typeof getDocumentPage | typeof getTdocImagePage,
  files: FileStore,
  find: (request: FastifyRequest) => Promise<Stored>,
) {
  app.route({
    ...routeOf(endpoint),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { page } = endpoint.params.parse(request.params)
      const file = await find(request)
      const stored = await files.read(derivedKey(file.storageKey, page)).catch(() => undefined)
      const image = stored ?? (await drawPage(request.ctx, files, file, page, disconnectOf(reply)))
      return reply.headers(contained).header('content-type', drawnPageType).send(image)
    },
  })
}

function drawPage(ctx: Ctx, files: FileStore, file: Stored, page: number, signal: AbortSignal) {
  return withCopy(
    ctx,
    files,
    file,
    async (path) => {
      const { pages = 1 } = await sharp(path, { limitInputPixels: mostPixels }).metadata()
      if (page > pages) throw notFound('Page')
      const image = await sharp(path, { page: page - 1, limitInputPixels: mostPixels })
        .timeout({ seconds: limitSeconds })
        .autoOrient()
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
        .webp()
        .toBuffer()
      const received = await files.receive(Readable.from([image]))
      await received.keep(derivedKey(file.storageKey, page)).finally(received.drop)
      return image
    },
    signal,
  )
}

/** Runs `work` on a local copy of a picture, within the limits of the actor. */
async function withCopy<T>(
  { actor }: Ctx,
  files: FileStore,
  { name, type, storageKey }: Stored,
  work: (path: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (!['PNG', 'JPEG', 'TIFF'].includes(type)) throw badRequest([], `"${name}" is not an image`)
  const release = await renderings.enter(actor, signal)
  try {
    const copy = await files.receive(await files.read(storageKey))
    try {
      return await work(copy.path)
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('bad_request', `"${name}" cannot be displayed`, { cause: error })
    } finally {
      await copy.drop()
    }
  } finally {
    release()
  }
}

/** In points at 96 pixels per inch, because the resolution in a photo is arbitrary. */
async function readPictureSize(path: string) {
  const { autoOrient } = await sharp(path, { limitInputPixels: mostPixels }).metadata()
  return { width: autoOrient.width * 0.75, height: autoOrient.height * 0.75 }
}

function limitSize({ width, height }: { width: number; height: number }) {
  const share = Math.min(1, longestPoints / Math.max(width, height))
  return { width: width * share, height: height * share }
}
