import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWindow } from './use-window.ts'

test('a short table is drawn whole, a long one around the visible rows', () => {
  expect(toWindow(40, { top: 0, height: 300, rowHeight: 36 })).toEqual({
    from: 0,
    to: 40,
  })
  expect(toWindow(100, { top: 0, height: 720, rowHeight: 36 })).toEqual({
    from: 0,
    to: 40,
  })
  expect(toWindow(100, { top: 1000, height: 720, rowHeight: 36 })).toEqual({
    from: 10,
    to: 60,
  })
  expect(toWindow(100, { top: 2880, height: 720, rowHeight: 36 })).toEqual({
    from: 70,
    to: 100,
  })
})

test('every visible row is drawn, and ten more on each side if there are so many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 41, max: 999 }),
      fc.nat(40_000),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 20, max: 80 }),
      (rows, wanted, height, rowHeight) => {
        const top = Math.min(wanted, Math.max(0, rows * rowHeight - height))
        const { from, to } = toWindow(rows, { top, height, rowHeight })
        expect(from).toBeLessThanOrEqual(
          Math.max(0, Math.floor(top / rowHeight) - 10),
        )
        expect(to).toBeGreaterThanOrEqual(
          Math.min(rows, Math.ceil((top + height) / rowHeight) + 10),
        )
        expect(to).toBeLessThanOrEqual(rows)
      },
    ),
  )
})
