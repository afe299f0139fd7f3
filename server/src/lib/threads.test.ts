import { afterAll, describe, expect, test } from 'vitest'
import { makeThreads } from './threads.ts'

const sender = { id: 'ann', companyId: 'acme' }

const make = (limitMs: number, waitingPerPerson = 10) =>
  makeThreads<string, string>({
    file: new URL('../../test/odd-thread.ts', import.meta.url),
    ...{ total: 1, perCompany: 1, perPerson: 1, waitingPerPerson, message: 'too many' },
    limitMs,
    memoryMb: 64,
  })

describe('a thread', () => {
  // One at a time: each order comes to whatever the one before has left.
  const { run, stop } = make(3000)
  afterAll(stop)
  const does = (order: string) =>
    run(order, (of) => new Error(`too much ${of}`), sender).catch((error: unknown) => error)

  test('does its work, refuses, and fails, each told as that', async () => {
    expect(await does('work')).toBe('done')
    expect(await does('refuse')).toMatchObject({ code: 'bad_request', message: 'not this' })
    expect(await does('fail')).toMatchObject({ message: expect.stringContaining('a fault of ours') })
    expect(await does('work')).toBe('done')
  })

  test('that never ends is ended, and the next order is done', async () => {
    const [ended, next] = await Promise.all([does('go on for ever'), does('work')])
    expect(ended).toMatchObject({ message: 'too much time' })
    expect(next).toBe('done')
  })

  test('that dies is told as what can be tried again, and the next order is done', async () => {
    const [died, next] = await Promise.all([does('die'), does('work')])
    expect(died).toMatchObject({ code: 'unavailable' })
    expect(next).toBe('done')
  })
})

test('a thread that fills its memory is ended, and the next order is done', async () => {
  const { run, stop } = make(60_000)
  const overrun = (of: string) => new Error(`too much ${of}`)
  await expect(run('fill', overrun, sender)).rejects.toMatchObject({ message: 'too much memory' })
  expect(await run('work', overrun, sender)).toBe('done')
  await stop()
})

test('a person with too many orders waiting is refused', async () => {
  const { run, stop } = make(60_000, 1)
  const overrun = () => new Error('too much')
  const first = run('go on for ever', overrun, sender)
  const second = run('work', overrun, sender)
  await expect(run('work', overrun, sender)).rejects.toMatchObject({ code: 'too_many_requests', message: 'too many' })
  const both = Promise.allSettled([first, second])
  await stop()
  expect(await both).toMatchObject([
    { status: 'rejected', reason: { code: 'unavailable' } },
    { status: 'rejected', reason: { code: 'unavailable' } },
  ])
})
