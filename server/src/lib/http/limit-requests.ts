import type { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Counts what is open per key. The returned function returns false, without
 * counting, for a key that has `most`.
 */
function createCounter(most: number) {
  const open = new Map<string, number>()
  return (key: string, source: EventEmitter): boolean => {
    const count = (open.get(key) ?? 0) + 1
    if (count > most) return false
    open.set(key, count)
    source.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
    return true
  }
}

/**
 * Limits how many requests one person can have in progress in this process, and
 * so their connections. The limit is above what the fair queues let one person
 * queue. Throws 429 above it.
 */
export function createRequestLimit(most = 250) {
  const count = createCounter(most)
  return (personId: string, { raw }: FastifyReply): void => {
    if (!count(personId, raw))
      throw new AppError(
        'too_many_requests',
        'You have too many requests in progress. Try again in a few seconds.',
        {
          retryAfterSeconds: 2,
        },
      )
  }
}

/**
 * Closes connections beyond `most` per address. Proxies, which carry many
 * people, have no limit.
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  most = 300,
): void {
  const count = createCounter(most)
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (address !== undefined && !isProxy(address) && !count(address, socket))
      socket.destroy()
  })
}
