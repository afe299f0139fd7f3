import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unzipped, zipped } from './zip.ts'

test('an archive has its entries in their order, each read after those before it', async () => {
  let rows = 0
  const entries = [
    {
      name: 'rows.txt',
      async *chunks() {
        for (; rows < 1000; rows++) yield Buffer.from(`row ${rows}\n`)
      },
    },
    {
      name: 'count.txt',
      async *chunks() {
        yield Buffer.from(String(rows))
      },
    },
  ]
  const bytes = await buffer(
    zipped(entries.map(({ name, chunks }) => ({ name, chunks: chunks() }))),
  )

  const files = await unzipped(bytes)

  expect([...files.keys()]).toEqual(['rows.txt', 'count.txt'])
  expect(files.get('rows.txt')?.split('\n').at(-2)).toBe('row 999')
  expect(files.get('count.txt')).toBe('1000')
})

test('an archive fails with the error of its source', async () => {
  async function* failing() {
    yield Buffer.from('row 1')
    throw new Error('the database is gone')
  }

  const archive = buffer(zipped([{ name: 'rows.txt', chunks: failing() }]))

  await expect(archive).rejects.toThrow('the database is gone')
})

test('an archive that is abandoned between two entries closes its source', async () => {
  const abandoned = Promise.withResolvers<void>()
  let isClosed = false
  async function* endless() {
    for (;;) yield Buffer.alloc(100_000, Math.random().toString())
  }
  async function* entries() {
    try {
      yield { name: 'first.txt', chunks: [Buffer.from('first')] }
      await abandoned.promise
      yield { name: 'second.txt', chunks: endless() }
    } finally {
      isClosed = true
    }
  }

  const archive = zipped(entries())
  await archive.next()
  const end = archive.return(undefined)
  abandoned.resolve()
  await end

  expect(isClosed).toBe(true)
})

test('an archive that is abandoned in an entry closes its source', async () => {
  let isClosed = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000, Math.random().toString())
    } finally {
      isClosed = true
    }
  }

  const archive = zipped([{ name: 'first.txt', chunks: endless() }])
  await archive.next()
  await archive.return(undefined)

  expect(isClosed).toBe(true)
})
