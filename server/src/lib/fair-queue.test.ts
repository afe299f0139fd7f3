import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue, type Sender } from './fair-queue.ts'

const limits = { total: 3, perCompany: 2, perPerson: 1, waitingPerPerson: 3, message: 'Come back later' }
const person = (id: string, companyId = id): Sender => ({ id, companyId })

describe('a fair queue', () => {
  test('serves companies and people in rotation, however much one person has waiting', async () => {
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

  test('refuses with 429 only the person whose own limit is full', async () => {
    const { enter } = createFairQueue({ ...limits, total: 1 })
    const first = await enter(person('ann'))
    const waiting = [1, 2, 3].map(() => enter(person('ann')))
    const refusal = { statusCode: 429, message: limits.message, retryAfterSeconds: 5 }
    await expect(enter(person('ann'))).rejects.toMatchObject(refusal)
    const other = enter(person('bo'))
    first()
    first() // ending a turn twice frees one place
    const second = await waiting[0]
    let isOtherRunning = false
    void other.then(() => {
      isOtherRunning = true
    })
    await setImmediate()
    expect(isOtherRunning).toBe(false)
    second?.()
    await other
  })

  test('keeps a place for another company while two people of one company use theirs', async () => {
    const { enter } = createFairQueue(limits)
    await Promise.all([enter(person('ann', 'acme')), enter(person('al', 'acme'))])
    const third = enter(person('abe', 'acme'), AbortSignal.timeout(20))
    await enter(person('bo', 'birch'))
    await expect(third).rejects.toThrow('timeout')
  })

  test('drops the turn of a client that disconnects and never starts it', async () => {
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

  const people = ['a', 'b', 'c'].flatMap((company) => [1, 2, 3].map((n) => person(`${company}${n}`, company)))
  const anyStep = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('enter'), pick: fc.nat(people.length - 1) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('leave'), pick: fc.nat(99) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect'), pick: fc.nat(99) }) },
  )

  test('under any load, keeps every limit, uses every place, and lets no one jump ahead twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
        const model = createModel()
        for (const step of steps) {
          await model[step.do as 'enter' | 'leave' | 'disconnect'](step.pick)
          model.check()
        }
        await model.drain()
      }),
      { numRuns: 300 },
    )
  })

  type Known = { sender: Sender; abort: AbortController; leave?: () => void }

  /** Follows a queue from outside: what waits, what runs, and who started while somebody else could have. */
  function createModel() {
    const { enter } = createFairQueue(limits)
    const waiting: Known[] = []
    const running: Known[] = []
    // For each waiting company or person: the other companies, or colleagues, that started first.
    const overtakers = new Map<string, Set<string>>()
    const unfair: string[] = []
    const runningOf = (of: (sender: Sender) => boolean) => running.filter(({ sender }) => of(sender)).length
    const isFree = ({ id, companyId }: Sender) =>
      runningOf((one) => one.companyId === companyId) < limits.perCompany &&
      runningOf((one) => one.id === id) < limits.perPerson
    const couldRun = () => waiting.filter(({ sender }) => isFree(sender))

    const checkOvertaking = ({ id, companyId }: Sender) => {
      const ready = couldRun().map(({ sender }) => sender)
      const stillReady = new Set(ready.flatMap((one) => [one.companyId, one.id]))
      for (const key of overtakers.keys())
        if (!stillReady.has(key) || key === id || key === companyId) overtakers.delete(key)
      const overtaken = ready
        .filter((one) => one.id !== id)
        .map((one): [string, string] => (one.companyId === companyId ? [one.id, id] : [one.companyId, companyId]))
      for (const [key, by] of new Map(overtaken)) {
        const before = overtakers.get(key) ?? new Set()
        if (before.has(by)) unfair.push(`${by} overtakes ${key} again`)
        overtakers.set(key, before.add(by))
      }
    }

    const model = {
      enter: async (pick: number) => {
        const sender = people[pick]
        if (!sender) return
        const one: Known = { sender, abort: new AbortController() }
        const isFull = waiting.filter((other) => other.sender.id === sender.id).length === limits.waitingPerPerson
        waiting.push(one)
        let isRefused = false
        enter(sender, one.abort.signal).then(
          (leave) => {
            waiting.splice(waiting.indexOf(one), 1)
            checkOvertaking(sender)
            running.push({ ...one, leave })
          },
          () => {
            isRefused = true
            waiting.splice(waiting.indexOf(one), 1)
          },
        )
        await setImmediate()
        expect(isRefused).toBe(isFull)
      },
      leave: async (pick: number) => {
        const [one] = running.splice(pick % Math.max(running.length, 1), 1)
        one?.leave?.()
        await setImmediate()
      },
      disconnect: async (pick: number) => {
        const one = waiting[pick % Math.max(waiting.length, 1)]
        one?.abort.abort()
        for (const key of [one?.sender.id, one?.sender.companyId]) overtakers.delete(key ?? '')
        await setImmediate()
      },
      check: () => {
        expect(unfair).toEqual([])
        expect(running.length).toBeLessThanOrEqual(limits.total)
        for (const { id, companyId } of people) {
          expect(runningOf((one) => one.companyId === companyId)).toBeLessThanOrEqual(limits.perCompany)
          expect(runningOf((one) => one.id === id)).toBeLessThanOrEqual(limits.perPerson)
        }
        if (running.length < limits.total) expect(couldRun()).toEqual([])
      },
      drain: async () => {
        while (running.length > 0) await model.leave(0)
        expect(waiting).toEqual([])
      },
    }
    return model
  }
})
