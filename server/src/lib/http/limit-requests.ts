import type { Server } from 'node:net'
import type { FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Limits how many requests one person can have in progress in this process, and so their connections. The limit is above
 * what the fair queues let one person queue. Throws 429 above it.
 */
export function createRequestLimit(most = 250) {
  const running = new Map<string, number>()
  return (personId: string, { raw }: FastifyReply): void => {
    const count = (running.get(personId) ?? 0) + 1
    if (count > most)
      throw new AppError('too_many_requests', 'You have too many requests in progress. Try again in a few seconds.', {
        retryAfterSeconds: 2,
      })
    running.set(personId, count)
    raw.once('close', () => {
      const left = (running.get(personId) ?? 1) - 1
      if (left > 0) running.set(personId, left)
      else running.delete(personId)
    })
  }
}

/** Closes connections beyond `most` per address. Proxies, which carry many people, have no limit. */
export function limitConnections(server: Server, isProxy: (address: string) => boolean, most = 300): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket
    if (address === undefined || isProxy(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
