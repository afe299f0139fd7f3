import { expect, test } from 'vitest'
import { cached } from './cached.ts'

const counting = (ttl: number) => {
  let now = 0
  let loads = 0
  const value = cached(
    async () => ++loads,
    ttl,
    () => now,
  )
  return {
    value,
    later: (ms: number) => {
      now += ms
    },
  }
}

test('is loaded again after its time, not before', async () => {
  const { value, later } = counting(1000)
  expect(await value.get()).toBe(1)
  later(999)
  expect(await value.get()).toBe(1)
  later(1)
  expect(await value.get()).toBe(2)
})

test('concurrent callers share one load', async () => {
  const { value } = counting(1000)
  expect(await Promise.all([value.get(), value.get(), value.get()])).toEqual([1, 1, 1])
})

test('a drop discards it, even while it is loading', async () => {
  const { value } = counting(1000)
  const first = value.get()
  value.drop()
  expect(await Promise.all([first, value.get()])).toEqual([1, 2])
})

test('a failure is not cached', async () => {
  let isUp = false
  const value = cached(async () => {
    if (!isUp) throw new Error('away')
    return 'here'
  }, 1000)
  await expect(value.get()).rejects.toThrow('away')
  isUp = true
  expect(await value.get()).toBe('here')
})
