import { expect, test } from 'vitest'
import { isGate, toldBy } from './way-on.ts'

test.for([
  ['/multi-factor-auth', '', true],
  ['/multi-factor-auth/', '?returnTo=%2Fslv', true],
  ['/multi-factor-auth', '?loanDockId=ticket', false],
  ['/multi-factor-auth/confirm-code', '', false],
  ['/slv', '', false],
] as const)('%s%s stands alone before the portal: %s', ([pathname, search, stands]) => {
  expect(isGate({ pathname, search })).toBe(stands)
})

test('what the address was left with is read, and nothing else', () => {
  expect(toldBy({ key: 'x', signIn: { email: 'a@b.example', notice: 'Sign in again.' } })).toEqual({
    email: 'a@b.example',
    notice: 'Sign in again.',
  })
  expect(toldBy(null)).toBeUndefined()
  expect(toldBy({ signIn: { notice: 3 } })).toBeUndefined()
})
