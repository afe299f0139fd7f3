import { EventEmitter, once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../test/listen.ts'
import { createRequestLimit, limitConnections } from './limit-requests.ts'

test('limits one person’s concurrent requests without affecting others', () => {
  const limit = createRequestLimit(2)
  const enter = (personId: string) => {
    const raw = new EventEmitter()
    limit(personId, { raw } as unknown as FastifyReply)
    return () => raw.emit('close')
  }
  const leave = enter('ann')
  enter('ann')
  expect(() => enter('ann')).toThrow('too many requests')
  enter('bo')
  leave()
  enter('ann')
  expect(() => enter('ann')).toThrow('too many requests')
})

test('limits connections per address, except from proxies', async () => {
  for (const [isProxy, isClosed] of [
    [false, true],
    [true, false],
  ]) {
    const server = createServer()
    limitConnections(server, () => isProxy === true, 0)
    server.on('connection', (socket) => socket.end('hello'))
    onTestFinished(() => void server.close())
    const socket = connect(await listen(server), '127.0.0.1').on(
      'error',
      () => undefined,
    )
    let said = ''
    socket.on('data', (data) => (said += data))
    await once(socket, 'close')
    expect(said).toBe(isClosed ? '' : 'hello')
  }
})
