import type { FastifyReply } from 'fastify'
import { badRequest } from '../errors.ts'

/** Aborts when the client disconnects. Fastify's `request.signal` aborts once a body is read, or never. */
export function disconnectOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(badRequest([], 'The client disconnected'))
  if (raw.destroyed) abort()
  raw.once('close', abort)
  return controller.signal
}
