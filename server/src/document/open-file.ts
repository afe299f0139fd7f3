import { downloadDocument } from '@portal/contract/document/api'
import {
  type DocumentType,
  documentTypes,
} from '@portal/contract/document/model'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import { AppError, notFound } from '../lib/errors.ts'
import { contentDisposition } from '../lib/files/file-name.ts'
import type { FileStore, Range } from '../lib/files/files.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { findSlv } from '../slv/lock.ts'
import { findFile } from './list-documents.ts'

/**
 * Headers that keep a file from running, loading or being framed elsewhere,
 * whatever the browser takes it for.
 */
export const contained = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
}

/** A stored file with its name, and its type by content. */
export type Stored = {
  name: string
  type: DocumentType
  size: number
  storageKey: string
}

export async function findStored(ctx: Ctx, slvId: string, documentId: string) {
  const file = await findFile(ctx, await findSlv(ctx, slvId), documentId)
  const { storageKey } = await ctx.db
    .selectFrom('document')
    .select('storageKey')
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (storageKey === null) throw notFound('Document') // erased
  return { ...file, storageKey }
}

export function serveDownload(app: FastifyInstance, files: FileStore) {
  const { params, query } = downloadDocument
  app.route({
    ...toRoute(downloadDocument),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id, documentId } = params.parse(request.params)
      const { disposition } = query.parse(request.query)
      const file = await findStored(request.ctx, id, documentId)
      return openFile(files, reply, file, disposition)
    },
  })
}

/**
 * Sends a file or the requested range; inline only if its type has a preview.
 */
export async function openFile(
  files: FileStore,
  reply: FastifyReply,
  { name, type, size, storageKey }: Stored,
  disposition: 'inline' | 'attachment',
) {
  const { mime, preview } = documentTypes[type]
  const range = parseRange(reply.request.headers.range, size)
  if (range === 'NONE') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError(
      'range_not_satisfiable',
      'The file does not have the requested range',
    )
  }
  const stream = await files.read(storageKey, range)
  const hasPreview = preview !== null
  const allowed =
    disposition === 'inline' && hasPreview ? 'inline' : 'attachment'
  if (range)
    reply
      .code(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply
    .headers(contained)
    .header('content-type', mime)
    .header('content-disposition', contentDisposition(allowed, name))
    .header('content-length', range ? range.end - range.start + 1 : size)
    .send(stream)
}

/**
 * The requested range; undefined for the whole file, also if the header is
 * invalid or has several ranges.
 */
function parseRange(
  header: string | undefined,
  size: number,
): Range | 'NONE' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined

  const range =
    first === ''
      ? lastBytes(Number(last), size)
      : bytesFrom(Number(first), last, size)
  const isInFile = range.start <= range.end && range.start < size
  return isInFile ? range : 'NONE'
}

/** `bytes=-500`: the last 500 bytes. */
const lastBytes = (count: number, size: number): Range => ({
  start: Math.max(0, size - count),
  end: size - 1,
})

/** `bytes=100-` or `bytes=100-199`. */
const bytesFrom = (start: number, last: string, size: number): Range => ({
  start,
  end: last === '' ? size - 1 : Math.min(Number(last), size - 1),
})
