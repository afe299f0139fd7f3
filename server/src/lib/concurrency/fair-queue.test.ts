import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue, type Sender } from './fair-queue.ts'

const limits = {
  total: 3,
  perCompany: 2,
  perPerson: 1,
  waitingPerPerson: 3,
  message: 'Come back later',
}
const person = (id: string, companyId = id): Sender => ({ id, companyId })

test('a fair queue serves companies and people in rotation', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 1,
    waitingPerPerson: 30,
  })
  const order: string[] = []
  const runTurn = async (sender: Sender) => {
    const leave = await enter(sender)
    order.push(sender.id)
    await setImmediate()
    leave()
  }
  const storm = Array.from({ length: 30 }, () => runTurn(person('ann', 'acme')))
  await Promise.all([
    ...storm,
    runTurn(person('bo', 'birch')),
    runTurn(person('al', 'acme')),
  ])
  expect(order.slice(0, 4)).toEqual(['ann', 'ann', 'bo', 'al'])
  expect(order).toHaveLength(32)
})

test('a person with many waiting requests gets one at a time, others as many as the limit allows', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 9,
    perCompany: 9,
    perPerson: 2,
    waitingPerPerson: 30,
  })
  let running = 0
  const most = { few: 0, storm: 0 }
  const runTurn = async (kind: keyof typeof most) => {
    const leave = await enter(person(kind))
    most[kind] = Math.max(most[kind], ++running)
    await setImmediate()
    running--
    leave()
  }
  await Promise.all(Array.from({ length: 8 }, () => runTurn('few')))
  expect(most.few).toBe(2)
  const first = await Promise.all([
    enter(person('storm')),
    enter(person('storm')),
  ])
  const waiting = Array.from({ length: 14 }, () => runTurn('storm'))
  for (const leave of first) leave()
  await setImmediate()
  expect(most.storm).toBe(1)
  await Promise.all(waiting)
})

test('a fair queue drops the turn of a client that disconnects and never starts it', async () => {
  const { enter } = createFairQueue({
    ...limits,
    total: 1,
    waitingPerPerson: 1,
  })
  const leave = await enter(person('ann'))
  const gone = new AbortController()
  const cancelled = enter(person('ann'), gone.signal)
  gone.abort(new Error('gone'))
  await expect(cancelled).rejects.toThrow('gone')
  const next = enter(person('ann')) // the cancelled turn no longer counts
  leave()
  const nextLeave = await next
  await expect(
    enter(person('bo'), AbortSignal.abort(new Error('too late'))),
  ).rejects.toThrow('too late')
  nextLeave()
  await enter(person('bo'))
})
