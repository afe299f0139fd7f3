import { expect, test } from 'vitest'
import { axisTo, pickEvenly, toShare } from './scale.ts'

test.each([
  [0, false, [0, 1]],
  [1, false, [0, 0.25, 0.5, 0.75, 1]],
  [7, false, [0, 2, 4, 6, 8]],
  [100, false, [0, 25, 50, 75, 100]],
  [1_234_567, false, [0, 500_000, 1_000_000, 1_500_000]],
  [0.3, false, [0, 0.1, 0.2, 0.3]],
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [9, true, [0, 3, 6, 9]],
  [10, true, [0, 3, 6, 9, 12]],
])(
  'an axis to %d starts at 0 and has round marks, for counts (%s) whole ones',
  (most, isWhole, ticks) => {
    expect(axisTo(most, { isWhole }).ticks).toEqual(ticks)
  },
)

test('every value lies within its axis; one outside is drawn at its end', () => {
  for (let most = 0.01; most < 1e9; most *= 1.37) {
    const axis = axisTo(most)
    expect(axis.top).toBeGreaterThanOrEqual(most * (1 - 1e-9))
    expect(axis.ticks.length).toBeLessThanOrEqual(6)
  }
  expect(
    [-1, 0, 40, 80, 200].map((value) => toShare(value, axisTo(80))),
  ).toEqual([0, 0, 0.5, 1, 1])
})

test.each([
  [5, [0, 1, 2, 3, 4]],
  [24, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23]],
  [0, []],
])(
  'of %d labels at most 12 are picked evenly, the last included',
  (count, picked) => {
    expect(pickEvenly([...Array(count).keys()], 12)).toEqual(picked)
  },
)
