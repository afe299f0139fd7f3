import { describe, expect, test } from 'vitest'
import {
  arrive,
  cancel,
  dueUploads,
  emptyQueue,
  enqueue,
  fail,
  isBusy,
  isOnItsWay,
  mayRetry,
  mostAtOnce,
  percentSent,
  progress,
  type Queue,
  remove,
  retry,
  settle,
  start,
  uploadsTo,
} from './upload-queue.ts'

const file = (key: string, problem: string | null = null) =>
  ({ key, target: 'SELLER', name: `${key}.pdf`, size: 200, problem }) as const
const queueOf = (...keys: string[]) =>
  enqueue(
    emptyQueue,
    keys.map((key) => file(key)),
  )
const stateOf = (queue: Queue, key: string) => queue.uploads.find((upload) => upload.key === key)?.state
const due = (queue: Queue) => dueUploads(queue).map(({ key }) => key)

describe('the queue', () => {
  test('lets three leave at once, in their order, and the next when one arrived', () => {
    let queue = queueOf('a', 'b', 'c', 'd')
    expect(due(queue)).toEqual(['a', 'b', 'c'])
    for (const key of due(queue)) queue = start(queue, key)
    expect(due(queue)).toEqual([])
    queue = arrive(queue, 'b')
    expect(due(queue)).toEqual(['d'])
    expect(mostAtOnce).toBe(3)
  })

  test('does not send what it refused', () => {
    const queue = enqueue(emptyQueue, [file('a', 'This file is empty.'), file('b')])
    expect(due(queue)).toEqual(['b'])
    expect(stateOf(queue, 'a')).toBe('REFUSED')
    expect(queue.uploads.map(mayRetry)).toEqual([false, false])
    expect(isBusy(remove(queue, 'b'))).toBe(false)
  })

  test('keeps what failed or was cancelled, to be tried again at its place', () => {
    let queue = start(start(queueOf('a', 'b', 'c'), 'a'), 'b')
    queue = cancel(fail(queue, 'a', 'Why'), 'b')
    expect(queue.uploads.map(({ state, problem }) => [state, problem])).toEqual([
      ['FAILED', 'Why'],
      ['CANCELLED', null],
      ['WAITING', null],
    ])
    expect(due(queue)).toEqual(['c'])
    queue = retry(queue, 'a')
    expect(due(queue)).toEqual(['a', 'c'])
    expect(queue.uploads[0]?.problem).toBeNull()
  })

  test('news of an upload that was cancelled changes nothing', () => {
    const queue = cancel(start(queueOf('a'), 'a'), 'a')
    expect(progress(queue, 'a', 100)).toBe(queue)
  })

  test('counts what arrived until it is settled', () => {
    const queue = arrive(arrive(queueOf('a', 'b', 'c'), 'a'), 'c')
    expect([queue.added, isBusy(queue)]).toEqual([2, true])
    expect(settle(queue).added).toBe(0)
  })

  test('tells the files of each target apart', () => {
    const queue = enqueue(queueOf('a'), [{ ...file('b'), target: 'ASKED 1' }])
    expect(uploadsTo(queue, 'ASKED 1').map(({ key }) => key)).toEqual(['b'])
    const places = [queue, fail(queue, 'b', 'Why')].map((each) => isOnItsWay(each, 'ASKED 1'))
    expect([...places, isOnItsWay(queue, 'ASKED 2')]).toEqual([true, false, false])
  })
})

test('progress is never whole before the server has the file', () => {
  const percents = [0, 1, 100, 199, 200].map((sent) => {
    const [upload] = progress(start(queueOf('a'), 'a'), 'a', sent).uploads
    return upload && percentSent(upload)
  })
  expect(percents).toEqual([0, 0, 50, 99, 99])
})
