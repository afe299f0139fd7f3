import type { SlvStatus } from '@portal/contract/slv/status'
import { expect, test } from 'vitest'
import { waitingText, withWhom } from './shared/slv-status.tsx'

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
  ['SLR_PENDING', 'SLR, unassigned'],
  ['SLR_PENDING_INFO', 'Anna Lindqvist, underwriter'],
  ['TD_REVIEW', 'Victor Osei, Trade Desk'],
  ['WITHDRAW_PENDING', 'Anna Lindqvist, underwriter'],
  ['APPROVED', null],
])('%s is with %s', ([status, holder]) => {
  expect(withWhom(slv(status))).toBe(holder)
})

test('an SLV without an underwriter says so', () => {
  expect(withWhom({ ...slv('PENDING'), underwriterName: null })).toBe('No underwriter yet')
})

test('the waiting text has the New York day since which they have it', () => {
  const since = (status: SlvStatus, waitingSince: string | null) => waitingText({ ...slv(status), waitingSince })
  expect(since('REVIEW', '2026-03-09T03:59:00.000Z')).toBe('Waiting on Anna Lindqvist, underwriter, since 03/08/2026')
  expect(since('PENDING_DOCUMENTS', '2026-03-09T04:00:00.000Z')).toBe(
    'Waiting on Maya Ortiz, ACME Home Lending, since 03/09/2026',
  )
  expect(since('REVIEW', null)).toBe('Waiting on Anna Lindqvist, underwriter')
  expect(since('APPROVED', null)).toBe(null)
})
