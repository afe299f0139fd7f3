import { expect, test } from 'vitest'
import { openThreads } from './threads.ts'

const sender = { id: 'ann', companyId: 'acme' }
const overrun = (of: string) => new Error(`too much ${of}`)
/** Far more than a thread takes to start, also on a busy machine. */
const ample = 60_000

const make = (limitMs: number) =>
  openThreads<string, string>({
    file: new URL('../../../test/odd-thread.ts', import.meta.url),
    total: 1,
    perCompany: 1,
    perPerson: 1,
    waitingPerPerson: 10,
    message: 'too many',
    limitMs,
    memoryMb: 64,
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
