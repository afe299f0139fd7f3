import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeLog } from '../log.ts'
import { createFairQueue, type Sender } from './fair-queue.ts'
import { makeShutdown } from './shutdown.ts'
import { makeThreads } from './threads.ts'

const sender = { id: 'ann', companyId: 'acme' }
const overrun = (of: string) => new Error(`too much ${of}`)
/** Far more than a thread takes to start, also on a busy machine. */
const ample = 60_000

const make = (limitMs: number) =>
  makeThreads<string, string>({
    file: new URL('../../../test/odd-thread.ts', import.meta.url),
    ...{ total: 1, perCompany: 1, perPerson: 1, waitingPerPerson: 10, message: 'too many' },
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

const limits = { total: 3, perCompany: 2, perPerson: 1, waitingPerPerson: 3, message: 'Come back later' }
const person = (id: string, companyId = id): Sender => ({ id, companyId })

test('a fair queue serves companies and people in rotation', async () => {
  const { enter } = createFairQueue({ ...limits, total: 1, waitingPerPerson: 30 })
  const order: string[] = []
  const runTurn = async (sender: Sender) => {
    const leave = await enter(sender)
    order.push(sender.id)
    await setImmediate()
    leave()
  }
  const storm = Array.from({ length: 30 }, () => runTurn(person('ann', 'acme')))
  await Promise.all([...storm, runTurn(person('bo', 'birch')), runTurn(person('al', 'acme'))])
  expect(order.slice(0, 4)).toEqual(['ann', 'ann', 'bo', 'al'])
  expect(order).toHaveLength(32)
})

test('a fair queue drops the turn of a client that disconnects and never starts it', async () => {
  const { enter } = createFairQueue({ ...limits, total: 1, waitingPerPerson: 1 })
  const leave = await enter(person('ann'))
  const gone = new AbortController()
  const cancelled = enter(person('ann'), gone.signal)
  gone.abort(new Error('gone'))
  await expect(cancelled).rejects.toThrow('gone')
  const next = enter(person('ann')) // the cancelled turn no longer counts
  leave()
  const nextLeave = await next
  await expect(enter(person('bo'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  nextLeave()
  await enter(person('bo'))
})

const log = makeLog('silent')

test('it is not ready at first, and releases the newest step first', async () => {
  const shutdown = makeShutdown(log)
  const done: string[] = []
  shutdown.add('database', () => done.push(`database ${shutdown.isReady}`))
  shutdown.add('server', () => done.push(`server ${shutdown.isReady}`))
  expect(shutdown.isReady).toBe(false)
  shutdown.ready()
  expect(shutdown.isReady).toBe(true)

  expect(await shutdown.end()).toBe(true)
  expect(done).toEqual(['server false', 'database false'])
})

test('a second signal joins the first', async () => {
  const shutdown = makeShutdown(log)
  let times = 0
  shutdown.add('server', () => {
    times += 1
  })
  expect(await Promise.all([shutdown.end(), shutdown.end()])).toEqual([true, true])
  expect(times).toBe(1)
})

test('a failing step does not prevent the others, and a hanging one is abandoned after the limit', async () => {
  const shutdown = makeShutdown(log)
  const done: string[] = []
  shutdown.add('database', () => done.push('database'))
  shutdown.add('server', () => {
    throw new Error('no')
  })
  expect(await shutdown.end()).toBe(false)
  expect(done).toEqual(['database'])
  const hanging = makeShutdown(log, 30)
  hanging.add('server', () => new Promise(() => {}))
  expect(await hanging.end()).toBe(false)
})
