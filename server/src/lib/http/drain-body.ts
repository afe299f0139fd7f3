import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Larger than the largest file, so that the sender of a refused file gets the
 * error and keeps the connection.
 */
const maxBytes = 64 * 1024 * 1024
const maxMs = 3_000

/**
 * Reads the rest of a request's body before it is answered early, as for a
 * refused upload. Otherwise the connection stays open but the next request on
 * it, which behind a proxy is someone else's, is never read. Closes the
 * connection if the rest is too long or too slow.
 */
export function drainBodies(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (hasBody(raw) && !(await drain(raw))) reply.header('connection', 'close')
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > 0

const isRead = (request: IncomingMessage) =>
  request.readableEnded || request.destroyed

/** Returns whether the whole body was read within the limits. */
function drain(request: IncomingMessage): Promise<boolean> {
  if (isRead(request)) return Promise.resolve(true)
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(() => end(), maxMs)
    const end = () => {
      clearTimeout(timer)
      request
        .off('data', count)
        .off('end', end)
        .off('close', end)
        .off('error', end)
      resolve(isRead(request))
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) end()
    }
    request.unpipe()
    request
      .on('data', count)
      .once('end', end)
      .once('close', end)
      .once('error', end)
    request.resume()
  })
}
