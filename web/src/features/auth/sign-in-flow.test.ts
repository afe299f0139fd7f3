import { expect, test } from 'vitest'
import {
  emailOnTicket,
  isSignInAlone,
  ownAddress,
  parseSignInState,
} from './sign-in-flow.ts'

test.each([
  'https://evil.example/slv',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'slv',
  '',
  null,
  '/multi-factor-auth',
  '/multi-factor-auth?returnTo=/slv',
  '/multi-factor-auth/confirm-code',
  '/api/v1/auth/log-out',
])('%j is not a return address', (address) =>
  expect(ownAddress(address)).toBeNull(),
)

test('addresses of the portal are return addresses', () => {
  const addresses = ['/slv', '/slv/review-request/1?tab=2#documents', '/']
  expect(addresses.map(ownAddress)).toEqual(addresses)
})

const ticket = (claims: object) =>
  `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`

test('the email on a ticket is shown', () =>
  expect(
    emailOnTicket(
      ticket({ sub: 'maya.ortiz@acme.example', given_name: 'Zoë?' }),
    ),
  ).toBe('maya.ortiz@acme.example'))

test.each(['', 'ticket', 'a.b.c', ticket({}), ticket({ sub: 'no-email' })])(
  '%j has no email',
  (text) => expect(emailOnTicket(text)).toBeNull(),
)

test.for([
  ['/multi-factor-auth', '', true],
  ['/multi-factor-auth/', '?returnTo=%2Fslv', true],
  ['/multi-factor-auth', '?loanDockId=ticket', false],
  ['/slv', '', false],
] as const)(
  '%s%s shows the sign-in page on its own: %s',
  ([pathname, search, isAlone]) => {
    expect(isSignInAlone({ pathname, search })).toBe(isAlone)
  },
)

test('only the sign-in part of the history state is read', () => {
  const signIn = { email: 'a@b.example', notice: 'Sign in again.' }
  expect(parseSignInState({ key: 'x', signIn })).toEqual(signIn)
  expect(parseSignInState(null)).toBeUndefined()
  expect(parseSignInState({ signIn: { notice: 3 } })).toBeUndefined()
})
