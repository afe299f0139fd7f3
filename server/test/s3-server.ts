import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'

type Stored = { content: Buffer; storedAt: Date }

/** Parts by their number. */
type Parts = Map<number, Buffer>

const bucket = 'files'

/**
 * A server that keeps one bucket in memory and speaks what the portal uses of
 * S3. It takes every signature, but refuses requests without one.
 */
export async function startS3() {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Parts>()
  const app = Fastify({
    bodyLimit: 64 << 20,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (!headers.authorization) return refuse(reply, 403, 'AccessDenied')
  })

  app.head(`/${bucket}`, async () => '')
  app.get(`/${bucket}`, async ({ query }, reply) =>
    sendXml(reply, listObjects(objects, query as ListQuery)),
  )
  app.put(`/${bucket}/*`, async (request, reply) => {
    const { uploadId, partNumber } = parameters(request)
    const content = contentOf(request)
    if (uploadId === undefined)
      objects.set(keyOf(request), { content, storedAt: new Date() })
    else uploads.get(uploadId)?.set(Number(partNumber), content)
    return reply.header('etag', `"${randomUUID()}"`).send()
  })
  app.post(`/${bucket}/*`, async (request, reply) => {
    const { uploadId } = parameters(request)
    if (uploadId !== undefined) {
      const content = join(uploads.get(uploadId) ?? new Map())
      uploads.delete(uploadId)
      objects.set(keyOf(request), { content, storedAt: new Date() })
      return sendXml(reply, '<CompleteMultipartUploadResult/>')
    }
    const id = randomUUID()
    uploads.set(id, new Map())
    return sendXml(
      reply,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  })
  app.get(`/${bucket}/*`, async (request, reply) => {
    const stored = objects.get(keyOf(request))
    if (!stored) return refuse(reply, 404, 'NoSuchKey')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return reply.send(stored.content)
    const [, start, end] = range.map(Number)
    return reply.code(206).send(stored.content.subarray(start, Number(end) + 1))
  })
  app.delete(`/${bucket}/*`, async (request, reply) => {
    const { uploadId } = parameters(request)
    if (uploadId === undefined) objects.delete(keyOf(request))
    else uploads.delete(uploadId)
    return reply.code(204).send()
  })

  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  return {
    address: `s3://key:secret@${bucket}/portal?endpoint=${url.origin}`,
    close: () => app.close(),
  }
}

const keyOf = ({ params }: FastifyRequest) => (params as { '*': string })['*']

const parameters = ({ query }: FastifyRequest) =>
  query as { uploadId?: string; partNumber?: string }

/** The SDK sends a stream of unknown length in chunks, which this can't read. */
function contentOf({ headers, body }: FastifyRequest): Buffer {
  if (headers['content-encoding'] === 'aws-chunked')
    throw new Error('aws-chunked is not supported')
  return (body ?? Buffer.alloc(0)) as Buffer
}

const join = (parts: Parts): Buffer =>
  Buffer.concat(
    [...parts].toSorted(([a], [b]) => a - b).map(([, content]) => content),
  )

type ListQuery = { prefix?: string; delimiter?: string }

function listObjects(
  objects: Map<string, Stored>,
  { prefix = '', delimiter }: ListQuery,
): string {
  const folders = new Set<string>()
  const contents: string[] = []
  for (const [key, { content, storedAt }] of objects) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    if (end === -1)
      contents.push(
        `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`,
      )
    else folders.add(key.slice(0, end + 1))
  }
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`,
  )
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}${prefixes.join('')}</ListBucketResult>`
}

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('application/xml').send(`<?xml version="1.0"?>${xml}`)

const refuse = (reply: FastifyReply, status: number, code: string) =>
  sendXml(reply.code(status), `<Error><Code>${code}</Code></Error>`)
