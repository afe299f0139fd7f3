import { expect, test } from 'vitest'
import { ownAddress } from './return-to.ts'

test.each(['/slv', '/slv/review-request/1?tab=2#documents', '/'])('%s is ours', (address) =>
  expect(ownAddress(address)).toBe(address),
)

test.each([
  'https://evil.example/slv',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'slv',
  '',
  null,
  undefined,
  '/multi-factor-auth',
  '/multi-factor-auth?returnTo=/slv',
  '/multi-factor-auth/confirm-code',
  '/api/v1/auth/log-out',
])('%j is not', (address) => expect(ownAddress(address)).toBeNull())
