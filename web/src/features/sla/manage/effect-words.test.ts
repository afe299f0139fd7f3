import { expect, test } from 'vitest'
import { effectText, moreText, wholeEffectText } from './effect-words.ts'

const effect = {
  name: 'slvReview',
  open: 214,
  overdueBefore: 9,
  overdueAfter: 9,
  becomeOverdue: 0,
  noLongerOverdue: 0,
  changed: 0,
} as const

test.for([
  [{ becomeOverdue: 3, overdueAfter: 12 }, '3 of 214 open SLVs become overdue. 12 overdue in all.'],
  [{ becomeOverdue: 1, overdueAfter: 10 }, '1 of 214 open SLVs becomes overdue. 10 overdue in all.'],
  [{ noLongerOverdue: 1, overdueAfter: 8 }, '1 of 214 open SLVs is overdue no longer. 8 overdue in all.'],
  [
    { becomeOverdue: 2, noLongerOverdue: 1, overdueAfter: 10 },
    '2 of 214 open SLVs become overdue, 1 is overdue no longer. 10 overdue in all.',
  ],
  [{}, 'None of 214 open SLVs becomes overdue. 9 overdue in all.'],
  [{ open: 0 }, 'No open SLV is measured by this now.'],
] as const)('%j reads "%s"', ([part, text]) => {
  expect(effectText({ ...effect, ...part }, 'SLV')).toBe(text)
})

test('a calendar tells of all clocks together', () => {
  expect(wholeEffectText([effect])).toBe('No day of open work is counted otherwise than now.')
  expect(wholeEffectText([{ ...effect, changed: 4 }])).toBe(
    'The days of 4 SLA clocks change, and none becomes overdue by it.',
  )
  expect(
    wholeEffectText([
      { ...effect, changed: 4, becomeOverdue: 1 },
      { ...effect, changed: 2, noLongerOverdue: 2 },
    ]),
  ).toBe('1 SLA clock becomes overdue, 2 are overdue no longer.')
})

test('examples that are not all say how many more there are', () => {
  const example = { id: 'a', loanNumber: '7001234', name: 'slvReview', before: 1, after: 2 } as const
  expect(moreText({ items: [{ ...effect, changed: 4 }], examples: [example] })).toBe('and 3 more')
  expect(moreText({ items: [{ ...effect, changed: 1 }], examples: [example] })).toBe(null)
})
