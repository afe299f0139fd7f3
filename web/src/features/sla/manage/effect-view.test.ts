import { expect, test } from 'vitest'
import {
  calendarEffectText,
  moreText,
  targetEffectText,
} from './effect-view.tsx'

const none = {
  overdueBefore: 9,
  overdueAfter: 9,
  becomeOverdue: 0,
  noLongerOverdue: 0,
  changed: 0,
}
const effect = { name: 'slvReview', open: 214, ...none } as const

test.for([
  [
    { becomeOverdue: 3, overdueAfter: 12 },
    '3 of 214 open SLVs become overdue. 12 overdue in total.',
  ],
  [
    { becomeOverdue: 1, overdueAfter: 10 },
    '1 of 214 open SLVs becomes overdue. 10 overdue in total.',
  ],
  [
    { noLongerOverdue: 1, overdueAfter: 8 },
    '1 of 214 open SLVs is no longer overdue. 8 overdue in total.',
  ],
  [
    { becomeOverdue: 2, noLongerOverdue: 1, overdueAfter: 10 },
    '2 of 214 open SLVs become overdue, 1 is no longer overdue. 10 overdue in total.',
  ],
  [{}, 'None of 214 open SLVs becomes overdue. 9 overdue in total.'],
  [{ open: 0 }, 'No open SLV uses this target now.'],
] as const)('%j reads "%s"', ([part, text]) => {
  expect(targetEffectText({ ...effect, ...part }, 'SLV')).toBe(text)
})

test.for([
  [[{}], 'No open work is affected.'],
  [
    [{ changed: 4 }],
    'Day counts change for 4 SLA clocks. None becomes overdue.',
  ],
  [
    [
      { changed: 4, becomeOverdue: 1 },
      { changed: 2, noLongerOverdue: 2 },
    ],
    '1 SLA clock becomes overdue, 2 are no longer overdue.',
  ],
] as const)('a calendar with the effects %j reads "%s"', ([parts, text]) => {
  expect(
    calendarEffectText(parts.map((part) => ({ ...effect, ...part }))),
  ).toBe(text)
})

test('examples that are not all say how many more there are', () => {
  const examples = [
    {
      id: 'a',
      loanNumber: '7001234',
      name: 'slvReview',
      before: 1,
      after: 2,
    } as const,
  ]
  expect(moreText({ items: [{ ...effect, changed: 4 }], examples })).toBe(
    'and 3 more',
  )
  expect(moreText({ items: [{ ...effect, changed: 1 }], examples })).toBe(null)
})
