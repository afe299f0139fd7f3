import { presenceLastsSeconds } from '@portal/contract/live/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPresence } from './set-presence.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const change = (userId: string) =>
  ({
    kind: 'PRESENCE',
    id: 'slv',
    userId,
    name: userId,
    isEditing: false,
    isHere: true,
  }) as const

test('presence expires after 45 seconds, and is reported once', () => {
  const { note, overdue, othersAt } = createPresence()
  const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)
  expect(note(change('ana'))).toBe(true)
  expect(note(change('ben'))).toBe(true)
  seconds(presenceLastsSeconds - 5)
  // Ana reports again that she is here, which changes nothing.
  expect(note(change('ana'))).toBe(false)
  expect(overdue()).toEqual([])
  seconds(6)
  expect(othersAt('slv', 'ana').map(({ id }) => id)).toEqual(['ben'])
  const left = overdue()
  expect(left).toEqual([{ ...change('ben'), isHere: false }])
  expect(left.map(note)).toEqual([true])
  expect(othersAt('slv', 'ana')).toEqual([])
  expect(othersAt('slv', 'ben').map(({ id }) => id)).toEqual(['ana'])
  expect(overdue()).toEqual([])
})
