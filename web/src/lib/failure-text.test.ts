import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test('the reason follows the message when the server gave one', () => {
  expect(failureText('Failed to start review', 'The SLV is Approved now')).toBe(
    'Failed to start review. Reason: The SLV is Approved now',
  )
  expect(failureText('Failed to start review', null)).toBe('Failed to start review')
  expect(failureText('Failed to start review', '')).toBe('Failed to start review')
  expect(failureText('Login failed', 'Login failed')).toBe('Login failed')
})

test('where the server message is preferred, the message is what is left without one', () => {
  expect(failureText('Failed to set reviewer', 'Not a reviewer', 'reason')).toBe('Not a reviewer')
  expect(failureText('Failed to set reviewer', null, 'reason')).toBe('Failed to set reviewer')
})
