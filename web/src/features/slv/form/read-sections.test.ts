import type { SlvDetail } from '@portal/contract/slv/answers'
import { expect, test } from 'vitest'
import { mainTexts } from './read-sections.tsx'

const reserves = {
  liquidReservesAmount: 30_000,
  retirementReservesAmount: 20_000,
  businessFundsForReservesAmount: 10_000,
}

test('a folded section has every part of its total', () => {
  const slv = { ...reserves, totalPostCloseReservesAmount: 60_000 } as SlvDetail
  expect(mainTexts(slv, 'reserves', 'Buyer')).toEqual([
    'Liquid Reserves $30,000',
    'Retirement Reserves $20,000',
    'Business Funds for Reserves $10,000',
    'Total Post-Close Reserves $60,000',
  ])
})

test('a total that isn’t the sum of its parts says so', () => {
  const slv = { ...reserves, totalPostCloseReservesAmount: 75_000 } as SlvDetail
  expect(mainTexts(slv, 'reserves', 'Buyer').at(-1)).toBe(
    'the parts add up to $60,000',
  )
})
