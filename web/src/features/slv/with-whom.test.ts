import type { SlvStatus } from '@portal/contract/slv/status'
import { expect, test } from 'vitest'
import { withWhom } from './with-whom.ts'

const slv = (status: SlvStatus) => ({
  status,
  ownerName: 'Maya Ortiz',
  sellerName: 'ACME Home Lending',
  underwriterName: 'Anna Lindqvist',
  underwriterManagerName: null,
  tradeDeskName: 'Victor Osei',
})

test.for<[SlvStatus, string | null]>([
  ['DRAFT', 'Maya Ortiz, ACME Home Lending'],
  ['PENDING_DOCUMENTS', 'Maya Ortiz, ACME Home Lending'],
  ['REVIEW', 'Anna Lindqvist, underwriter'],
  ['SLR_PENDING', 'SLR, nobody yet'],
  ['SLR_PENDING_INFO', 'Anna Lindqvist, underwriter'],
  ['TD_REVIEW', 'Victor Osei, Trade Desk'],
  ['WITHDRAW_PENDING', 'Anna Lindqvist, underwriter'],
  ['APPROVED', null],
])('%s is with %s', ([status, holder]) => {
  expect(withWhom(slv(status))).toBe(holder)
})

test('nobody assigned is said', () => {
  expect(withWhom({ ...slv('PENDING'), underwriterName: null })).toBe('No underwriter yet')
})
