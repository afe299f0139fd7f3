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
  ['run forever', 5_000, { message: 'too much time' }],
  ['fill', ample, { message: 'too much memory' }],
  ['die', ample, { code: 'unavailable' }],
] as const)(
  'a thread with the order to %s is replaced, and the next order is done',
  async ([order, limitMs, refusal]) => {
    const { run, stop } = make(limitMs)
    await expect(run(order, overrun, sender)).rejects.toMatchObject(refusal)
    expect(await run('work', overrun, sender)).toBe('done')
    await stop()
  },
)
