import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { badRequest } from '../errors.ts'

/**
 * Aborts when the client disconnects. Fastify's `request.signal` aborts once a
 * body is read, or never.
 */
export function watchDisconnect({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () =>
    controller.abort(badRequest([], 'The client disconnected'))
  if (raw.destroyed) abort()
  raw.once('close', abort)
  return controller.signal
}

/** A stream that ends if its reader takes nothing for this long. */
export function failIfStalled(
  bytes: AsyncIterable<Buffer>,
  ms: number,
): Readable {
  let timer: ReturnType<typeof setTimeout> | undefined
  const watched = async function* () {
    try {
      for await (const chunk of bytes) {
        clearTimeout(timer)
        timer = setTimeout(() => stream.destroy(), ms)
        yield chunk
      }
    } finally {
      clearTimeout(timer)
    }
  }
  const stream = Readable.from(watched(), { objectMode: false })
  return stream.once('close', () => clearTimeout(timer))
}
