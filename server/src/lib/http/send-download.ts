import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { failIfStalled, watchDisconnect } from './disconnect.ts'

/**
 * A file that is saved under its name and never shown; nothing in it can run.
 */
export const attached = (reply: FastifyReply, type: string, name: string) =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', 'sandbox')
    .header('cross-origin-resource-policy', 'same-origin')

/** A client that reads nothing for this long loses its place in the queue. */
const stalledMs = 60_000

/** Sends files while they are written, each once the queue allows it. */
export function createDownloads(limits: Parameters<typeof createFairQueue>[0]) {
  const queue = createFairQueue(limits)
  return async (
    { ctx }: FastifyRequest,
    reply: FastifyReply,
    {
      type,
      name,
      write,
    }: {
      type: string
      name: string
      write: () => AsyncGenerator<Buffer> | Promise<AsyncGenerator<Buffer>>
    },
  ) => {
    const leave = await queue.enter(ctx.actor, watchDisconnect(reply))
    try {
      const bytes = await write()
      // If the client disconnects, the stream ends and reading stops.
      return attached(reply, type, name).send(
        failIfStalled(bytes, stalledMs).once('close', leave),
      )
    } catch (error) {
      leave()
      throw error
    }
  }
}
