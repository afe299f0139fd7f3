import { expect, test } from 'vitest'
import { axisTo, partOf, pickEvenly } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 25, 50, 75, 100]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  [0.3, [0, 0.1, 0.2, 0.3]],
])('an axis to %d starts at 0 and has round marks', (most, ticks) => {
  expect(axisTo(most).ticks).toEqual(ticks)
})

test.each([
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 3, 6, 9]],
  [10, [0, 3, 6, 9, 12]],
])('counts to %d have whole marks', (most, ticks) => {
  expect(axisTo(most, { isWhole: true }).ticks).toEqual(ticks)
})

test('every value lies within its axis', () => {
  for (let most = 0.01; most < 1e9; most *= 1.37) {
    const axis = axisTo(most)
    expect(axis.top).toBeGreaterThanOrEqual(most * (1 - 1e-9))
    expect(axis.ticks.length).toBeLessThanOrEqual(6)
  }
})

test('a value outside the axis is drawn at its end', () => {
  const axis = axisTo(80)
  expect([-1, 0, 40, 80, 200].map((value) => partOf(value, axis))).toEqual([0, 0, 0.5, 1, 1])
})

test('labels are picked evenly and include the last', () => {
  const shown = (count: number, most: number) => pickEvenly([...Array(count).keys()], most)
  expect(shown(5, 12)).toEqual([0, 1, 2, 3, 4])
  expect(shown(24, 12)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23])
  expect(shown(0, 12)).toEqual([])
})
