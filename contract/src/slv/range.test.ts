import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeRange, RangeText, readRange, writeRange } from './range.ts'

test.each([
  ['300000..500000', { min: 300_000, max: 500_000 }],
  ['660..', { min: 660, max: null }],
  ['..70.5', { min: null, max: 70.5 }],
  ['700..700', { min: 700, max: 700 }],
  ['..', null],
  ['700..660', null],
  ['660', null],
  ['-1..5', null],
  ['1e9..', null],
  ['a..b', null],
])('the range %s is %j', (text, range) => {
  expect(readRange(text)).toEqual(range)
  expect(RangeText.safeParse(text).success).toBe(range !== null)
})

test('a range is read as it was written', () => {
  const end = fc.option(
    fc.integer({ min: 0, max: 999_999_999 }).map((cents) => cents / 100),
  )
  fc.assert(
    fc.property(end, end, (one, other) => {
      const [min, max] =
        one !== null && other !== null && one > other
          ? [other, one]
          : [one, other]
      const text = writeRange({ min, max })
      expect(
        text === null ? { min: null, max: null } : readRange(text),
      ).toEqual({ min, max })
    }),
  )
})

test('a range is described in its unit', () => {
  expect(describeRange('300000..500000', 'MONEY')).toBe('$300,000 – $500,000')
  expect(describeRange('660..', 'POINTS')).toBe('from 660')
  expect(describeRange('..70.5', 'PERCENT')).toBe('up to 70.5%')
})
