import { expect, test } from 'vitest'
import { turned, zoomedIn, zoomedOut } from './zoom.ts'

test('zooms by steps from wherever it is, and not beyond the ends', () => {
  expect([zoomedIn(1), zoomedIn(0.87), zoomedIn(4), zoomedIn(9)]).toEqual([1.25, 1, 4, 4])
  expect([zoomedOut(1), zoomedOut(0.87), zoomedOut(0.25), zoomedOut(9)]).toEqual([0.75, 0.75, 0.25, 4])
})

test('four turns come round', () => expect(turned(turned(turned(turned(0))))).toBe(0))
