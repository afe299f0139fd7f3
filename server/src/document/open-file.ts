import { downloadDocument } from '@portal/contract/document/api'
import { type DocumentType, documentTypes } from '@portal/contract/document/model'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { contentDisposition } from '../lib/file-name.ts'
import type { FileStore, Range } from '../lib/files.ts'
import { routeOf } from '../lib/route-of.ts'
import { findStored } from './find-stored.ts'

/** Nothing of a file may run, load or be framed elsewhere, whatever the browser takes it for. */
const contained = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
}

/** A file of the store, with the name that it is shown by and what its content was found to be. */
export type Stored = { name: string; type: DocumentType; size: number; storageKey: string }

/** Serves a file's bytes, or a range of them. `serve` is not for bytes; the access rule and the schemas are the same. */
export function serveDownload(app: FastifyInstance, files: FileStore) {
  const { params, query } = downloadDocument
  app.route({
    ...routeOf(downloadDocument),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id, documentId } = params.parse(request.params)
      const { disposition } = query.parse(request.query)
      const file = await findStored(request.ctx, id, documentId)
      return openFile(files, reply, file, disposition)
    },
  })
}

/** Answers with a file, or the range of it that was asked for: shown only when it is of a type that a browser shows. */
export async function openFile(
  files: FileStore,
  reply: FastifyReply,
  { name, type, size, storageKey }: Stored,
  disposition: 'inline' | 'attachment',
) {
  const { mime, preview } = documentTypes[type]
  const range = rangeOf(reply.request.headers.range, size)
  if (range === 'NONE') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('range_not_satisfiable', 'The file has no such part')
  }
  const stream = await files.read(storageKey, range)
  const shown = disposition === 'inline' && preview !== null ? 'inline' : 'attachment'
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply
    .headers(contained)
    .header('content-type', mime)
    .header('content-disposition', contentDisposition(shown, name))
    .header('content-length', range ? range.end - range.start + 1 : size)
    .send(stream)
}

/** The one range that was asked for; undefined for the whole file, as for what is no range of bytes or several. */
function rangeOf(header: string | undefined, size: number): Range | 'NONE' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'NONE' : { start, end }
}
