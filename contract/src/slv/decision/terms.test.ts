import { expect, test } from 'vitest'
import { decisionCommentLabel, finalFields, priceInDollars } from './terms.ts'

test('a denial goes out with a reason under that name, and without a price or figures', () => {
  expect(decisionCommentLabel('DECLINED')).toBe('Reason')
  expect(decisionCommentLabel('NOT_NEEDED')).toBe('Reason')
  expect(decisionCommentLabel('APPROVED')).toBe('Decision Subject To')
  expect(decisionCommentLabel(null)).toBe('Decision Subject To')
  const prepared = {
    priceAdjustment: -25,
    decisionLtv: 75,
    decisionDscr: 1.1,
    reserves: 6,
    goodUntil: '2026-12-10',
    decisionComment: 'Too thin',
  }
  expect(finalFields('DECLINED', prepared)).toEqual({
    priceAdjustment: null,
    priceReason: null,
    decisionLtv: null,
    decisionCltv: null,
    decisionHcltv: null,
    decisionDti: null,
    decisionDscr: null,
    reserves: null,
    goodUntil: null,
    decisionComment: 'Too thin',
  })
  expect(finalFields('APPROVED', prepared)).toEqual(prepared)
  expect(finalFields('NOT_NEEDED', prepared)).toEqual({
    ...prepared,
    goodUntil: null,
  })
})

test.each([
  [-25, 364_000, -910],
  [12.5, 364_000.4, 455],
  [0, 364_000, 0],
])('%s bps of $%s are $%s', (bps, loanAmount, dollars) => {
  expect(priceInDollars(bps, loanAmount)).toBe(dollars)
})
