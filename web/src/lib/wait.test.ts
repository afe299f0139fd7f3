import { expect, test } from 'vitest'
import { waitText } from './wait.ts'

test('a wait is rounded up to seconds, minutes or hours', () => {
  const texts = [1, 30, 90, 91, 3600, 5401].map(waitText)
  expect(texts).toEqual([
    '1 second',
    '30 seconds',
    '90 seconds',
    '2 minutes',
    '60 minutes',
    '2 hours',
  ])
})
