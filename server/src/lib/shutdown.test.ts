import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createShutdown } from './shutdown.ts'

const log = createLog('silent')

test('it is not ready at first, and releases the newest step first', async () => {
  const shutdown = createShutdown(log)
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
  const shutdown = createShutdown(log)
  let times = 0
  shutdown.add('server', () => {
    times += 1
  })
  expect(await Promise.all([shutdown.end(), shutdown.end()])).toEqual([
    true,
    true,
  ])
  expect(times).toBe(1)
})

test('a failing step does not prevent the others, and a hanging one is abandoned after the limit', async () => {
  const shutdown = createShutdown(log)
  const done: string[] = []
  shutdown.add('database', () => done.push('database'))
  shutdown.add('server', () => {
    throw new Error('no')
  })
  expect(await shutdown.end()).toBe(false)
  expect(done).toEqual(['database'])
  const hanging = createShutdown(log, 30)
  hanging.add('server', () => new Promise(() => {}))
  expect(await hanging.end()).toBe(false)
})
