import type { SlvStatus } from '@portal/contract/slv/status'
import { expect, test } from 'vitest'
import { describeAssignee, waitingText } from '../../records/slv/slv-status.tsx'

const slv = {
  ownerName: 'Maya Ortiz',
  sellerName: 'ACME Home Lending',
  underwriterName: 'Anna Lindqvist',
  underwriterManagerName: null,
  tradeDeskName: 'Victor Osei',
}
const [maya, anna] = [
  'Maya Ortiz, ACME Home Lending',
  'Anna Lindqvist, underwriter',
]

test.for<[SlvStatus, string | null]>([
  ['DRAFT', maya],
  ['PENDING_DOCUMENTS', maya],
  ['REVIEW', anna],
  ['SLR_PENDING', 'SLR, unassigned'],
  ['SLR_PENDING_INFO', anna],
  ['TD_REVIEW', 'Victor Osei, Trade Desk'],
  ['WITHDRAW_PENDING', anna],
  ['APPROVED', null],
])('%s is with %s', ([status, holder]) => {
  expect(describeAssignee({ ...slv, status })).toBe(holder)
})

test('an SLV without an underwriter says so', () => {
  expect(
    describeAssignee({ ...slv, status: 'PENDING', underwriterName: null }),
  ).toBe('No underwriter yet')
})

test.for<[SlvStatus, string | null, string | null]>([
  [
    'REVIEW',
    '2026-03-09T03:59:00.000Z',
    `Waiting on ${anna}, since 03/08/2026`,
  ],
  [
    'PENDING_DOCUMENTS',
    '2026-03-09T04:00:00.000Z',
    `Waiting on ${maya}, since 03/09/2026`,
  ],
  ['REVIEW', null, `Waiting on ${anna}`],
  ['APPROVED', null, null],
])(
  '%s since %s has the waiting text with the New York day',
  ([status, waitingSince, text]) => {
    expect(waitingText({ ...slv, status, waitingSince })).toBe(text)
  },
)
