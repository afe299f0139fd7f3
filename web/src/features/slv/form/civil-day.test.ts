import { expect, test } from 'vitest'
import { readDay } from './civil-day.ts'

test.for([
  ['3/1/2026', '2026-03-01'],
  ['03-01-2026', '2026-03-01'],
  ['03012026', '2026-03-01'],
  ['2026-3-1', '2026-03-01'],
  [' 12.31.1999 ', '1999-12-31'],
])('%s is %s', ([typed, day]) => {
  expect(readDay(typed ?? '')).toBe(day)
})

test.for(['02/30/2026', '13/01/2026', '1/1/26', 'soon', ''])('%s is no day', (typed) => {
  expect(readDay(typed)).toBeNull()
})
