import { expect, test } from 'vitest'
import type { TdocChange } from './change.ts'
import { changedText } from './texts.ts'

const one = [{ buyerLoanNumber: '7007450' }]
const three = [
  ...one,
  { buyerLoanNumber: '7007451' },
  { buyerLoanNumber: '7007452' },
]
const marcus = { id: 'a', name: 'Marcus Bellamy' }

test.each<[TdocChange, typeof one, string]>([
  [
    { kind: 'underwriter', person: marcus },
    three,
    '3 Tdocs: assigned to Marcus Bellamy',
  ],
  [{ kind: 'reviewer', person: null }, one, 'Loan 7007450: no reviewer'],
  [{ kind: 'status', status: 'COMPLETE' }, one, 'Loan 7007450: Tdoc completed'],
  [{ kind: 'status', status: 'NEW' }, three, '3 Tdocs: set to New'],
  [
    { kind: 'progress', progress: 'IN_REVIEW' },
    one,
    'Loan 7007450: progress In Review',
  ],
])('the message for %o of %o is %s', (change, tdocs, text) => {
  expect(changedText(change, tdocs)).toBe(text)
})
