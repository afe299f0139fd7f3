import { expect, test } from 'vitest'
import { makeThreads } from './threads.ts'

const sender = { id: 'ann', companyId: 'acme' }
const overrun = (of: string) => new Error(`too much ${of}`)
/** Far more than a thread takes to start, also on a busy machine. */
const ample = 60_000

const make = (limitMs: number, waitingPerPerson = 10) =>
  makeThreads<string, string>({
    file: new URL('../../../test/odd-thread.ts', import.meta.url),
    ...{ total: 1, perCompany: 1, perPerson: 1, waitingPerPerson, message: 'too many' },
    limitMs,
    memoryMb: 64,
  })

test('a thread does its work, refuses with an AppError, and fails with the reason', async () => {
  const { run, stop } = make(ample)
  expect(await run('work', overrun, sender)).toBe('done')
  await expect(run('refuse', overrun, sender)).rejects.toMatchObject({ code: 'bad_request', message: 'not this' })
  await expect(run('fail', overrun, sender)).rejects.toThrow('a fault of ours')
  await stop()
})

test.for([
  ['go on for ever', 5_000, { message: 'too much time' }],
  ['fill', ample, { message: 'too much memory' }],
  ['die', ample, { code: 'unavailable' }],
] as const)('a thread told to %s is replaced, and the next order is done', async ([order, limitMs, refusal]) => {
  const { run, stop } = make(limitMs)
  await expect(run(order, overrun, sender)).rejects.toMatchObject(refusal)
  expect(await run('work', overrun, sender)).toBe('done')
  await stop()
})

test('a person with too many orders waiting is refused', async () => {
  const { run, stop } = make(ample, 1)
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
