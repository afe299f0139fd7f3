import type { SlvDetail } from '@portal/contract/slv/answers'
import { expect, test } from 'vitest'
import {
  listDecidedFigures,
  outcomeText,
  priceDollars,
  priceText,
} from './outcome-text.ts'

/** A loan of 72.8% of its value, with 4.5 months of reserves. */
const requested = {
  purpose: 'Cash-Out',
  qualifiesBy: 'DSCR',
  loanAmount: 364_000,
  appraisedValueAmount: 500_000,
  dscr: 1.18,
  totalPostCloseReservesAmount: 13_500,
  proposedHousingPaymentAmount: 3000,
} as unknown as SlvDetail

const asRequested = {
  ...requested,
  decisionLtv: 72.8,
  decisionDscr: 1.18,
  reserves: 4.5,
  priceAdjustment: -25,
  decisionComment: 'Verification of reserves',
} satisfies SlvDetail

test.each([
  [
    'as requested',
    asRequested,
    'Approved as requested for −25 bps, subject to conditions.',
  ],
  [
    'at another LTV',
    { ...asRequested, decisionLtv: 70 },
    'Approved at LTV 70.00% (requested 72.80%) for −25 bps, subject to conditions.',
  ],
  [
    'at two other figures',
    { ...asRequested, decisionLtv: 70, reserves: 6 },
    'Approved at LTV 70.00% (requested 72.80%) and reserves 6 months (requested 4.5 months) for −25 bps, subject to conditions.',
  ],
  [
    'without a price or conditions',
    { ...asRequested, priceAdjustment: 0, decisionComment: null },
    'Approved as requested.',
  ],
  [
    'without figures',
    { ...requested, priceAdjustment: null },
    'Approved as requested.',
  ],
])('an approval in one sentence: %s', (_, slv, text) => {
  expect(outcomeText('APPROVED', slv)).toBe(text)
})

test('a decided figure names the requested one only where they differ', () => {
  const figures = listDecidedFigures({ ...asRequested, decisionLtv: 70 })
  expect(
    figures.map(({ label, decided, requested: before }) => [
      label,
      decided,
      before,
    ]),
  ).toEqual([
    ['LTV', '70.00%', '72.80%'],
    ['DSCR', '1.180', null],
    ['reserves', '4.5 months', null],
  ])
})

test.each([
  [-25, '−25 bps · −$910 on $364,000'],
  [12.5, '+12.5 bps · +$455 on $364,000'],
  [0, '0 bps'],
  [null, null],
])('a price of %s bps reads %s', (priceAdjustment, text) => {
  expect(priceText({ ...requested, priceAdjustment })).toBe(text)
})

test('a price in dollars keeps its cents and has a true minus', () => {
  expect(priceDollars(-25, 141_000)).toBe('−$352.50')
})
