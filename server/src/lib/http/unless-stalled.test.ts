import { once } from 'node:events'
import { expect, test } from 'vitest'
import { unlessStalled } from './disconnect.ts'

test('a stream without a reader is destroyed, together with its source', async () => {
  const ended = Promise.withResolvers<string>()
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(1024 * 1024)
    } finally {
      ended.resolve('ended')
    }
  }
  const stream = unlessStalled(endless(), 20)
  stream.read(1)
  await once(stream, 'close')
  expect(await ended.promise).toBe('ended')
})

test('a stream that is read arrives complete', async () => {
  const three = async function* () {
    for (const word of ['a', 'b', 'c']) yield Buffer.from(word)
  }
  const chunks = await unlessStalled(three(), 60_000).toArray()
  expect(Buffer.concat(chunks).toString()).toBe('abc')
})
