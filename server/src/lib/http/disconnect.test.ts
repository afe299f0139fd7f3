import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { failIfStalled, watchDisconnect } from './disconnect.ts'

test('a request is aborted only when its client disconnects', async () => {
  const app = Fastify()
  const signals: AbortSignal[] = []
  const arrived = Promise.withResolvers<void>()
  app.post('/waits', async (_request, reply) => {
    const signal = watchDisconnect(reply)
    signals.push(signal)
    arrived.resolve()
    await once(signal, 'abort')
  })
  app.post('/answers', async (_request, reply) => {
    const signal = watchDisconnect(reply)
    await new Promise(setImmediate)
    return { isAborted: signal.aborted }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const json = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }
  expect(
    await (await fetch(`http://127.0.0.1:${port}/answers`, json)).json(),
  ).toEqual({ isAborted: false })

  const client = connect(port, '127.0.0.1')
  client.write(
    'POST /waits HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
  )
  await arrived.promise
  client.destroy()
  await expect
    .poll(() => signals[0]?.reason)
    .toMatchObject({ code: 'bad_request' })
  await app.close()
})

test('a stream without a reader is destroyed, together with its source', async () => {
  const ended = Promise.withResolvers<string>()
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(1024 * 1024)
    } finally {
      ended.resolve('ended')
    }
  }
  const stream = failIfStalled(endless(), 20)
  stream.read(1)
  await once(stream, 'close')
  expect(await ended.promise).toBe('ended')
})

test('a stream that is read arrives complete', async () => {
  const three = async function* () {
    for (const word of ['a', 'b', 'c']) yield Buffer.from(word)
  }
  const chunks = await failIfStalled(three(), 60_000).toArray()
  expect(Buffer.concat(chunks).toString()).toBe('abc')
})
