import { expect, test } from 'vitest'
import { calendarEffectText, moreText, targetEffectText } from './effect-view.tsx'

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
  [{ noLongerOverdue: 1, overdueAfter: 8 }, '1 of 214 open SLVs is no longer overdue. 8 overdue in all.'],
  [
    { becomeOverdue: 2, noLongerOverdue: 1, overdueAfter: 10 },
    '2 of 214 open SLVs become overdue, 1 is no longer overdue. 10 overdue in all.',
  ],
  [{}, 'None of 214 open SLVs becomes overdue. 9 overdue in all.'],
  [{ open: 0 }, 'No open SLV uses this target now.'],
] as const)('%j reads "%s"', ([part, text]) => {
  expect(targetEffectText({ ...effect, ...part }, 'SLV')).toBe(text)
})

test('the effect of a calendar counts all clocks together', () => {
  expect(calendarEffectText([effect])).toBe('No open work is affected.')
  expect(calendarEffectText([{ ...effect, changed: 4 }])).toBe(
    'The days of 4 SLA clocks change, and none becomes overdue.',
  )
  expect(
    calendarEffectText([
      { ...effect, changed: 4, becomeOverdue: 1 },
      { ...effect, changed: 2, noLongerOverdue: 2 },
    ]),
  ).toBe('1 SLA clock becomes overdue, 2 are no longer overdue.')
})

test('examples that are not all say how many more there are', () => {
  const example = { id: 'a', loanNumber: '7001234', name: 'slvReview', before: 1, after: 2 } as const
  expect(moreText({ items: [{ ...effect, changed: 4 }], examples: [example] })).toBe('and 3 more')
  expect(moreText({ items: [{ ...effect, changed: 1 }], examples: [example] })).toBe(null)
})
